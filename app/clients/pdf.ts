/** A document that came from outside, looked at before it is kept. */

/** Of one document: more than any search result of ours has. */
export const MAX_PDF_BYTES = 10 * 1024 * 1024;
/** A PDF ends with this, give or take the line breaks of some printer. */
const TAIL_BYTES = 1_024;
/** What runs, or hides another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;

/**
 * Whether bytes are a PDF that may be kept: by what is in it, whatever it is called.
 *
 * @returns `refusal`, in words for whoever sent it
 */
export function readPdf(
  bytes: Buffer,
): { bytes: Buffer; has_active_content: boolean } | { refusal: string } {
  if (bytes.length > MAX_PDF_BYTES) return { refusal: "A document is larger than 10 MB." };
  const isPdf =
    bytes.subarray(0, 5).toString("latin1") === "%PDF-" &&
    bytes.subarray(-TAIL_BYTES).includes("%%EOF");
  if (!isPdf) return { refusal: "A document is not a PDF." };
  return { bytes, has_active_content: ACTIVE.test(bytes.toString("latin1")) };
}
