import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { z } from "zod";
import { logOnEnd } from "#app/observability/access-log.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { traceRequest } from "#app/observability/tracing.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HEALTH } from "#app/platform/health.ts";
import { hasBody, hasRoomForBody, limitBody, UPLOAD_MS } from "./body-limits.server.ts";
import { findCachedPage } from "./cached-pages.server.ts";
import { sendCached } from "./cached-response.server.ts";
import { trackResponse } from "./drain.server.ts";
import type { filesIn } from "./files.server.ts";
import { completeHeaders, setCommonHeaders } from "./headers.server.ts";
import { plainPage, UNAVAILABLE } from "./plain-page.server.ts";
import { isReady } from "./readiness.server.ts";
import {
  rejectionOf,
  normaliseTarget,
  type RequestRejection,
  requestPath,
  TOO_LARGE,
  trustForwardedHost,
  warnOfUnknownProxy,
} from "./refusals.server.ts";

/**
 * Request on its way through the steps below, which run in this order before Remix. Each step
 * either responds or calls `next`. The last step's `next` calls remix-serve's listener.
 */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  path: string;
};
type RequestMiddleware = (exchange: Exchange, next: () => void) => void;
type FindFile = ReturnType<typeof filesIn>;

const stepsWith = (findFile: FindFile): readonly RequestMiddleware[] => [
  beginContext,
  setHeaders,
  answerHealthCheck,
  logRequest,
  readProxyHeaders,
  refuseInvalid,
  sendFromMemory(findFile),
  limitBodySize,
  limitRequests,
];

/**
 * Creates the context and the trace of a request, which its queries, calls to vendors and log
 * entries share.
 */
function beginContext({ request, response, id }: Exchange, next: () => void) {
  const socketAddress = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
  const drained = () => untilDrained(response);
  runInRequest({ id, socketAddress, drained }, () => traceRequest(request, response, next));
}

/**
 * Waits while a response has much that the browser has not received. Remix writes a stream without
 * waiting, so a large file would fill the memory.
 */
async function untilDrained(response: ServerResponse) {
  if (!response.writableNeedDrain || response.destroyed) return;
  await new Promise<void>((drained) => {
    for (const event of ["drain", "close"]) response.once(event, () => drained());
  });
}

function setHeaders({ response, id, path }: Exchange, next: () => void) {
  setCommonHeaders(response, id, path);
  onHeaders(response, () => completeHeaders(response));
  next();
}

/** Answers health checks from load balancers. They are frequent, so they are not logged. */
function answerHealthCheck({ response, path }: Exchange, next: () => void) {
  const send = (status: number, text: string) => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
    response.end(`${text}\n`);
  };
  if (path === HEALTH.path) {
    response.setHeader(HEALTH.header, "alive");
    send(200, "alive");
  } else if (path === "/readyz")
    void isReady().then((ready) => send(ready ? 200 : 503, ready ? "ready" : "not ready"));
  else next();
}

function logRequest({ request, response, id }: Exchange, next: () => void) {
  logOnEnd(request, response, id);
  next();
}

function readProxyHeaders({ request: { headers } }: Exchange, next: () => void) {
  warnOfUnknownProxy(headers);
  trustForwardedHost(headers);
  next();
}

function refuseInvalid({ request, response }: Exchange, next: () => void) {
  const refusal = rejectionOf(request);
  if (refusal) refuse(response, refusal);
  else next();
}

function sendFromMemory(findFile: FindFile): RequestMiddleware {
  return ({ request, response, path }, next) => {
    const cached =
      request.method === "POST" ? undefined : (findFile(path) ?? findCachedPage(request));
    if (cached) sendCached(cached, request, response);
    else next();
  };
}

function limitBodySize({ request, response, path }: Exchange, next: () => void) {
  const hasRoom = hasRoomForBody(request, path);
  limitBody(request, response, path, (reason) =>
    reason === "too large" ? refuse(response, TOO_LARGE) : respondOverloaded(response),
  );
  if (hasRoom) next();
  else respondOverloaded(response);
}

let requestsInProgress = 0;

/**
 * Refuses requests while MAX_REQUESTS are in progress. A request does not count while its body is
 * still arriving, or while its response is being downloaded.
 */
function limitRequests({ request, response }: Exchange, next: () => void) {
  if (requestsInProgress >= env.MAX_REQUESTS) {
    respondOverloaded(response);
    return;
  }
  if (hasBody(request)) request.once("end", () => countUntilAnswered(response));
  else countUntilAnswered(response);
  // Node also emits pipelined requests of a connection that has already closed.
  if (!request.socket.destroyed) next();
}

function countUntilAnswered(response: ServerResponse) {
  if (response.headersSent || response.destroyed) return;
  requestsInProgress += 1;
  let isCounted = true;
  const end = () => {
    if (isCounted) requestsInProgress -= 1;
    isCounted = false;
  };
  onHeaders(response, end);
  response.once("close", end);
}

/** Answers with a page, because a visitor may come from a form, or from a link on another site. */
function refuse(response: ServerResponse, { status, title, text, headers }: RequestRejection) {
  const page = plainPage({ title, text, more: headers });
  response.writeHead(status, page.headers);
  response.end(page.body);
}

function respondOverloaded(response: ServerResponse) {
  response.writeHead(503, UNAVAILABLE.headers);
  response.end(UNAVAILABLE.body);
}

/**
 * Installs the steps in each server when it gets its first request. remix-serve has no hook for
 * middleware, but Node announces each request. Returns a function that stops installing them in new
 * servers.
 */
export function installMiddleware(findFile: FindFile = () => undefined): () => void {
  const takeOverOnce = (message: unknown) => {
    const server = Announcement.safeParse(message).data?.server;
    if (server && !takenOver.has(server)) takeOver(server, stepsWith(findFile));
  };
  subscribe(CHANNEL, takeOverOnce);
  return () => void unsubscribe(CHANNEL, takeOverOnce);
}

const CHANNEL = "http.server.request.start";
const Announcement = z.object({ server: z.instanceof(Server) });
const takenOver = new WeakSet<Server>();

function takeOver(server: Server, steps: readonly RequestMiddleware[]) {
  takenOver.add(server);
  server.headersTimeout = 15_000;
  // Forms have a shorter limit (limitBody).
  server.requestTimeout = UPLOAD_MS;
  // This is longer than a load balancer's timeout of 60 seconds, so that the balancer never uses a
  // connection that we have just closed.
  server.keepAliveTimeout = 65_000;

  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    trackResponse(server, response);
    normaliseTarget(request);
    const id = randomBytes(8).toString("hex");
    const exchange = { request, response, id, path: requestPath(request) };
    const run = (index: number) => {
      const step = steps[index];
      if (step) step(exchange, () => run(index + 1));
      else for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    run(0);
  });
}
