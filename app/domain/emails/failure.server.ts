import { isRefused, VendorError } from "#app/clients/vendor-error.ts";

/**
 * What it means for an email that Postmark could not be called.
 *
 * @returns the state the email is in now (failed: no use to try again; queued: it has certainly not left; sending:
 *   nobody knows), and the reason in words without personal data.
 */
export function classifyFailure(error: unknown): {
  status: "failed" | "queued" | "sending";
  reason: string;
} {
  if (!(error instanceof VendorError)) {
    return { status: "sending", reason: error instanceof Error ? error.name : "unknown" };
  }
  const reason = [error.vendor, error.kind, error.code].filter(Boolean).join(" ");
  if (error.permanent) return { status: "failed", reason };
  return { status: isRefused(error) ? "queued" : "sending", reason };
}
