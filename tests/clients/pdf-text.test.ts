import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readPdfText } from "#app/clients/pdf-text.server.ts";
import {
  bomb,
  endlessTables,
  fontBomb,
  hugeImage,
  hugePageTree,
  lockedPdf,
  scriptedPdf,
  slowPdf,
  textBomb,
} from "#tests/support/hostile-pdfs.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { sampleSize } from "#tests/support/proof.ts";

// The reader makes two attempts at a document that times out, which takes long.
vi.setConfig({ testTimeout: 60_000 });

test("the PDF reader returns the text of a document page by page", async () => {
  const pages = await readPdfText(pdfOf("The first page.", "The second (page)."));
  expect(pages.map((page) => page?.trim())).toEqual(["The first page.", "The second (page)."]);
});

test("the PDF reader returns null for a page without text and an empty text for a blank page (IN-2)", async () => {
  expect(await readPdfText(pdfOf("Local search", null, "", "  "))).toEqual([
    expect.stringContaining("Local search"),
    null,
    "",
    "",
  ]);
});

const refused: [string, () => Uint8Array, string][] = [
  ["a file that is not a PDF", () => Buffer.from("<html>"), "damaged"],
  ["nothing at all", () => new Uint8Array(), "damaged"],
  ["half a PDF", () => pdfOf("Something").slice(0, 40), "damaged"],
  ["more than 150 pages", () => pdfOf(...Array<string>(151).fill("One more.")), "pages"],
  ["more than 10 MB", () => new Uint8Array(10 * 1024 * 1024 + 1), "limits"],
  ["a PDF that is locked by a password", lockedPdf, "password"],
  ["a stream deflated thrice", () => bomb(3), "limits"],
  ["a hundred megabytes of text on a page", textBomb, "limits"],
  ["a page tree that says it is small", hugePageTree, "damaged"],
  ["tables of contents in a circle", endlessTables, "damaged"],
];
// These exceed the same limit as “a stream deflated thrice”, so only proofs run them.
const likeThese: typeof refused = [
  ["a stream deflated twice", () => bomb(2), "limits"],
  ["a font table deflated twice", fontBomb, "limits"],
];
test.each([...refused, ...likeThese.slice(0, sampleSize(0, 2))])(
  "the PDF reader rejects %s with a reason (O-034)",
  async (_what, bytes, reason) => {
    await expect(readPdfText(bytes())).rejects.toMatchObject({
      name: "UnreadablePdfError",
      reason,
    });
  },
);

test("the PDF reader ignores a picture of ten gigapixels", async () => {
  expect(await readPdfText(hugeImage())).toEqual(["Beside a picture"]);
});

test("the PDF reader does not run the script in a document", async () => {
  expect(await readPdfText(scriptedPdf())).toEqual(["Words"]);
});

test("the PDF reader stops at the deadline without blocking other documents (O-034)", async () => {
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 5);
  await expect(readPdfText(slowPdf(), { ms: 500 })).rejects.toMatchObject({ reason: "limits" });
  clearInterval(clock);
  expect(turns).toBeGreaterThan(3);
  expect(await readPdfText(pdfOf("The next one."))).toHaveLength(1);
});

describe.runIf(existsSync("/proc/self/status"))("the process that reads PDFs", () => {
  const readers = (parent = process.pid) =>
    readdirSync("/proc").filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return status.includes(`PPid:\t${parent}\n`) && command.includes("pdf-text-process");
      } catch {
        return false;
      }
    });
  let given: Promise<unknown> = Promise.resolve();
  afterEach(() => given);

  test("all waiting documents share one process, which has no settings or secrets", async () => {
    process.env.SESSION_SECRET ??= "a secret";
    const asked = [slowPdf(), slowPdf(), pdfOf("Last.")].map((bytes) =>
      readPdfText(bytes, { ms: 400 }).catch(() => null),
    );
    given = Promise.all(asked);
    await expect.poll(readers, { timeout: 10_000 }).toHaveLength(1);
    const [pid] = readers();
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).toBe("NODE_ENV=production\0");
    let most = 0;
    const clock = setInterval(() => (most = Math.max(most, readers().length)), 20);
    await given;
    clearInterval(clock);
    expect(most).toBe(1);
    expect(readers()).toEqual([]);
  });

  test("the PDF process ends with the service, even while it reads a document", async () => {
    const service = spawn(
      process.execPath,
      ["--import", "tsx", "tests/clients/read-pdf-process.ts"],
      { stdio: "ignore" },
    );
    await expect.poll(() => readers(service.pid), { timeout: 15_000 }).toHaveLength(1);
    const [pid] = readers(service.pid);
    service.kill("SIGKILL");
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 5_000 }).toBe(false);
  });
});
