import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "./log.server.ts";
import { loggedPath } from "./redact.ts";

/**
 * Request that has ended. `status` is undefined if the visitor left before the response was sent.
 */
type FinishedRequest = { method: string; url: string; status: number | undefined; ms: number };

const listeners = new Set<(over: FinishedRequest) => void>();

/** Adds a function to call when a request ends. Returns a function that removes it. */
export function onRequestEnd(listener: (over: FinishedRequest) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let findRoute: (url: string) => string | null = () => null;

/** Sets the function that returns the route id of a URL. */
export function setRouteFinder(find: (url: string) => string | null): void {
  findRoute = find;
}

export function routeOf(url: string): string | null {
  return findRoute(url);
}

/**
 * Logs one line when a request ends. The line contains no query, no IP address and nothing else
 * about the visitor.
 */
export function logOnEnd(
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
    log.info({ ...line, status, ms }, status ? "request" : "request aborted by client");
    for (const listener of listeners) listener({ method, url, status, ms: took });
  });
}
