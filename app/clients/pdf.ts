/** Checks of PDFs from untrusted senders. */

export const MAX_PDF_BYTES = 10 * 1024 * 1024;
/**
 * Maximum size of a stored PDF in MB. It follows from the limit on the size of the search
 * provider's messages.
 */
const MAX_KEPT_MB = 40;
/** Number of bytes at the end of a PDF that must contain %%EOF. Line breaks may follow it. */
const TAIL_BYTES = 1_024;
/** PDF features that run code or contain another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;

/**
 * Accepts a file if its content, not its name, shows that it is a PDF. Otherwise returns the reason
 * as `refusal`, a text for the sender.
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
