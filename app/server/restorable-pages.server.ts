/**
 * Pages with long forms. None shows a whole matter or record. The property page is missing, because
 * its draft has newer values.
 */
const PAGES = [
  /^\/(?:sell|buy)\/(?:about-you|about-the-property\/(?:sellers|buyers|giftors)\/[\w-]+)$/,
  /^\/leads\/(?!success$)[^/]+$/,
  /^\/admin\/[\w-]+\/add$/,
];

/**
 * Returns the cache headers of a visitor's page. The browser may store a page with a form, so that
 * Back restores typed values. A different cookie, as after sign-out, invalidates it.
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
