import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";

import { z } from "zod";
import { logWhenOver } from "#app/observability/access-log.server.ts";
import { hasRoomForBody, limitBody } from "./body-limit.server.ts";
import { isDraining, trackResponse } from "./drain.server.ts";
import type { filesIn } from "./files.server.ts";
import { findKeptPage } from "./kept-pages.server.ts";
import { answerWith } from "./kept.server.ts";
import { isReady } from "./readiness.server.ts";
import { plainPage, UNAVAILABLE } from "./plain-page.server.ts";
import {
  requestPath,
  type Refusal,
  findRefusal,
  trustForwardedHost,
  normaliseTarget,
  TOO_LARGE,
  warnOfUnknownProxy,
} from "./request-check.server.ts";
import { HEALTH } from "#app/platform/health.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { traceRequest } from "#app/observability/tracing.server.ts";
import { addHeaders } from "./response-headers.server.ts";
import {
  countConnections,
  isFirstOfItsConnection,
  isLastOfItsConnection,
  queueRequest,
} from "./turns.server.ts";

/**
 * The edge: what happens to every request before and after the app. remix-serve makes the server and offers no
 * place for it, so it is put between the server and its listener when the first request arrives, which is announced
 * before it is handled.
 */

const CHANNEL = "http.server.request.start";
const Announcement = z.object({ server: z.instanceof(Server) });
const guarded = new WeakSet<Server>();

type FindFile = ReturnType<typeof filesIn>;

/**
 * To be called, not merely imported: a bundler drops an import that nothing is used of.
 *
 * @param findFile the files that are answered from here; in development Vite has them
 * @returns a function that leaves servers alone which have had no request yet
 */
export function guardServers(findFile: FindFile = () => undefined): () => void {
  const guardOnce = (message: unknown) => {
    const server = Announcement.safeParse(message).data?.server;
    if (server && !guarded.has(server)) guard(server, findFile);
  };
  subscribe(CHANNEL, guardOnce);
  return () => void unsubscribe(CHANNEL, guardOnce);
}

function guard(server: Server, findFile: FindFile) {
  guarded.add(server);
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  // Longer than the minute for which balancers keep a connection, or they use one that has just been closed.
  server.keepAliveTimeout = 65_000;

  countConnections(server);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!isFirstOfItsConnection(request, response)) return;
    const id = randomBytes(8).toString("hex");
    trackResponse(server, response);
    runInRequest({ id, socketAddress: remoteAddress(request) }, () =>
      traceRequest(request, response, () =>
        receive(request, response, { id, findFile }, () => {
          for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
        }),
      ),
    );
  });
}

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { id, findFile }: { id: string; findFile: FindFile },
  passOn: () => void,
) {
  normaliseTarget(request);
  const path = requestPath(request);
  const { socket, headers } = request;
  const isLast = () => isDraining() || isLastOfItsConnection(socket);
  addHeaders(request, response, { requestId: id, isLast });
  // Asked every few seconds, by address rather than by name.
  if (path === HEALTH.path) {
    response.setHeader(HEALTH.header, "alive");
    respond(response, 200, "alive");
    return;
  }
  if (path === "/readyz") {
    void respondToReadiness(response);
    return;
  }

  logWhenOver(request, response, id);
  warnOfUnknownProxy(headers);
  trustForwardedHost(headers);
  const refusal = findRefusal(request);
  if (refusal) {
    refuse(response, refusal);
    return;
  }
  const kept = request.method === "POST" ? undefined : (findFile(path) ?? findKeptPage(request));
  if (kept) {
    answerWith(kept, request, response);
    return;
  }
  const hasRoom = hasRoomForBody(request, path);
  limitBody(request, response, path, (why) =>
    why === "too large" ? refuse(response, TOO_LARGE) : putOff(response),
  );
  if (!hasRoom || !queueRequest(request, response, passOn)) putOff(response);
}

/** There is more to do than can be done at once. */
function putOff(response: ServerResponse) {
  response.writeHead(503, UNAVAILABLE.headers);
  response.end(UNAVAILABLE.body);
}

async function respondToReadiness(response: ServerResponse) {
  const ready = await isReady();
  respond(response, ready ? 200 : 503, ready ? "ready" : "not ready");
}

/** For machines. What is left of the request is read and thrown away, so that the sender gets to see the answer. */
function respond(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}

/** For people, who may have come here by a form or a link on another site. */
function refuse(response: ServerResponse, { status, title, text, headers }: Refusal) {
  const page = plainPage({ title, text, more: headers });
  response.writeHead(status, page.headers);
  response.end(page.body);
}

function remoteAddress(request: IncomingMessage) {
  return request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
}
