/**
 * Pages on which people type much: about the person, each other person of the property, leads, and the
 * records that staff add. None shows a matter, a record or a person's data as a whole. The property
 * is not among them: its draft brings the text back, and a stored page would show an older one.
 */
const PAGES = [
  /^\/(?:sell|buy)\/(?:about-you|about-the-property\/(?:sellers|buyers|giftors)\/[\w-]+)$/,
  /^\/leads\/(?!success$)[^/]+$/,
  /^\/admin\/[\w-]+\/add$/,
];

/**
 * Returns the headers of a page of one visitor. The browser may store a page with a form, so that
 * Back restores what was typed; with another cookie, as after signing out, it asks again.
 * Everything else is not stored.
 *
 * @param path without query
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
