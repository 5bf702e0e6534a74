import { expect, type BrowserContext } from "@playwright/test";

/**
 * Matches the browser’s console messages about requests that journeys make fail on purpose, and
 * about a load that the next navigation replaced, which Remix logs (remix-run/react-router#14761).
 */
const meant =
  /^(?:Failed to load resource: (?:the server responded with a status of |net::ERR_(?:FAILED|INTERNET_DISCONNECTED)$)|AbortError: signal is aborted without reason)/;

export function watchConsole(context: BrowserContext) {
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !meant.test(message.text())) {
      complaints.push(`${message.page()?.url() ?? ""}: ${message.text()}`);
    }
  });
  context.on("weberror", (error) => {
    complaints.push(`${error.page()?.url() ?? ""}: ${error.error().message}`);
  });
  return { expectNone: () => expect(complaints, "what the browser complained about").toEqual([]) };
}
