import type { Server, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";

/**
 * A clean end: on SIGTERM or SIGINT the process says that it is not ready, takes no new connections, answers what it
 * has begun, puts back the jobs it holds, and goes. A second signal ends it at once.
 *
 * SIGTERM comes from whoever runs the process behind a balancer, which keeps sending visitors until it has noticed:
 * so connections are taken for SHUTDOWN_DELAY_MS more. SIGINT comes from a keyboard, where no balancer sends visitors.
 */

const REQUESTS_TIMEOUT_MS = 8_000;
const SHUTDOWN_TIMEOUT_MS = 10_000;

const servers = new Set<Server>();
let draining = false;
let active = 0;

/** How many responses are under way. */
export function activeRequests(): number {
  return active;
}

export function isDraining(): boolean {
  return draining;
}

/** Counts a response as under way until it is over. */
export function trackResponse(server: Server, response: ServerResponse): void {
  servers.add(server);
  active++;
  response.once("close", () => active--);
}

/**
 * @param stop what else has to come to an end, each without waiting for the others: jobs
 * @param last what the others need until then: the database
 */
export function drainOnSignal(stop: () => Promise<void>, last: () => Promise<void>): void {
  const delays = { SIGTERM: env.SHUTDOWN_DELAY_MS, SIGINT: 0 };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const begin = () => void drain(delays[signal], stop, last);
    process.once(signal, begin);
    // By then remix-serve listens too, and would close its server at once.
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
  log.info({ what: "shutdown", active }, "stopping");
  setTimeout(() => process.exit(1), delay + SHUTDOWN_TIMEOUT_MS).unref();
  try {
    await Promise.all([pause(delay).then(requestsToEnd), stop()]);
    await last();
  } catch (error) {
    report(error, { what: "shutdown" });
  }
  log.info({ what: "shutdown", active }, "stopped");
  process.exit(0);
}

/** Connections that browsers keep for their next page are not waited for, only answers that are under way. */
async function requestsToEnd() {
  const end = performance.now() + REQUESTS_TIMEOUT_MS;
  for (const server of servers) if (server.listening) server.close();
  while (active > 0 && performance.now() < end) await pause(50);
}
