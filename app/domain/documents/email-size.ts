import { formatFileSize } from "#app/domain/shared/format.ts";

/**
 * Size of the documents that one email can carry, in bytes. Postmark takes 10 MB a message, and
 * base64 adds a third.
 */
export const MAX_EMAILED_BYTES = 7_000_000;

type Sized = { file_name: string; size_bytes: number };

/**
 * Returns the refusal of documents that are too large for one email together, which names the
 * largest ones to leave out; null if they fit.
 */
export function emailSizeRefusal(documents: readonly Sized[]): string | null {
  const total = sizeOf(documents);
  if (total <= MAX_EMAILED_BYTES) return null;
  const left = documents.toSorted((one, other) => one.size_bytes - other.size_bytes);
  const leftOut: Sized[] = [];
  for (let last = left.pop(); last; last = left.pop()) {
    leftOut.push(last);
    if (sizeOf(left) <= MAX_EMAILED_BYTES) break;
  }
  const names = new Intl.ListFormat("en-GB").format(
    leftOut.map(({ file_name, size_bytes }) => `“${file_name}” (${formatFileSize(size_bytes)})`),
  );
  return `These documents are ${formatFileSize(total)}, but an email can carry ${formatFileSize(MAX_EMAILED_BYTES)}. Leave out ${names} and send the rest`;
}

/** Returns the total size of documents, in bytes. */
export function sizeOf(documents: readonly Pick<Sized, "size_bytes">[]): number {
  return documents.reduce((total, { size_bytes }) => total + size_bytes, 0);
}
