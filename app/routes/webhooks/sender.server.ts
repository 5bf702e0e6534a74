import { clientIp, type Limit, secondsUntilTurn, takeOneTurn } from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/** Wrong passwords from one network address: after these, nothing it sends is looked at for a while. */
const WRONG_PASSWORDS = { limit: 20, seconds: 5 * 60 };

/**
 * Judges whoever posts to a webhook by a password. A vendor whose password is being changed sends again, so that to be
 * put off costs it nothing.
 *
 * @param webhook its name, as the log has it
 * @param isVendor judges by the headers and, where it must, the beginning of the body
 * @returns how a stranger is answered; null for the vendor
 */
export async function refuseStranger(
  request: Request,
  webhook: string,
  isVendor: () => boolean | Promise<boolean>,
): Promise<Response | null> {
  const limit: Limit = { key: `webhook:${webhook}:${clientIp(request)}`, ...WRONG_PASSWORDS };
  const seconds = await secondsUntilTurn(db, limit);
  if (seconds > 0) {
    const headers = { "Retry-After": String(seconds) };
    return new Response("Too many wrong passwords.", { status: 429, headers });
  }
  if (await isVendor()) return null;
  await takeOneTurn(db, limit);
  report(new Error(`A stranger posted to the webhook of ${webhook}`), { severity: "warning" });
  const headers = { "WWW-Authenticate": 'Basic realm="webhooks"' };
  return new Response("The user name or password is wrong.", { status: 401, headers });
}

/**
 * Reads a body as text, no further than is asked for: what is not asked for is not taken off the wire.
 *
 * @returns a function that gives the text of as many bytes, or a few more, and of the whole body when no number is given
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

/** Tells a vendor to send it again: the database was restored from a backup, and may not know yet what it is about. */
export function sendAgain(): Response {
  return new Response("Not now. Please send it again.", {
    status: 503,
    headers: { "Retry-After": HOUR },
  });
}
