import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { slowPdf } from "#tests/support/hostile-pdfs.ts";

/** Reads an endless document in a separate process that a test can kill. */
await readPdfText(slowPdf(), { ms: 60_000 });
