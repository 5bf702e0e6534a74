import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "#app/domain/errors.ts";
import { webhooks } from "#app/platform/webhooks.server.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Bytes of bodies that the whole process has received and not answered yet, since Remix reads each body into memory. Forms
 * and messages with documents have a share each, so that neither keeps the other out.
 */
type Share = { most: number; held: number };
const small: Share = { most: 32 * MEGABYTE, held: 0 };
const large: Share = { most: 64 * MEGABYTE, held: 0 };

/** What a request takes while its body is still to come (measured: 62 kB). */
const COST_OF_WAITING = 64 * 1024;

type Allowance = { most: number; share: Share };

const form: Allowance = { most: MEGABYTE, share: small };

/** What may be sent to a webhook, where the path is one. */
function allowanceOfWebhook(path: string): Allowance | undefined {
  const webhook = webhooks.find(
    (each) => path === each.path || (each.endsInSecret && path.startsWith(`${each.path}/`)),
  );
  if (!webhook) return undefined;
  const { maxBytes: most } = webhook;
  return { most, share: most > form.most ? large : small };
}

/** Whether a vendor's server posts to this path, and none of our forms does. */
export function isWebhook(path: string): boolean {
  return allowanceOfWebhook(path) !== undefined;
}

function allowanceOf(path: string): Allowance {
  return allowanceOfWebhook(path) ?? form;
}

/** The longest body that a path accepts. */
export function maxBodyBytes(path: string): number {
  return allowanceOf(path).most;
}

/** Whether the others leave room for a body; one without a declared length is judged as it comes. */
export function hasRoomForBody({ headers }: IncomingMessage, path: string): boolean {
  const { share } = allowanceOf(path);
  return share.held + Number(headers["content-length"] ?? 0) <= share.most;
}

/** How many bytes of bodies are held now. */
export function heldBytes(): number {
  return small.held + large.held;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Counts a body as it comes, until the answer, and stops it when it is longer than its path allows, or when all bodies
 * together are too much: `refuse` answers, and the app's reading fails, so that it never sees half a form.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  refuse: (why: "too large" | "no room") => void,
): void {
  response.once("finish", () => discardRest(request));
  if (!hasBody(request)) return;
  const { most, share } = allowanceOf(path);
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
    const isTooLarge = received > most;
    if ((!isTooLarge && share.held <= share.most) || response.writableEnded) return;
    refuse(isTooLarge ? "too large" : "no room");
    ignoreLaterAnswers(response);
    // Not destroy(): the socket has to live until the answer is read. The rest of the body is thrown away.
    request.emit("error", new DomainError("That was too large to send.", 413));
    request.resume();
  });
  // Counting must not start the stream before the app listens.
  request.pause();
}

/** What the app has left unread stays on the connection, and the next request would wait behind it. */
function discardRest(request: IncomingMessage) {
  if (request.readableEnded) return;
  // Remix's own listener would pause the stream again.
  request.removeAllListeners("data");
  request.resume();
}

/** The app will try to answer too, once its reading has failed. */
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
