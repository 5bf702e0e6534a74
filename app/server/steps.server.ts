import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { z } from "zod";
import { logWhenOver } from "#app/observability/access-log.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { traceRequest } from "#app/observability/tracing.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HEALTH } from "#app/platform/health.ts";
import { hasBody, hasRoomForBody, limitBody } from "./body-limits.server.ts";
import { findCachedPage } from "./cached-pages.server.ts";
import { sendCached } from "./cached-response.server.ts";
import { trackResponse } from "./drain.server.ts";
import type { filesIn } from "./files.server.ts";
import { completeHeaders, setCommonHeaders } from "./headers.server.ts";
import { plainPage, UNAVAILABLE } from "./plain-page.server.ts";
import { isReady } from "./readiness.server.ts";
import {
  findRefusal,
  normaliseTarget,
  type Refusal,
  requestPath,
  TOO_LARGE,
  trustForwardedHost,
  warnOfUnknownProxy,
} from "./refusals.server.ts";

/**
 * Every request passes through the steps below, in this order, before Remix. Each step answers the
 * request or calls `next`; after the last, remix-serve's own listener is called.
 */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  path: string;
};
type Step = (exchange: Exchange, next: () => void) => void;
type FindFile = ReturnType<typeof filesIn>;

const stepsWith = (findFile: FindFile): readonly Step[] => [
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

/** Gives the request its id and its trace, which queries, calls of vendors and log lines share. */
function beginContext({ request, response, id }: Exchange, next: () => void) {
  const socketAddress = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
  runInRequest({ id, socketAddress }, () => traceRequest(request, response, next));
}

function setHeaders({ response, id, path }: Exchange, next: () => void) {
  setCommonHeaders(response, id, path);
  onHeaders(response, () => completeHeaders(response));
  next();
}

/** Balancers ask every few seconds, by address rather than by name, and are not logged. */
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
  logWhenOver(request, response, id);
  next();
}

function readProxyHeaders({ request: { headers } }: Exchange, next: () => void) {
  warnOfUnknownProxy(headers);
  trustForwardedHost(headers);
  next();
}

/** Refuses what the first lines of a request already show to be wrong. */
function refuseInvalid({ request, response }: Exchange, next: () => void) {
  const refusal = findRefusal(request);
  if (refusal) refuse(response, refusal);
  else next();
}

/** Sends files of the build, and pages that are the same for everyone. */
function sendFromMemory(findFile: FindFile): Step {
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
    reason === "too large" ? refuse(response, TOO_LARGE) : refuseForNow(response),
  );
  if (hasRoom) next();
  else refuseForNow(response);
}

let underWay = 0;

/**
 * Refuses requests beyond MAX_REQUESTS under way. A visitor who is slow to send a body, or to
 * fetch a response, is no work and does not count.
 */
function limitRequests({ request, response }: Exchange, next: () => void) {
  if (underWay >= env.MAX_REQUESTS) {
    refuseForNow(response);
    return;
  }
  if (hasBody(request)) request.once("end", () => countUntilAnswered(response));
  else countUntilAnswered(response);
  // Node announces pipelined requests even after their connection has closed.
  if (!request.socket.destroyed) next();
}

function countUntilAnswered(response: ServerResponse) {
  if (response.headersSent || response.destroyed) return;
  underWay += 1;
  let isCounted = true;
  const end = () => {
    if (isCounted) underWay -= 1;
    isCounted = false;
  };
  onHeaders(response, end);
  response.once("close", end);
}

/** Answers with a page for people, who may come from a form or a link on another site. */
function refuse(response: ServerResponse, { status, title, text, headers }: Refusal) {
  const page = plainPage({ title, text, more: headers });
  response.writeHead(status, page.headers);
  response.end(page.body);
}

/** Answers that there is more to do than can be done at once. */
function refuseForNow(response: ServerResponse) {
  response.writeHead(503, UNAVAILABLE.headers);
  response.end(UNAVAILABLE.body);
}

/**
 * Puts the steps in front of the listeners of each server that gets its first request.
 *
 * remix-serve makes the server and offers no place for our steps, but Node announces a request
 * before it is handled.
 *
 * @param findFile finds the files that are sent from memory; in development Vite sends them
 * @returns a function that leaves servers alone which have had no request yet
 */
export function takeOverServers(findFile: FindFile = () => undefined): () => void {
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

function takeOver(server: Server, steps: readonly Step[]) {
  takenOver.add(server);
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  // Longer than the minute for which balancers keep a connection, or they use one that has just been closed.
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
