import {
  clientIp,
  type Limit,
  secondsUntilToken,
  consumeLimit,
} from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/** Rate limit of wrong passwords per IP address. */
const WRONG_PASSWORDS = { limit: 20, seconds: 5 * 60 };

/**
 * Authenticates a webhook by password. Limits failures, because a vendor whose password is being
 * changed retries later. Returns the response if the sender is not the vendor; null for the vendor.
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
 * Reads a body as text, only as far as requested. The result contains at least that many bytes of
 * it.
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

/** Asks a vendor to retry, because a restored database may not know the subject yet. */
export function retryLater(): Response {
  return new Response("Not now. Please send it again.", {
    status: 503,
    headers: { "Retry-After": HOUR },
  });
}
