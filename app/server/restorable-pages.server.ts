/**
 * Paths of pages with long forms. None of them shows a whole matter or record. The page about the
 * property is left out, because its draft may have newer values than the browser.
 */
const PAGES = [
  /^\/(?:sell|buy)\/(?:about-you|about-the-property\/(?:sellers|buyers|giftors)\/[\w-]+)$/,
  /^\/leads\/(?!success$)[^/]+$/,
  /^\/admin\/[\w-]+\/add$/,
];

/**
 * Returns the cache headers of a page that needs a session. If the page has a form, the browser may
 * store it, so that the Back button restores the typed values. A stored page is not used with a
 * different cookie, for example after sign-out.
 */
export function visitorCaching({
  method,
  path,
  status,
}: {
  method: string;
  path: string;
  status: number;
}): Record<string, string> {
  const isRestorable = method === "GET" && status === 200 && PAGES.some((page) => page.test(path));
  return isRestorable
    ? { "Cache-Control": "private, no-cache", Vary: "Cookie" }
    : { "Cache-Control": "no-store" };
}
