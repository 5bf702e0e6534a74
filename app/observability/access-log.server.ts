import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "./log.server.ts";
import { loggedPath } from "./redact.ts";

/** Writes one line when a request is over, however it ended: no query, no address, nothing of the visitor. */
export function logWhenOver(
  request: IncomingMessage,
  response: ServerResponse,
  request_id: string,
): void {
  const began = performance.now();
  const { method, url = "" } = request;
  const line = { request_id, method, path: loggedPath(url) };
  response.once("close", () => {
    const ms = Math.round(performance.now() - began);
    const status = response.headersSent ? response.statusCode : undefined;
    log.info({ ...line, status, ms }, status ? "request" : "request left by the visitor");
  });
}
