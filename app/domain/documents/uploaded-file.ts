/** Files that people upload: which types and sizes we accept, and how we name them. */

import { withoutBidiMarks } from "#app/platform/bidi-marks.ts";

const UPLOAD_TYPES = ["pdf", "jpg", "png", "heic", "docx", "xlsx", "doc", "xls"] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** Types of which we make a preview that every browser can show. */
export const IMAGE_TYPES: ReadonlySet<UploadType> = new Set(["jpg", "png", "heic"]);

const MEGABYTE = 1024 * 1024;

export const UPLOAD_LIMITS = {
  files: 10,
  file_bytes: 20 * MEGABYTE,
  request_bytes: 100 * MEGABYTE,
} as const;

/** Value of the `accept` attribute. The server judges a file by its content. */
export const UPLOAD_ACCEPT =
  ".pdf,.jpg,.jpeg,.png,.heic,.heif,.doc,.docx,.xls,.xlsx,image/jpeg,image/png,image/heic,application/pdf";

/** Sentence about the accepted files, for the hint of a file field. */
export const UPLOAD_HINT =
  "PDF, photo, Word or Excel. Up to 10 files, 20 MB each and 100 MB in total.";

/** Sentence for a failure of our disk or of the document store. */
export const NOT_SAVED = "We couldn’t save your files. Try again in a few minutes";

export function isUploadType(type: string): type is UploadType {
  return UPLOAD_TYPES.some((each) => each === type);
}

/** A file in a temporary folder on this machine’s disk. */
export type UploadedFile = {
  path: string;
  file_name: string;
  file_type: UploadType;
  size_bytes: number;
  sha256: string;
};

/** A file that is in the document store but has no row yet. */
export type StoredFile = Omit<UploadedFile, "path"> & { key: string };

const LONGEST_NAME = 255;

/**
 * Returns the name of an uploaded file without folders and without characters that disguise it, at
 * most 255 characters long. A long name loses characters before its extension.
 */
export function cleanFileName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const name = withoutBidiMarks(last)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/gu, "")
    .trim();
  if (name === "" || name === "." || name === "..") return "document";
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - ending.length);
  const room = LONGEST_NAME - ending.length;
  if (stem.length <= room) return name;
  // A cut between the two halves of a character would leave half of it.
  return stem.slice(0, room).replace(/[\ud800-\udbff]$/, "") + ending;
}
