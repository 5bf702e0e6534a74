import { setTimeout as pause } from "node:timers/promises";

const TIMEOUT_MS = 20_000;

/** Sends a webhook as a vendor does. Returns the status of the response; 0 if there was none. */
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

/**
 * Sends a webhook as Postmark does, with the user name and password in its URL as Basic
 * authentication.
 */
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
 * Sends a webhook until it succeeds, with a pause before each attempt. `tell` makes an attempt. It
 * returns the status of the response, 0 if there was none, or null if there is nothing to send.
 */
export async function postWithRetries(
  pauses_ms: readonly number[],
  tell: () => Promise<number | null>,
): Promise<void> {
  for (const ms of pauses_ms) {
    // Don't let this timer keep the process running.
    await pause(ms, undefined, { ref: false });
    const status = await tell();
    if (status === null || (status >= 200 && status < 300)) return;
  }
}
