import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";

import { z } from "zod";
import { logWhenOver } from "./access-log.server.ts";
import { limitBody, maxBodyBytes } from "./body-limit.server.ts";
import { isDraining, trackResponse } from "./drain.server.ts";
import { isReady } from "./readiness.server.ts";
import { asPage } from "./refusal-page.server.ts";
import { type Refusal, refusalOf, settleHost } from "./request-check.server.ts";
import { runInRequest } from "./request-context.server.ts";
import { addHeaders } from "./response-headers.server.ts";

/**
 * The edge: what happens to every request before and after the app. remix-serve makes the server and offers no
 * place for it, so it is put between the server and its listener when the first request arrives, which is announced
 * before it is handled.
 */

const CHANNEL = "http.server.request.start";
const Announcement = z.object({ server: z.instanceof(Server) });
const guarded = new WeakSet<Server>();

/**
 * To be called, not merely imported: a bundler drops an import that nothing is used of.
 *
 * @returns a function that leaves servers alone which have had no request yet
 */
export function guardServers(): () => void {
  subscribe(CHANNEL, guardOnce);
  return () => void unsubscribe(CHANNEL, guardOnce);
}

function guardOnce(message: unknown) {
  const server = Announcement.safeParse(message).data?.server;
  if (server && !guarded.has(server)) guard(server);
}

function guard(server: Server) {
  guarded.add(server);
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  // Longer than the minute for which balancers keep a connection, or they use one that has just been closed.
  server.keepAliveTimeout = 65_000;

  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const id = randomBytes(8).toString("hex");
    trackResponse(server, response);
    runInRequest({ id, socketAddress: addressOf(request) }, () =>
      receive(request, response, id, () => {
        for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      }),
    );
  });
}

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  passOn: () => void,
) {
  const path = request.url?.split("?", 1)[0] ?? "";
  addHeaders(request, response, { requestId, isLast: isDraining });
  // Asked every few seconds, by address rather than by name.
  if (path === "/healthz") {
    answer(response, { status: 200, text: "alive" });
    return;
  }
  if (path === "/readyz") {
    void answerReadiness(response);
    return;
  }

  logWhenOver(request, response, requestId);
  settleHost(request.headers);
  const refusal = refusalOf(request);
  if (refusal) {
    answer(response, asPage(request, refusal));
    return;
  }
  limitBody(request, response, maxBodyBytes(path), () =>
    answer(response, asPage(request, { status: 413, text: "Too much was sent at once." })),
  );
  passOn();
}

async function answerReadiness(response: ServerResponse) {
  const ready = await isReady();
  answer(response, ready ? { status: 200, text: "ready" } : { status: 503, text: "not ready" });
}

/** What is left of the request is read and thrown away, so that the sender gets to see the answer. */
function answer(response: ServerResponse, { status, text, headers = {} }: Refusal) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers });
  response.end(`${text}\n`);
}

function addressOf(request: IncomingMessage) {
  return request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
}
