import { constants, deflateRawSync, deflateSync } from "node:zlib";

/** Builds minimal PDFs that would harm a process that reads them. */

const MB = 1024 * 1024;

function fileOf(objects: readonly (string | Uint8Array)[], trailer = ""): Buffer {
  const offsets: number[] = [];
  let file = Buffer.from("%PDF-1.4\n");
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    const begin = Buffer.from(`${index + 1} 0 obj\n`);
    file = Buffer.concat([file, begin, Buffer.from(object), Buffer.from("\nendobj\n")]);
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(end)]);
}

function streamOf(bytes: Uint8Array, dictionary = ""): Buffer {
  const begin = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`);
  return Buffer.concat([begin, bytes, Buffer.from("\nendstream")]);
}

/** Returns a PDF whose pages share one content stream. Its `more` objects are numbered from 5. */
function pagesOf(content: Uint8Array, { pages = 1, resources = "", more = [] as Uint8Array[] }) {
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${Array<string>(pages).fill("3 0 R").join(" ")}] >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${resources} >> >> >> /Contents 4 0 R >>`,
    content,
    ...more,
  ]);
}

/**
 * Deflates one piece and repeats the result as independent blocks, so a gigabyte takes no longer
 * than one piece.
 */
function deflateRepeated(piece: Buffer, count: number): Buffer {
  const block = deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = Buffer.from([3, 0]);
  const blocks = Array<Buffer>(count).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, lastBlock, adler32(piece, count)]);
}

function adler32(piece: Buffer, count: number): Buffer {
  const base = 65_521;
  const [sum, weighted] = piece.reduce(
    ([low, high], byte) => [(low + byte) % base, (high + low + byte) % base],
    [0, 0] as [number, number],
  );
  let [low, high] = [1, 0];
  for (let at = 0; at < count; at++) {
    high = (high + piece.length * low + weighted) % base;
    low = (low + sum) % base;
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(high * 0x1_0000 + low);
  return checksum;
}

/** Returns a stream that was deflated `times` times, and inflates to this number of megabytes. */
function folded(megabytes: number, times: number, byte = " ".charCodeAt(0), dictionary = "") {
  let bytes = deflateRepeated(Buffer.alloc(MB, byte), megabytes);
  for (let time = 1; time < times; time++) bytes = deflateSync(bytes, { level: 9 });
  return streamOf(bytes, `${dictionary} /Filter [${"/FlateDecode ".repeat(times)}]`);
}

/** Builds a PDF of one page that inflates to a gigabyte. Deflated twice, it has only 3 kB. */
export const bomb = (times: 2 | 3) => pagesOf(folded(1023, times), {});

/** Builds a PDF with a font table that inflates to half a gigabyte, all of which a reader needs. */
export const fontBomb = () =>
  pagesOf(streamOf(Buffer.from("BT /F1 10 Tf (Words) Tj ET")), {
    resources: "/ToUnicode 5 0 R",
    more: [folded(512, 2)],
  });

export function textBomb() {
  const line = "(The property is in a conservation area, or it is not) Tj T*\n";
  const content = deflateRepeated(
    Buffer.from(`BT /F1 10 Tf 12 TL\n${line.repeat(15_000)}ET\n`),
    100,
  );
  return pagesOf(streamOf(content, "/Filter /FlateDecode"), {});
}

/** Builds a PDF of 150 pages that each take a second to read and show nothing. */
export function slowPdf() {
  const content = deflateSync("q 1 0 0 1 0 0 cm Q\n".repeat(100000));
  return pagesOf(streamOf(content, "/Filter /FlateDecode"), { pages: 150 });
}

/** Builds a PDF with a ten-gigapixel picture next to a line of text. */
export function hugeImage() {
  const image = folded(
    256,
    2,
    0,
    "/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceGray",
  );
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Im 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>",
    streamOf(Buffer.from("BT /F1 10 Tf 40 780 Td (Beside a picture) Tj ET /Im Do")),
    image,
  ]);
}

/**
 * Builds a PDF that claims to have one page, but whose page tree has a thousand million entries.
 */
export function hugePageTree() {
  const branches = (id: string) => Array<string>(1_000).fill(id).join(" ");
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count 1 /Kids [${branches("3 0 R")}] >>`,
    `<< /Type /Pages /Count 1 /Kids [${branches("4 0 R")}] >>`,
    `<< /Type /Pages /Count 1 /Kids [${branches("2 0 R")}] >>`,
  ]);
}

/** Builds a PDF with two cross-reference tables that each name the other as the previous one. */
export function endlessTables() {
  const head = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\n";
  const table = (before: number) =>
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R /Prev ${before} >>\n`;
  const length = table(100).length;
  const [first, second] = [head.length, head.length + length];
  if (first >= 100 || second >= 1_000) throw new Error("The offsets are of another length");
  const body = `${head}${table(second)}${table(first).padEnd(length)}`;
  return Buffer.from(`${body}startxref\n${second}\n%%EOF\n`);
}

/** Builds a PDF with a script that runs on opening and would end the process that reads the PDF. */
export const scriptedPdf = () =>
  fileOf([
    "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (process.exit\\(7\\)) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (process.exit\\(7\\)) >>] >> >> >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /AA << /O << /S /JavaScript /JS (process.exit\\(7\\)) >> >> /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>",
    streamOf(Buffer.from("BT /F1 10 Tf 40 780 Td (Words) Tj ET")),
  ]);

export const lockedPdf = () =>
  fileOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 0 /Kids [] >>",
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`,
    ],
    `/Encrypt 3 0 R /ID [<${"43".repeat(16)}> <${"43".repeat(16)}>]`,
  );
