import {
  clientIp,
  type Limit,
  secondsUntilToken,
  consumeLimit,
} from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/** Rate limit on wrong passwords per IP address. */
const WRONG_PASSWORDS = { limit: 20, seconds: 5 * 60 };

/**
 * Checks the password of a webhook request. Limits wrong passwords. This may affect a vendor whose
 * password is being changed, but the vendor sends the request again later. Returns null if the
 * password is right, and a response if it is not.
 */
export async function authenticateWebhook(
  request: Request,
  webhook: string,
  isVendor: () => boolean | Promise<boolean>,
): Promise<Response | null> {
  const limit: Limit = { key: `webhook:${webhook}:${clientIp(request)}`, ...WRONG_PASSWORDS };
  const seconds = await secondsUntilToken(db, limit);
  if (seconds > 0) {
    const headers = { "Retry-After": String(seconds) };
    return new Response("Too many wrong passwords.", { status: 429, headers });
  }
  if (await isVendor()) return null;
  await consumeLimit(db, limit);
  report(new Error(`webhook authentication failed: ${webhook}`), { severity: "warning" });
  const headers = { "WWW-Authenticate": 'Basic realm="webhooks"' };
  return new Response("The user name or password is wrong.", { status: 401, headers });
}

/**
 * Returns a function that reads the request body as text. The function stops reading after at least
 * the requested number of bytes, and returns all the text read so far.
 */
export function textReader(body: ReadableStream<Uint8Array> | null) {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let read = 0;
  let isOver = !reader;
  return async (bytes = Infinity): Promise<string> => {
    while (reader && !isOver && read < bytes) {
      const next = await reader.read();
      isOver = next.done;
      read += next.value?.length ?? 0;
      parts.push(decoder.decode(next.value, { stream: !next.done }));
    }
    return parts.join("");
  };
}

const HOUR = "3600";

/**
 * Asks a vendor to send the message again later. A database restored from a backup may not yet have
 * the record that the message is about.
 */
export function retryLater(): Response {
  return new Response("Not now. Please send it again.", {
    status: 503,
    headers: { "Retry-After": HOUR },
  });
}
