import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { flashCookie } from "#app/platform/cookies.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { COOKIE_CHOICE_COOKIE } from "./cookie-choice.server.ts";
import type { CachedResponse } from "./cached-response.server.ts";

/**
 * Cache of pages that are the same for all visitors. They stay valid while the process runs,
 * because their prices, quotes and company details come from code and settings.
 */
const pages = new Map<string, CachedResponse>();

/** Cookies that change what a page shows. Over https, their names have a prefix (SE-9). */
const CHANGING_COOKIES = [flashCookie.name, COOKIE_CHOICE_COOKIE];

function changesPages(cookies: string) {
  return cookies
    .split(";")
    .some((cookie) => CHANGING_COOKIES.some((name) => cookie.trimStart().startsWith(`${name}=`)));
}

/** Returns the cached page for a request; undefined if the page must be rendered. */
export function findCachedPage({
  url = "/",
  headers,
}: IncomingMessage): CachedResponse | undefined {
  return changesPages(headers.cookie ?? "") ? undefined : pages.get(url);
}

/** Caches a page. The request that it was rendered for must have had no cookies and no query. */
export async function cachePage(
  path: string,
  { html, policy }: { html: Buffer; policy: string },
): Promise<void> {
  if (pages.has(path)) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html),
    promisify(gzip)(html, { level: 9 }),
  ]);
  pages.set(path, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-cache",
      "Speculation-Rules": `"${paths.site.prefetch()}"`,
    },
    etag: sha256(html, "base64").slice(0, 22),
    bodies: { br, gzip: gz, identity: html },
  });
}
