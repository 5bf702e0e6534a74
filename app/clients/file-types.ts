/** The type of a file by its first bytes: its name and stated type are only the sender's word. */

/** By the ending of the name that we give a file. */
export const MEDIA_TYPES = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  heic: "image/heic",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  zip: "application/zip",
  bin: "application/octet-stream",
} as const;

/** By the ending of a key in the store of documents: a provider's messages are kept there too. */
export const STORED_TYPES = {
  ...MEDIA_TYPES,
  xml: "application/xml",
  json: "application/json",
} as const;

export type FileType = keyof typeof MEDIA_TYPES;

/** The brands of HEIF that phones use for photographs. */
const HEIC_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);
/** Word writes the names of a document's parts near its beginning. */
const DOCX_BYTES = 4_096;

/** The type of a file; "bin" for any type that we do not know. */
export function fileType(bytes: Uint8Array): FileType {
  const head = Buffer.from(bytes.subarray(0, DOCX_BYTES)).toString("latin1");
  if (head.startsWith("%PDF-")) return "pdf";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(head)) return "gif";
  if (head.startsWith("ftyp", 4) && HEIC_BRANDS.has(head.slice(8, 12))) return "heic";
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) {
    return head.includes("word/") ? "docx" : "zip";
  }
  return "bin";
}
