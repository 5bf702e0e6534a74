import { openTraceExporter } from "#app/clients/otlp.server.ts";
import { breakerStates } from "#app/clients/outbound.server.ts";
import { sendError } from "#app/clients/sentry/client.server.ts";
import {
  startHeartbeat,
  type ProcessKind,
  release,
} from "#app/domain/operations/heartbeats.server.ts";
import { readQueue } from "#app/domain/operations/queue.server.ts";
import { env } from "#app/platform/env.server.ts";
import { serveMetrics } from "#app/observability/metrics.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report, addReportListener } from "#app/observability/report.server.ts";
import { startTracing, traceQuery } from "#app/observability/tracing.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db, watchQueries } from "#db/connection.ts";

/**
 * Time limit for the last heartbeat. A stopping process has 10 seconds in total, and the database
 * may be down.
 */
const LAST_WORD_MS = 1_000;

/**
 * Starts this process's heartbeat, metrics, error reports and traces. Returns a function that stops
 * them.
 */
export async function startProcessReporting(kind: ProcessKind): Promise<() => Promise<void>> {
  if (env.SENTRY_DSN) addReportListener((reported) => sendError(reported, release));
  const stopTracing = env.OTEL_EXPORTER_OTLP_ENDPOINT && trace(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics =
    env.METRICS_PORT === undefined
      ? null
      : await nullIfFailed(
          serveMetrics(
            { breakers: breakerStates, readQueue: () => readQueue(db) },
            { host: env.METRICS_HOST, port: env.METRICS_PORT },
          ),
          { what: "metrics" },
        );
  const stopHeartbeat = startHeartbeat(db, kind, (error) =>
    report(error, { severity: "warning", what: "process heartbeat" }),
  );
  return async () => {
    await nullIfFailed(withTimeout(stopHeartbeat(), LAST_WORD_MS), {
      severity: "warning",
      what: "process heartbeat",
    });
    await metrics?.close();
    if (stopTracing) await stopTracing();
  };
}

function trace(endpoint: string) {
  const collector = openTraceExporter(endpoint, {
    "service.name": "fanlight",
    "service.version": release,
    "deployment.environment.name": env.NODE_ENV,
  });
  const stop = startTracing((span) => collector.add(span));
  watchQueries(traceQuery);
  return async () => {
    stop();
    await collector.close();
  };
}
