import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "#app/domain/errors.ts";
import { webhooks } from "#app/platform/webhooks.server.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Bytes of request bodies in memory, since Remix reads each body whole. Forms and messages with
 * documents have separate limits, so that neither blocks the other.
 */
type BodyBudget = { max: number; held: number };
const small: BodyBudget = { max: 32 * MEGABYTE, held: 0 };
const large: BodyBudget = { max: 64 * MEGABYTE, held: 0 };

/** Memory of a request that waits for its body (measured: 62 kB). */
const COST_OF_WAITING = 64 * 1024;

type Allowance = { max: number; share: BodyBudget };

const form: Allowance = { max: MEGABYTE, share: small };

function allowanceOfWebhook(path: string): Allowance | undefined {
  const webhook = webhooks.find(
    (each) => path === each.path || (each.endsInSecret && path.startsWith(`${each.path}/`)),
  );
  if (!webhook) return undefined;
  const { maxBytes: most } = webhook;
  return { max: most, share: most > form.max ? large : small };
}

/** Returns true if vendors post to this path, and none of our forms does. */
export function isWebhook(path: string): boolean {
  return allowanceOfWebhook(path) !== undefined;
}

function allowanceOf(path: string): Allowance {
  return allowanceOfWebhook(path) ?? form;
}

export function maxBodyBytes(path: string): number {
  return allowanceOf(path).max;
}

/** Returns true if there is room for a body. Without a declared length it counts as it arrives. */
export function hasRoomForBody({ headers }: IncomingMessage, path: string): boolean {
  const { share } = allowanceOf(path);
  return share.held + Number(headers["content-length"] ?? 0) <= share.max;
}

export function bodyBytesInMemory(): number {
  return small.held + large.held;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Counts a body until the response, and stops it beyond its own or the common limit. `refuse`
 * answers; the app's read fails, so that it never sees half a form.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  refuse: (why: "too large" | "no room") => void,
): void {
  response.once("finish", () => discardRest(request));
  if (!hasBody(request)) return;
  const { max, share } = allowanceOf(path);
  let received = 0;
  let held = 0;
  const hold = (bytes: number) => {
    held += bytes;
    share.held += bytes;
  };
  hold(COST_OF_WAITING);
  response.once("close", () => hold(-held));
  request.on("error", () => undefined);
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    hold(chunk.length);
    const isTooLarge = received > max;
    if ((!isTooLarge && share.held <= share.max) || response.writableEnded) return;
    refuse(isTooLarge ? "too large" : "no room");
    ignoreLaterAnswers(response);
    // destroy() would end the socket before the response is read. The rest of the body is
    // discarded.
    request.emit("error", new DomainError("That was too large to send.", 413));
    request.resume();
  });
  // Counting must not start the stream before the app listens.
  request.pause();
}

/** Discards an unread body, which would block the next request on the connection. */
function discardRest(request: IncomingMessage) {
  if (request.readableEnded) return;
  // Remix's own listener would pause the stream again.
  request.removeAllListeners("data");
  request.resume();
}

/** Ignores the app's own response after a refusal. */
function ignoreLaterAnswers(response: ServerResponse) {
  const { statusCode } = response;
  Object.defineProperty(response, "statusCode", { get: () => statusCode, set() {} });
  Object.assign(response, {
    getHeader: () => undefined,
    setHeader: () => response,
    writeHead: () => response,
    write: () => true,
    end: () => response,
  });
}
