import { plainPage, PLAIN_PAGE_HEADERS } from "./plain-page.server.ts";

/** The page for when the database is away. The text is the specification's (B-017). */
const body = plainPage({
  title: "Trouble connecting",
  text: ["We're having trouble connecting to our servers. Please refresh the page and try again."],
});

export const RETRY_AFTER_SECONDS = "10";

export function unavailablePage(): Response {
  return new Response(body, {
    status: 503,
    headers: { ...PLAIN_PAGE_HEADERS, "Retry-After": RETRY_AFTER_SECONDS },
  });
}
