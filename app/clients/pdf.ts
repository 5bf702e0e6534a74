/** Checks of untrusted documents. */

export const MAX_PDF_BYTES = 10 * 1024 * 1024;
/** Limit of a stored document, set by the search provider's messages. */
const MAX_KEPT_MB = 40;
/** A PDF ends with %%EOF, perhaps followed by line breaks. */
const TAIL_BYTES = 1_024;
/** Features that run code or contain another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;

/** Accepts a PDF by its content, not its name. Returns `refusal` as a text for the sender. */
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
