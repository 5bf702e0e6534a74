import { fileType } from "#app/clients/file-types.ts";
import { readPdf } from "#app/clients/pdf.ts";
import { plainText, searchDocument } from "#app/domain/reports/documents.ts";
import { findByRules } from "#app/domain/reports/find-by-rules.ts";
import { answerIn } from "#app/domain/reports/form-questions.ts";
import type { Parser } from "./parser.ts";

const FORM = [
  "planning permission ",
  "foul water ",
  "ignore the ",
  "answer with ",
  "not recorded ",
  "listed building? No ",
  "1.1 (a) ",
  "no it ",
  "Yes. ",
  "3.2 Radon: ",
];

export const FILE_PARSERS: readonly Parser[] = [
  {
    name: "file: type",
    read: (text) => fileType(Buffer.from(text), `${text}.csv`),
    looksFor: ["From: a\n", "a,b\n"],
  },
  {
    name: "file: type of a ZIP",
    read: (text) => fileType(Buffer.from(`PK\x03\x04${text}PK\x05\x06${"\0".repeat(18)}`)),
  },
  {
    name: "file: PDF",
    read: (text) => readPdf(Buffer.from(`%PDF-${text}%%EOF`)),
    looksFor: ["/JS", "/Launch"],
  },
  { name: "document: text", read: plainText },
  {
    name: "document: statements",
    read: (text) => findByRules([searchDocument("Search", [text])]),
    looksFor: FORM,
    most: 1_000,
  },
  {
    name: "document: answer",
    read: (text) => answerIn(text.slice(0, 1_000)),
    looksFor: ["No ", "Yes: ", "-"],
  },
];
