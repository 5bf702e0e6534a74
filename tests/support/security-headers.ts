import type { Page } from "./http-visitor.ts";

const ON_EVERYTHING: Readonly<Record<string, RegExp>> = {
  "X-Content-Type-Options": /^nosniff$/,
  "X-Frame-Options": /^DENY$/,
  "Referrer-Policy": /^same-origin$/,
  "Cross-Origin-Opener-Policy": /^same-origin$/,
  "X-Request-Id": /^[0-9a-f]{16}$/,
  "X-Powered-By": /^$/,
};

const REFUSALS = [403, 405, 413];

/**
 * Returns the names of security headers that are missing or too weak.
 *
 * @param mayBeKept true for a page that may be cached, which has no nonce and loads only our
 * scripts
 */
export function weakHeaders(
  { status, headers }: Pick<Page, "status" | "headers">,
  mayBeKept = false,
): string[] {
  const weak = Object.entries(ON_EVERYTHING)
    .filter(([name, wanted]) => !wanted.test(headers.get(name) ?? ""))
    .map(([name]) => name);
  const policy = headers.get("Content-Security-Policy") ?? "";
  const isDocument =
    headers.get("Content-Type")?.startsWith("text/html") && !REFUSALS.includes(status);
  const scripts = mayBeKept
    ? /script-src '(?:nonce-[^']{24}|self)'/
    : /script-src 'nonce-[^']{24}'/;
  const wanted = isDocument ? scripts : /^default-src 'none'/;
  const isStrong =
    wanted.test(policy) && policy.includes("frame-ancestors 'none'") && !policy.includes("unsafe");
  return isStrong ? weak : [...weak, "Content-Security-Policy"];
}
