import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { env } from "#app/platform/env.server.ts";
import { hasBody } from "./body-limit.server.ts";
import { HEADERS_SENT } from "./response-headers.server.ts";

/**
 * Who is answered when. More visitors than the process can serve must not keep those waiting whose answer costs
 * nothing, health checks above all, and nothing is done for a visitor who has left.
 */

/** Asked beyond this on one connection while its first answer is awaited, the connection is cut. */
const MAX_PIPELINED = 100;

const unanswered = new WeakMap<Socket, { response: ServerResponse; ignored: number }>();

/**
 * Lets one request of a connection through at a time. Browsers and balancers wait for the answer before they ask again;
 * who does not gets the first answer, and then the connection is closed, which tells them to ask the rest again (RFC
 * 9112, 9.3.2).
 *
 * @returns false when the request is not to be looked at
 */
export function isFirstOfItsConnection(
  { socket }: IncomingMessage,
  response: ServerResponse,
): boolean {
  // What was sent at once is still announced, one by one, after the connection is gone.
  if (socket.destroyed) return false;
  const first = unanswered.get(socket);
  if (!first) {
    unanswered.set(socket, { response, ignored: 0 });
    response.once("close", () => unanswered.delete(socket));
    return true;
  }
  if (++first.ignored === 1) first.response.once("close", () => socket.destroySoon());
  if (first.ignored > MAX_PIPELINED) socket.destroy();
  return false;
}

/** Whether more was asked on this connection than is going to be answered. */
export function isLastOfItsConnection(socket: Socket): boolean {
  return Boolean(unanswered.get(socket)?.ignored);
}

/** How many new connections are accepted before the next request begins, so that an endless stream of them holds no one up. */
const MAX_HEARD = 200;

let underWay = 0;
const waiting: (() => void)[] = [];
/** Connections that have come in: altogether, when it was last looked, and since a request was begun. */
const connections = { all: 0, seen: 0, heard: 0 };

/** To be called for each server, before it is asked much. */
export function countConnections(server: Server): void {
  server.on("connection", () => connections.all++);
}

/**
 * Begins the request when it is its turn: one in each turn of the event loop, so that whatever else has arrived is
 * never behind more than the work of one. Nothing is begun for a visitor who has left meanwhile.
 *
 * @returns false when as many requests as MAX_REQUESTS are under way, waiting ones included
 */
export function queueRequest(
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): boolean {
  if (underWay >= env.MAX_REQUESTS) return false;
  // Waiting for a slow visitor is no work and does not count: for a body that is still arriving, or an answer that is not
  // being fetched.
  if (hasBody(request)) request.once("end", () => countUntilAnswered(response));
  else countUntilAnswered(response);
  const beginUnlessGone = () => {
    if (!request.socket.destroyed) begin();
  };
  waiting.push(AsyncResource.bind(beginUnlessGone));
  if (waiting.length === 1) setImmediate(beginNext);
  return true;
}

function countUntilAnswered(response: ServerResponse) {
  if (response.headersSent) return;
  underWay++;
  const end = () => {
    underWay--;
    response.off(HEADERS_SENT, end).off("close", end);
  };
  response.once(HEADERS_SENT, end).once("close", end);
}

function beginNext() {
  // The event loop takes one new connection in each turn. All who wait are heard first, health checks among them.
  if (connections.all !== connections.seen && connections.heard < MAX_HEARD) {
    connections.seen = connections.all;
    connections.heard++;
    setImmediate(beginNext);
    return;
  }
  connections.heard = 0;
  const begin = waiting.shift();
  // First, so that a failure of this one does not stop the others.
  if (waiting.length > 0) setImmediate(beginNext);
  begin?.();
}
