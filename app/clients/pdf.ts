/** Checks of a document from outside before it is kept. */

/** Of a document that we read. */
export const MAX_PDF_BYTES = 10 * 1024 * 1024;
/** Of one that is only kept: as many bytes as a message of the search provider can have. */
const MAX_KEPT_MB = 40;
/** A PDF ends with this, and perhaps with line breaks. */
const TAIL_BYTES = 1_024;
/** What runs code, or hides another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;

/**
 * Whether bytes are a PDF that may be kept, by the contents and not by the name.
 *
 * @returns `refusal`, in words for the sender
 */
export function readPdf(
  bytes: Buffer,
): { bytes: Buffer; has_active_content: boolean } | { refusal: string } {
  if (bytes.length > MAX_KEPT_MB * 1024 * 1024) {
    return { refusal: `A document is larger than ${MAX_KEPT_MB} MB.` };
  }
  const isPdf =
    bytes.subarray(0, 5).toString("latin1") === "%PDF-" &&
    bytes.subarray(-TAIL_BYTES).includes("%%EOF");
  if (!isPdf) return { refusal: "A document is not a PDF." };
  return { bytes, has_active_content: ACTIVE.test(bytes.toString("latin1")) };
}
