import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "#app/domain/errors.ts";
import { webhooks } from "#app/platform/webhooks.server.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Budget for the memory that request bodies use in total, in bytes. It is limited because Remix
 * reads each complete body into memory. Forms and messages with documents have separate budgets, so
 * that neither can use up the other's.
 */
type BodyBudget = { max: number; held: number };
const small: BodyBudget = { max: 32 * MEGABYTE, held: 0 };
const large: BodyBudget = { max: 64 * MEGABYTE, held: 0 };

/** Memory that a request takes while we wait for its body (62 kB when measured). */
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

/** Returns true if this is the path of a webhook, to which only vendors send requests. */
export function isWebhook(path: string): boolean {
  return allowanceOfWebhook(path) !== undefined;
}

function allowanceOf(path: string): Allowance {
  return allowanceOfWebhook(path) ?? form;
}

export function maxBodyBytes(path: string): number {
  return allowanceOf(path).max;
}

/**
 * Returns true if the budget has room for a request's body. A body without a declared length is
 * counted only while it arrives.
 */
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
 * Counts a body against its budget until the response has been sent. If the body is too large, or
 * the budget is used up, calls `refuse` to answer, and makes the app's read of the body fail, so
 * that the app never sees half a form.
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
    // Emit an error instead of calling destroy(), which would close the connection before the
    // client reads the response. The rest of the body is discarded.
    request.emit("error", new DomainError("That was too large to send.", 413));
    request.resume();
  });
  // Adding a "data" listener starts the stream, so pause it until the app reads the body.
  request.pause();
}

/**
 * Discards a body that no one has read, because it would block the next request on the same
 * connection.
 */
function discardRest(request: IncomingMessage) {
  if (request.readableEnded) return;
  // Remove the listener that Remix added, because it would pause the stream again.
  request.removeAllListeners("data");
  request.resume();
}

/** Ignores the response that the app still sends after the request has been refused. */
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
