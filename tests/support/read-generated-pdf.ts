import { UnreadablePdfError } from "#app/clients/pdf-text.server.ts";

/**
 * Returns the text of a PDF made by `pdfOf`, without the separate process that reads other PDFs.
 * Rejects other PDFs.
 */
export function readOwnPdf(bytes: Uint8Array): Promise<(string | null)[]> {
  const pages = Buffer.from(bytes)
    .toString("latin1")
    .match(/\nBT .*?\nET\n|\nq .*? EI Q\n/gs);
  if (!pages) return Promise.reject(new UnreadablePdfError("damaged"));
  return Promise.resolve(pages.map((page) => (page.startsWith("\nq ") ? null : textOf(page))));
}

function textOf(page: string) {
  const lines = page.matchAll(/^\((.*)\) Tj T\*$/gm);
  return Array.from(lines, ([, line = ""]) => line.replaceAll(/\\(.)/g, "$1")).join(" ");
}
