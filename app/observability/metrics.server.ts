/**
 * Metrics for Prometheus, on a separate port. They contain no personal data, and exist only if
 * METRICS_PORT is set.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { Counter } from "prom-client";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { pool } from "#db/connection.ts";
import { onRequestEnd, routeOf } from "./access-log.server.ts";
import { log } from "./log.server.ts";

let emails: Counter<"outcome"> | undefined;

/**
 * Counts an email that was sent, was permanently refused by Postmark, or was given up after the
 * last attempt.
 */
export function countEmail(outcome: "sent" | "refused" | "given up"): void {
  emails?.inc({ outcome });
}

export type MetricsSource = {
  breakers: () => readonly { vendor: string; state: string }[];
  readQueue: () => Promise<{
    waiting: number;
    running: number;
    failed: number;
    oldest_seconds: number;
  }>;
};

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/**
 * Time that a request for the metrics waits for the job queue's figures. After that, the response
 * leaves these figures out.
 */
const QUEUE_MS = 2_000;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Starts a server for `/metrics`, and loads prom-client. Returns the server's port and a function
 * that stops it.
 */
export async function serveMetrics(
  source: MetricsSource,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close: () => Promise<void> }> {
  const { Registry, collectDefaultMetrics, Counter, Gauge, Histogram } =
    await import("prom-client");
  const registers = [new Registry()];
  const [register] = registers;
  collectDefaultMetrics({ register: registers[0] });

  const countedEmails = new Counter({
    name: "fanlight_emails_total",
    help: "Emails by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const requests = new Histogram({
    name: "fanlight_request_seconds",
    help: "Requests by route, method and status",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: "fanlight_pool_connections",
    help: "Database connections, and requests waiting for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  new Gauge({
    name: "fanlight_breaker_open",
    help: "1 while calls to a failing vendor are paused, 0.5 while one call tests it, otherwise 0",
    labelNames: ["vendor"],
    registers,
    collect() {
      for (const { vendor, state } of source.breakers()) {
        this.set({ vendor }, { open: 1, "half-open": 0.5 }[state] ?? 0);
      }
    },
  });
  // Two gauges, which are read at the same time, share this result.
  let reading: Promise<Awaited<ReturnType<MetricsSource["readQueue"]>> | null> | undefined;
  const readQueue = () =>
    (reading ??= withTimeout(source.readQueue(), QUEUE_MS)
      .catch(() => null)
      .finally(() => (reading = undefined)));
  new Gauge({
    name: "fanlight_jobs",
    help: "Jobs in the queue: due, running, failed permanently",
    labelNames: ["state"],
    registers,
    async collect() {
      this.reset();
      const queue = await readQueue();
      if (!queue) return;
      for (const state of ["waiting", "running", "failed"] as const) {
        this.set({ state }, queue[state]);
      }
    },
  });
  new Gauge({
    name: "fanlight_oldest_job_seconds",
    help: "How long the oldest due job has been waiting",
    registers,
    async collect() {
      this.set((await readQueue())?.oldest_seconds ?? NaN);
    },
  });

  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void register?.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  const stopCounting = onRequestEnd(({ method, url, status, ms }) => {
    requests.observe(
      {
        // Check this first, because the route for unknown URLs also matches the files in /assets/.
        route: url.startsWith("/assets/") ? "assets" : (routeOf(url) ?? "none"),
        method: METHODS.has(method) ? method : "other",
        status: status ?? "left",
      },
      ms / 1_000,
    );
  });
  emails = countedEmails;
  const address = server.address();
  log.info({ what: "metrics" }, "metrics server listening");
  return {
    port: typeof address === "object" && address ? address.port : port,
    async close() {
      stopCounting();
      emails = undefined;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
