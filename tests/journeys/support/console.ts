import { expect, type BrowserContext } from "@playwright/test";

/**
 * A browser logs every answer that is an error, and every request that a journey cuts off; they are meant, and the
 * journeys look at the pages themselves.
 */
const meant =
  /^Failed to load resource: (?:the server responded with a status of |net::ERR_(?:FAILED|INTERNET_DISCONNECTED)$)/;

/** Writes down what the browser complains about: errors of scripts, and what the content security policy refused. */
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
