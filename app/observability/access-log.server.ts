import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "./log.server.ts";
import { loggedPath } from "./redact.ts";

/** A request that is over: what metrics count. `status` is undefined when the visitor left before there was one. */
type RequestOver = { method: string; url: string; status: number | undefined; ms: number };

const listeners = new Set<(over: RequestOver) => void>();

/** Has each request that is over told to the listener too. @returns what ends that */
export function onRequestOver(listener: (over: RequestOver) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let findRoute: (url: string) => string | null = () => null;

/** Says which route answers an address, by the route's id; null where none does. */
export function nameRoutes(find: (url: string) => string | null): void {
  findRoute = find;
}

/** The id of the route that answers an address; null where none does, or the routes are not known yet. */
export function routeOf(url: string): string | null {
  return findRoute(url);
}

/** Writes one line when a request is over, however it ended: no query, no address, nothing of the visitor. */
export function logWhenOver(
  request: IncomingMessage,
  response: ServerResponse,
  request_id: string,
): void {
  const began = performance.now();
  const { method = "", url = "" } = request;
  const line = { request_id, method, path: loggedPath(url) };
  response.once("close", () => {
    const took = performance.now() - began;
    const ms = Math.round(took);
    const status = response.headersSent ? response.statusCode : undefined;
    log.info({ ...line, status, ms }, status ? "request" : "request left by the visitor");
    for (const listener of listeners) listener({ method, url, status, ms: took });
  });
}
