import { expect, test } from "vitest";
import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { pdfOf } from "#tests/support/pdf.ts";

test("the text of a PDF, page by page", async () => {
  const pages = await readPdfText(pdfOf("The first page.", "The second (page)."));
  expect(pages.map((page) => page.trim())).toEqual(["The first page.", "The second (page)."]);
});

const refused: [string, Uint8Array, RegExp][] = [
  ["what is no PDF", Buffer.from("<html>"), /broken/],
  ["nothing at all", new Uint8Array(), /broken/],
  ["half a PDF", pdfOf("Something").slice(0, 40), /broken/],
  ["more than 150 pages", pdfOf(...Array<string>(151).fill("One more.")), /over 150 pages/],
  ["more than 10 MB", new Uint8Array(10 * 1024 * 1024 + 1), /more than 10 MB/],
];
test.each(refused)("O-034 %s is refused", async (_what, bytes, reason) => {
  await expect(readPdfText(bytes)).rejects.toThrow(reason);
});

test("O-034 a PDF that takes too long is given up, and stalls nobody", async () => {
  const pages = Array<string>(150).fill("A page with something to read on it. ".repeat(50));
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 5);
  await expect(readPdfText(pdfOf(...pages), { ms: 60 })).rejects.toThrow("it takes too long");
  clearInterval(clock);
  expect(turns).toBeGreaterThan(3);
});
