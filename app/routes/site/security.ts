import { addDays } from "date-fns";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";

/**
 * Days until the file expires. RFC 9116 recommends less than a year. Each response contains a new
 * expiry date.
 */
const VALID_DAYS = 180;

/** Serves the file that says where to report vulnerabilities. */
export function loader() {
  const lines = [
    `Contact: mailto:${env.SUPPORT_EMAIL}`,
    `Expires: ${addDays(new Date(), VALID_DAYS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl(paths.site.securityContact())}`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
