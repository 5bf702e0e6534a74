import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { slowPdf } from "#tests/support/hostile-pdfs.ts";

/** Reads a document that never ends, in a process of its own, so that a test can kill it. */
await readPdfText(slowPdf(), { ms: 60_000 });
