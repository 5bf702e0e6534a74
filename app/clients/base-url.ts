import type { Vendor } from "#app/platform/vendors.server.ts";
import { VendorError } from "./vendor-error.ts";

/** Patterns of values that people or templates set when a URL is not known. */
const placeholders = [
  /[{}<>]/,
  /__\w+__/,
  /\$\(?\w+/,
  /%[A-Z_]+%/,
  /\b(example|placeholder|changeme|change-me|todo|your-[\w-]+)\b/i,
  /\.(invalid|example)(?=[:/]|$)/i,
];

/**
 * Throws if a vendor's base URL is invalid or a placeholder.
 * @throws {VendorError} "not_configured"
 */
export function assertBaseUrl(vendor: Vendor, baseUrl: string): void {
  if (URL.canParse(baseUrl) && /^https?:/.test(baseUrl) && !looksLikePlaceholder(baseUrl)) return;
  throw new VendorError(
    vendor,
    "not_configured",
    `${vendor} cannot be reached: its address in the settings is not valid`,
  );
}

export function looksLikePlaceholder(url: string): boolean {
  return placeholders.some((pattern) => pattern.test(url));
}
