/**
 * Graceful shutdown on SIGTERM or SIGINT. The process reports that it is not ready, closes its
 * server, finishes its responses, requeues unfinished jobs and exits. After SIGTERM, the server
 * stays open for SHUTDOWN_DELAY_MS, so that the load balancer notices first. A second signal ends
 * the process immediately.
 */

import type { Server, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";

const REQUESTS_TIMEOUT_MS = 8_000;
const SHUTDOWN_TIMEOUT_MS = 10_000;

const servers = new Set<Server>();
let draining = false;
let active = 0;

export function activeRequests(): number {
  return active;
}

export function isDraining(): boolean {
  return draining;
}

export function trackResponse(server: Server, response: ServerResponse): void {
  servers.add(server);
  active++;
  response.once("close", () => active--);
}

/**
 * Shuts the process down when a signal arrives. `stop` stops the jobs, and then `last` closes the
 * database.
 */
export function drainOnSignal(stop: () => Promise<void>, last: () => Promise<void>): void {
  const delays = { SIGTERM: env.SHUTDOWN_DELAY_MS, SIGINT: 0 };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const begin = () => void drain(delays[signal], stop, last);
    process.once(signal, begin);
    // Remove remix-serve's own listeners, which it has added by then and which would close its
    // server immediately.
    setImmediate(() => {
      for (const other of process.listeners(signal)) {
        if (other !== begin) process.off(signal, other);
      }
    });
  }
}

async function drain(delay: number, stop: () => Promise<void>, last: () => Promise<void>) {
  if (draining) return;
  draining = true;
  log.info({ what: "shutdown", active }, "shutdown started");
  setTimeout(() => process.exit(1), delay + SHUTDOWN_TIMEOUT_MS).unref();
  try {
    await Promise.all([pause(delay).then(requestsToEnd), stop()]);
    await last();
  } catch (error) {
    report(error, { what: "shutdown" });
  }
  log.info({ what: "shutdown", active }, "shutdown complete");
  process.exit(0);
}

/**
 * Closes the servers and waits for responses in progress, but not for idle keep-alive connections.
 */
async function requestsToEnd() {
  const end = performance.now() + REQUESTS_TIMEOUT_MS;
  for (const server of servers) if (server.listening) server.close();
  while (active > 0 && performance.now() < end) await pause(50);
}
