import type { IncomingMessage } from "node:http";
import { errorTexts } from "./errors.ts";
import { plainPage, PLAIN_PAGE_HEADERS } from "./plain-page.server.ts";
import type { Refusal } from "./request-check.server.ts";

/** What a person can do about a refusal, by its status. */
const ways: Record<number, { title?: string; way: string }> = {
  403: {
    title: errorTexts.forbidden,
    way: "Open the page on our site, and send the form from there.",
  },
  413: { way: "Nothing was saved. Go back, shorten what you typed, and send it again." },
  429: { title: errorTexts["too-many"], way: "In a few minutes the page will open again." },
};

/** The refusal as a page of the house for whoever reads pages; for a program it stays one line of text. */
export function asPage(request: IncomingMessage, refusal: Refusal): Refusal {
  if (!request.headers.accept?.includes("text/html")) return refusal;
  const { status, text, headers } = refusal;
  const { title, way } = ways[status] ?? {};
  return {
    status,
    text: plainPage({
      title: title ?? text,
      text: [title ? text : "", way ?? "Start again from the homepage."].filter(Boolean),
    }),
    headers: { ...headers, ...PLAIN_PAGE_HEADERS },
  };
}
