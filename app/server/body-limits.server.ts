import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { UPLOAD_LIMITS } from "#app/domain/documents/uploaded-file.ts";
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

/** Uploads stream to the disk, so only their connections count: about 500 at a time. */
const uploads: BodyBudget = { max: 32 * MEGABYTE, held: 0 };

/** Memory that a request takes while we wait for its body (62 kB when measured). */
const COST_OF_WAITING = 64 * 1024;

type Allowance = {
  max: number;
  share: BodyBudget;
  /** True if the body is not read into memory. */
  streams?: boolean;
  /** Time within which the body must have arrived. */
  ms: number;
};

const BODY_MS = 30_000;
/** 100 MB take 14 minutes over a connection that uploads a megabit a second. */
export const UPLOAD_MS = 15 * 60_000;

const form: Allowance = { max: MEGABYTE, share: small, ms: BODY_MS };
const upload: Allowance = {
  max: UPLOAD_LIMITS.request_bytes,
  share: uploads,
  streams: true,
  ms: UPLOAD_MS,
};

/** Paths of the forms with files. Their actions read a multipart body with `withUpload`. */
const UPLOADS =
  /^\/(?:dashboard\/(?:sell|buy)\/[0-9a-f]{24}\/(?:documents|messages)|admin\/transactions\/[0-9a-f]{24}\/documents\/upload)(?:\.data)?$/;

/** Any other body on the same path is read into memory, so it has the limit of a form. */
function isUpload(path: string, { "content-type": type }: IncomingHttpHeaders): boolean {
  return UPLOADS.test(path) && type?.startsWith("multipart/form-data") === true;
}

function allowanceOfWebhook(path: string): Allowance | undefined {
  const webhook = webhooks.find(
    (each) => path === each.path || (each.endsInSecret && path.startsWith(`${each.path}/`)),
  );
  if (!webhook) return undefined;
  const { maxBytes: most } = webhook;
  return { max: most, share: most > form.max ? large : small, ms: BODY_MS };
}

/** Returns true if this is the path of a webhook, to which only vendors send requests. */
export function isWebhook(path: string): boolean {
  return allowanceOfWebhook(path) !== undefined;
}

function allowanceOf(path: string, headers: IncomingHttpHeaders): Allowance {
  return allowanceOfWebhook(path) ?? (isUpload(path, headers) ? upload : form);
}

export function maxBodyBytes(path: string, headers: IncomingHttpHeaders): number {
  return allowanceOf(path, headers).max;
}

/**
 * Returns true if the budget has room for a request's body. A body without a declared length is
 * counted only while it arrives.
 */
export function hasRoomForBody({ headers }: IncomingMessage, path: string): boolean {
  const { share, streams } = allowanceOf(path, headers);
  const bytes = streams ? COST_OF_WAITING : Number(headers["content-length"] ?? 0);
  return share.held + bytes <= share.max;
}

export function bodyBytesInMemory(): number {
  return small.held + large.held + uploads.held;
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
  const { max, share, streams, ms } = allowanceOf(path, request.headers);
  limitTime(request, response, ms);
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
    if (!streams) hold(chunk.length);
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
 * Ends a connection with a 408 if the body has not arrived in time. Node has one time limit for all
 * requests of a server, which is that of uploads.
 */
function limitTime(request: IncomingMessage, response: ServerResponse, ms: number) {
  const late = setTimeout(() => {
    const { socket } = request;
    if (!response.headersSent && socket.writable) {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    }
    socket.destroy();
  }, ms);
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(late));
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
