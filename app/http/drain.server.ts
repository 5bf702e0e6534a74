import type { Server, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.server.ts";
import { report } from "./report.server.ts";

/**
 * A clean end: on SIGTERM or SIGINT the process takes no new connections, answers what it has begun, puts back the
 * jobs it holds, and goes. A second signal ends it at once.
 */

const REQUESTS_MS = 8_000;
const EVERYTHING_MS = 10_000;

const servers = new Set<Server>();
let draining = false;
let active = 0;

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
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      if (!draining) void drain(stop, last);
    });
  }
}

async function drain(stop: () => Promise<void>, last: () => Promise<void>) {
  draining = true;
  log.info({ what: "shutdown", active }, "stopping");
  setTimeout(() => process.exit(1), EVERYTHING_MS).unref();
  try {
    await Promise.all([requestsToEnd(), stop()]);
    await last();
  } catch (error) {
    report(error, { what: "shutdown" });
  }
  log.info({ what: "shutdown", active }, "stopped");
  process.exit(0);
}

/** Connections that browsers keep for their next page are not waited for, only answers that are under way. */
async function requestsToEnd() {
  const end = Date.now() + REQUESTS_MS;
  // remix-serve closes its server on the same signal, just after this, and complains when it is closed already.
  await pause(0);
  for (const server of servers) if (server.listening) server.close();
  while (active > 0 && Date.now() < end) await pause(50);
}
