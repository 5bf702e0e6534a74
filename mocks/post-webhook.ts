import { setTimeout as pause } from "node:timers/promises";

const TIMEOUT_MS = 20_000;

/**
 * Tells our site something, as a vendor's server does.
 *
 * @returns the status of the answer; 0 without one
 */
export function postWebhook(
  url: string,
  message: { headers: Record<string, string>; body: string },
): Promise<number> {
  const init = { method: "POST", ...message, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return fetch(url, init).then(
    (response) => response.status,
    () => 0,
  );
}

/** Posts to a webhook of Postmark's, whose address has the name and the password. @returns as postWebhook */
export function postToPostmarkHook(url: string, message: unknown): Promise<number> {
  const { origin, pathname, username, password } = new URL(url);
  const credentials = Buffer.from(
    `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  );
  return postWebhook(origin + pathname, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      authorization: `Basic ${credentials.toString("base64")}`,
    },
    body: JSON.stringify(message),
  });
}

/**
 * Tells our site again and again, until it has heard.
 *
 * @param pauses_ms how long to wait before each time
 * @param tell gives the status of the answer, 0 without one, null when there is nothing to tell or no site to tell it to
 */
export async function tellUntilHeard(
  pauses_ms: readonly number[],
  tell: () => Promise<number | null>,
): Promise<void> {
  for (const ms of pauses_ms) {
    // A process that ends does not wait for this.
    await pause(ms, undefined, { ref: false });
    const status = await tell();
    if (status === null || (status >= 200 && status < 300)) return;
  }
}
