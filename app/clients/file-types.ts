/** Detection of a file's type by its content, because the sender may state any name and type. */

/** Media types of the files that people send, by the file extension that we use. */
export const MEDIA_TYPES = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  tif: "image/tiff",
  heic: "image/heic",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  msg: "application/vnd.ms-outlook",
  rtf: "application/rtf",
  eml: "message/rfc822",
  ics: "text/calendar",
  csv: "text/csv",
  txt: "text/plain",
  dat: "application/ms-tnef",
  zip: "application/zip",
  bin: "application/octet-stream",
} as const;

/**
 * Media types of stored files, by the extension in their key. They include messages from search
 * providers and records that the service writes.
 */
export const STORED_TYPES = {
  ...MEDIA_TYPES,
  xml: "application/xml",
  json: "application/json",
} as const;

export type FileType = keyof typeof MEDIA_TYPES;

export const PICTURE_TYPES: ReadonlySet<FileType> = new Set(["jpg", "png", "gif", "tif", "heic"]);

/** Brands in the header of an HEIF file, by which we recognise a photograph from a phone. */
const HEIC_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);
const HEAD_BYTES = 4_096;

/**
 * Returns the file type that the content proves, or "bin" if it proves none. The name is used only
 * to distinguish a .csv file from other text.
 */
export function fileType(bytes: Uint8Array, name = ""): FileType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString("latin1", 0, HEAD_BYTES);
  const known = typeOfHead(head);
  if (known === "zip") return typeOfZip(file);
  if (known === "compound") return typeOfCompoundFile(file);
  if (known) return known;
  return isText(file) ? typeOfText(head, name) : "bin";
}

/**
 * Returns the type that the start of a file proves; null if it proves none. A ZIP or a compound
 * file may be an Office document, which only the rest of the file shows.
 */
export function typeOfHead(head: string): FileType | "compound" | null {
  const known = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  if (known) return known;
  if (HEIC_BRANDS.has(/^.{4}ftyp(.{4})/s.exec(head)?.[1] ?? "")) return "heic";
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) return "zip";
  return head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") ? "compound" : null;
}

const SIGNATURES: readonly (readonly [string, FileType])[] = [
  ["%PDF-", "pdf"],
  ["\xff\xd8\xff", "jpg"],
  ["\x89PNG\r\n\x1a\n", "png"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["II*\0", "tif"],
  ["MM\0*", "tif"],
  ["{\\rtf1", "rtf"],
  ["\x78\x9f\x3e\x22", "dat"],
];

const OFFICE_PARTS: ReadonlyMap<string, FileType> = new Map([
  ["word/document.xml", "docx"],
  ["xl/workbook.xml", "xlsx"],
  ["ppt/presentation.xml", "pptx"],
]);
const ZIP_END_BYTES = 22;
const ZIP_ENTRY = 0x02014b50;
const ZIP_ENTRY_BYTES = 46;

function typeOfZip(file: Buffer): FileType {
  const directory = findZipDirectory(file);
  return directory ? typeOfZipDirectory(file.subarray(directory.start)) : "zip";
}

/**
 * Returns the type of an Office document by the names in its directory. Returns "zip" for other ZIP
 * files, and for a document with macros, which Office refuses to open under the extension of a
 * document without macros.
 */
export function typeOfZipDirectory(directory: Buffer): FileType {
  const names = namesInZip(directory);
  if (names.some((name) => name.endsWith("vbaProject.bin"))) return "zip";
  return names.map((name) => OFFICE_PARTS.get(name)).find(Boolean) ?? "zip";
}

/**
 * Finds the directory of a ZIP, which is at its end. The names can't be read from its start,
 * because the first file in it may be of any size. Returns null if there is none.
 * @param tail end of the ZIP, or the whole ZIP
 */
export function findZipDirectory(tail: Buffer): { start: number; size: number } | null {
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end === -1 || end + ZIP_END_BYTES > tail.length) return null;
  return { start: tail.readUInt32LE(end + 16), size: tail.readUInt32LE(end + 12) };
}

function namesInZip(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + ZIP_ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ZIP_ENTRY) {
    const nameEnd = at + ZIP_ENTRY_BYTES + directory.readUInt16LE(at + 28);
    names.push(directory.toString("latin1", at + ZIP_ENTRY_BYTES, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

/**
 * Names of entries that show that a compound file is an Office document from before 2007 or an
 * Outlook email.
 */
const COMPOUND_ENTRIES: readonly (readonly [string, FileType])[] = [
  ["__properties_version1.0", "msg"],
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
];

const COMPOUND_ENTRY_BYTES = 128;

/**
 * Returns the type of a compound file according to its entries. An entry has 128 bytes: up to 64
 * bytes of its name in UTF-16, and then the length of the name.
 */
function typeOfCompoundFile(file: Buffer): FileType {
  return typeOfEntries(compoundEntries(file));
}

/** Returns the entries that a part of a compound file has. The part starts at an entry's place. */
export function compoundEntries(part: Buffer): Set<string> {
  return new Set(
    COMPOUND_ENTRIES.map(([name]) => name).filter((name) => {
      const bytes = Buffer.from(`${name}\0`, "utf16le");
      for (let at = part.indexOf(bytes); at !== -1; at = part.indexOf(bytes, at + 1)) {
        const isEntry = at % COMPOUND_ENTRY_BYTES === 0 && at + COMPOUND_ENTRY_BYTES <= part.length;
        if (isEntry && part.readUInt16LE(at + 64) === bytes.length) return true;
      }
      return false;
    }),
  );
}

/** Returns the type of a compound file that has these entries. */
export function typeOfEntries(entries: ReadonlySet<string>): FileType {
  return COMPOUND_ENTRIES.find(([name]) => entries.has(name))?.[1] ?? "bin";
}

const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const DELETE = 0x7f;

/**
 * Returns true if a file is not empty and its only control characters are those that text files
 * use. The encoding must extend ASCII, as UTF-8 does.
 */
function isText(file: Buffer): boolean {
  return (
    file.length > 0 &&
    file.every((byte) => (byte < 0x20 ? TEXT_CONTROLS.has(byte) : byte !== DELETE))
  );
}

function typeOfText(head: string, name: string): FileType {
  const text = head.replace(/^\xef\xbb\xbf/, "");
  if (/^BEGIN:VCALENDAR[\r\n]/i.test(text)) return "ics";
  if (isEmail(text)) return "eml";
  return /\.csv$/i.test(name) && /[,;\t]/.test(text) ? "csv" : "txt";
}

/** Returns true if a text starts with an email's headers. The end of the text may be missing. */
function isEmail(text: string): boolean {
  const lines = text.split(/\r?\n/).slice(0, -1);
  const end = lines.indexOf("");
  const headers = end === -1 ? lines : lines.slice(0, end);
  if (!headers.every((line) => /^(?:[!-9;-~]+:|[ \t])/.test(line))) return false;
  const names = new Set(headers.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()));
  return names.has("from") && ["date", "received", "message-id"].some((name) => names.has(name));
}
