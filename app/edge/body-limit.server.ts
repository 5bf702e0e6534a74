import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "#app/domain/errors.ts";
import { paths } from "#app/paths.ts";

const FORM_BYTES = 1024 * 1024;
const WEBHOOK_BYTES = 256 * 1024;
/** The documents of a matter's searches, with their plans, in one message. */
const SEARCHES_BYTES = 32 * 1024 * 1024;

/** remix-serve reads whatever it is sent into memory. */
export function maxBodyBytes(path: string): number {
  if (path === paths.webhooks.stripe()) return WEBHOOK_BYTES;
  return path === paths.webhooks.searches() ? SEARCHES_BYTES : FORM_BYTES;
}

/**
 * Stops a body that comes in chunks of no declared length when it passes the limit: `refuse` answers, and the app
 * sees its reading fail, never half a form. A declared length is checked before, and the parser holds the sender to it.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  refuse: () => void,
): void {
  response.once("finish", () => discardRest(request));
  if (request.headers["transfer-encoding"] === undefined) return;
  let received = 0;
  request.on("error", () => undefined);
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limit || response.writableEnded) return;
    refuse();
    ignoreLaterAnswers(response);
    // Not destroy(): the socket has to live until the answer is read. The rest of the body is thrown away.
    request.emit("error", new DomainError("Too much was sent at once.", 413));
    request.resume();
  });
  // Counting must not set the stream going before the app listens.
  request.pause();
}

/** What the app has not read, when it has answered, stays on the connection, and the next request waits behind it. */
function discardRest(request: IncomingMessage) {
  if (request.readableEnded) return;
  // Remix's own listener would stop the stream again.
  request.removeAllListeners("data");
  request.resume();
}

/** The app will try to answer too, once its reading has failed. */
function ignoreLaterAnswers(response: ServerResponse) {
  const { statusCode } = response;
  Object.defineProperty(response, "statusCode", { get: () => statusCode, set: () => undefined });
  Object.assign(response, {
    getHeader: () => undefined,
    setHeader: () => response,
    writeHead: () => response,
    write: () => true,
    end: () => response,
  });
}
