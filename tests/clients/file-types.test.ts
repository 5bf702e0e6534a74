import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { fileType } from "#app/clients/file-types.ts";
import { typeOfFile } from "#app/clients/type-of-file.server.ts";
import { pdfOf } from "#tests/support/pdf.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const part = latin1("x");

/** Builds a ZIP whose first entry is larger than the part of a file that the detection reads. */
const zip = (...names: string[]) =>
  zipSync({ "docProps/thumbnail.jpeg": Buffer.alloc(9_000, "j"), ...parts(names) }, { level: 0 });
const parts = (names: string[]) => Object.fromEntries(names.map((name) => [name, part]));

/**
 * Builds a compound file, the format of Office before 2007, with its entries from byte 1,024 on.
 */
function compound(...names: string[]) {
  const entries = ["Root Entry", ...names].map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, "utf16le");
    entry.writeUInt16LE(2 * (name.length + 1), 64);
    return entry;
  });
  return Buffer.concat([
    latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    Buffer.alloc(1_016),
    ...entries,
  ]);
}

const email = "Received: from a\r\n by b\r\nFrom: sam@example.com\r\nDate: Mon\r\n\r\nHello";
const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";

describe("the type of a file", () => {
  test.each([
    ["a PDF", pdfOf("Water bill"), "bill.pdf", "pdf"],
    ["a photograph of a phone", latin1("\0\0\0\x18ftypheic"), "IMG.HEIC", "heic"],
    ["a JPEG", latin1("\xff\xd8\xff\xe0"), "a.jpeg", "jpg"],
    ["a PNG", latin1("\x89PNG\r\n\x1a\n"), "a.png", "png"],
    ["a GIF", latin1("GIF89a"), "a.gif", "gif"],
    ["a scan of Intel's kind", latin1("II*\0\x08"), "scan.tif", "tif"],
    ["a scan of Motorola's kind", latin1("MM\0*\0"), "scan.tiff", "tif"],
    ["a document", zip("[Content_Types].xml", "word/document.xml"), "TA6.docx", "docx"],
    ["a spreadsheet", zip("xl/workbook.xml"), "completion statement.xlsx", "xlsx"],
    ["a presentation", zip("ppt/presentation.xml"), "a.pptx", "pptx"],
    ["a document with macros", zip("word/document.xml", "word/vbaProject.bin"), "a.docm", "zip"],
    ["a ZIP that has a document's folder", zip("TA6/word/document.xml"), "TA6.zip", "zip"],
    ["a ZIP that is called a document", zip("readme"), "a.docx", "zip"],
    ["an empty ZIP", latin1(`PK\x05\x06${"\0".repeat(18)}`), "a.zip", "zip"],
    ["the beginning of a ZIP", latin1("PK\x03\x04\x14\0"), "a.zip", "zip"],
    ["a ZIP whose list is nowhere", latin1(`PK\x05\x06${"\xff".repeat(18)}`), "a.zip", "zip"],
    ["an old document", compound("1Table", "WordDocument"), "contract.doc", "doc"],
    ["an old spreadsheet", compound("Workbook"), "figures.xls", "xls"],
    ["an older spreadsheet", compound("Book"), "figures.xls", "xls"],
    ["an old presentation", compound("PowerPoint Document"), "a.ppt", "ppt"],
    ["an email of Outlook", compound("__nameid", "__properties_version1.0"), "a.msg", "msg"],
    [
      "an email with a document in it",
      compound("WordDocument", "__properties_version1.0"),
      "a.msg",
      "msg",
    ],
    ["a compound file of a different kind", compound("Notes"), "WordDocument.doc", "bin"],
    [
      "a compound file whose text names an entry",
      Buffer.concat([compound("Notes"), Buffer.from("x WordDocument\0", "utf16le")]),
      "a.doc",
      "bin",
    ],
    ["rich text", latin1("{\\rtf1\\ansi Hello}"), "a.rtf", "rtf"],
    ["an email", latin1(email), "a.eml", "eml"],
    ["an email without a name", latin1(email), "", "eml"],
    ["an appointment", latin1(calendar), "invite.ics", "ics"],
    ["an appointment with a byte order mark", latin1(`\xef\xbb\xbf${calendar}`), "a", "ics"],
    ["a table", latin1("Date,Amount\r\n1 May,\xa3450"), "statement.CSV", "csv"],
    ["a text named like a table", latin1("Hello"), "a.csv", "txt"],
    ["a text with commas", latin1("Dear Sam, hello"), "a.txt", "txt"],
    ["a page", latin1("<script>alert(1)</script>"), "a.html", "txt"],
    ["a text named like a PDF", latin1("Hello"), "a.pdf", "txt"],
    ["a text that names a sender", latin1("From: the sellers\nThey agree."), "a.txt", "txt"],
    ["a packed email of Outlook", latin1("\x78\x9f\x3e\x22\x01\0"), "winmail.dat", "dat"],
    ["a program", latin1("MZ\x90\0\x03"), "a.pdf", "bin"],
    ["a text with a zero in it", latin1("Hello\0"), "a.txt", "bin"],
    ["an empty file", Buffer.alloc(0), "a.txt", "bin"],
  ])(
    "the type of %s is detected from its bytes and name as $3 (IN-7)",
    (_what, bytes, name, type) => {
      expect(fileType(bytes, name)).toBe(type);
    },
  );

  test("the type of a file inside a larger buffer is detected", () => {
    const bytes = Buffer.concat([latin1("before"), pdfOf("a")]).subarray(6);
    expect(fileType(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))).toBe("pdf");
  });
});

describe("the type of a file on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function typeOnDisk(...parts: Uint8Array[]) {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, Buffer.concat(parts));
    return typeOfFile(path);
  }

  /** Gap that puts the next entries into a part of the file that is read separately. */
  const far = Buffer.alloc(200 * 1024);

  test.each<[string, Uint8Array[], string]>([
    ["a PDF", [pdfOf("Water bill")], "pdf"],
    ["a JPEG", [latin1("\xff\xd8\xff\xe0")], "jpg"],
    ["a PNG", [latin1("\x89PNG\r\n\x1a\n")], "png"],
    ["a photograph of a phone", [latin1("\0\0\0\x18ftypheic")], "heic"],
    ["a document", [zip("word/document.xml")], "docx"],
    ["a spreadsheet", [zip("xl/workbook.xml")], "xlsx"],
    ["a document with macros", [zip("word/document.xml", "word/vbaProject.bin")], "zip"],
    ["the beginning of a ZIP", [latin1("PK\x03\x04\x14\0")], "zip"],
    ["a ZIP whose list is nowhere", [latin1(`PK\x05\x06${"\xff".repeat(18)}`)], "zip"],
    ["an old document", [compound("1Table", "WordDocument")], "doc"],
    [
      "an old document with late entries",
      [compound("1Table"), far, compound("WordDocument")],
      "doc",
    ],
    [
      "an email with a document in it",
      [compound("WordDocument"), far, compound("__properties_version1.0")],
      "msg",
    ],
    ["a text", [latin1("Only words")], "bin"],
    ["an empty file", [], "bin"],
  ])("%s is recognised", async (_, parts, type) => {
    expect(await typeOnDisk(...parts)).toBe(type);
  });

  test("a ZIP with 50,000 names, whose directory is not read, is no document", async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `word/${index}/document.xml`);
    const bomb = zip("word/document.xml", ...names);
    expect(fileType(bomb)).toBe("docx");
    expect(await typeOnDisk(bomb)).toBe("zip");
  });
});
