import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from "node:zlib";
import { flashCookie } from "#app/platform/cookies.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { COOKIE_CHOICE_COOKIE } from "./cookie-choice.server.ts";
import type { Kept } from "./kept.server.ts";

/**
 * Pages that are the same for every visitor, by path: rendered once a process, because prices, quotes and the company come
 * from its code and settings.
 */
const pages = new Map<string, Kept>();

/** A page shows something else to a visitor who sends one of these. Over https their names have a prefix (SE-9). */
const CHANGING_COOKIES = [flashCookie.name, COOKIE_CHOICE_COOKIE];

function changesPages(cookies: string) {
  return cookies
    .split(";")
    .some((cookie) => CHANGING_COOKIES.some((name) => cookie.trimStart().startsWith(`${name}=`)));
}

/** @returns undefined when the page has to be rendered */
export function findKeptPage({ url = "/", headers }: IncomingMessage): Kept | undefined {
  return changesPages(headers.cookie ?? "") ? undefined : pages.get(url);
}

/** The one-time key of a form: as it stands in the page, and how to make another. */
type Key = { shown: string; make: () => string };

/**
 * Keeps a page that was rendered for a visitor without cookies.
 *
 * @param path without a query: an address with one is rendered
 * @param page.policy its content security policy
 * @param page.key of the form in it, which is another for each visitor
 */
export async function keepPage(
  path: string,
  { html, policy, key }: { html: Buffer; policy: string; key: Key | null },
): Promise<void> {
  if (pages.has(path)) return;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": "no-cache",
    "Speculation-Rules": `"${paths.site.prefetch()}"`,
  };
  if (key) {
    // A browser that kept it would show a used key.
    if (key.shown) pages.set(path, { headers, etag: null, bodies: bodiesWithKey(html, key) });
    return;
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html),
    promisify(gzip)(html, { level: 9 }),
  ]);
  const etag = sha256(html, "base64").slice(0, 22);
  const bodies = { br: () => br, gzip: () => gz, identity: () => html };
  pages.set(path, { headers, etag, bodies });
}

/**
 * What stands before and after the key is compressed once. The key goes between them as a stored block (RFC 1951, 3.2.4),
 * and the checksum is carried on over it; Brotli has nothing as simple.
 */
function bodiesWithKey(html: Buffer, key: Key): Kept["bodies"] {
  const at = html.indexOf(key.shown);
  const before = html.subarray(0, at);
  const after = html.subarray(at + key.shown.length);
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
  const start = deflateRawSync(before, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(after, { level: 9 });
  const checksum = crc32(before);
  return {
    gzip() {
      const made = Buffer.from(key.make());
      const stored = Buffer.alloc(5);
      stored.writeUInt16LE(made.length, 1);
      stored.writeUInt16LE(~made.length & 0xffff, 3);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(after, crc32(made, checksum)), 0);
      trailer.writeUInt32LE(before.length + made.length + after.length, 4);
      return Buffer.concat([header, start, stored, made, end, trailer]);
    },
    identity: () => Buffer.concat([before, Buffer.from(key.make()), after]),
  };
}
