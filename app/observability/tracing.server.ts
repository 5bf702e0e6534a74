/**
 * Traces of requests, jobs, queries and calls to vendors. They are off until `startTracing` is
 * called. They do not use OpenTelemetry's SDK (docs/decisions/traces-and-errors-without-sdks.md).
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { routeOf } from "./access-log.server.ts";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export type Span = {
  trace_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  kind: "server" | "client" | "internal";
  /** Start time in milliseconds since 1970, with fractions. */
  started_at: number;
  ended_at: number;
  attributes: Attributes;
  failed: boolean;
};

type OpenSpan = Omit<Span, "ended_at" | "failed">;

const current = new AsyncLocalStorage<OpenSpan>();
let emit: ((span: Span) => void) | undefined;

/**
 * Passes each span to `send` when the span ends. `send` must return immediately and must not throw.
 * Returns a function that stops tracing.
 */
export function startTracing(send: (span: Span) => void): () => void {
  emit = send;
  return () => void (emit = undefined);
}

const now = () => performance.timeOrigin + performance.now();

function open(name: string, kind: Span["kind"], attributes: Attributes): OpenSpan {
  const parent = current.getStore();
  return {
    trace_id: parent?.trace_id ?? randomBytes(16).toString("hex"),
    id: randomBytes(8).toString("hex"),
    parent_id: parent?.id ?? null,
    name,
    kind,
    started_at: now(),
    attributes,
  };
}

export async function traced<T>(
  name: string,
  kind: Span["kind"],
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!emit) return await work();
  const span = open(name, kind, attributes);
  let failed = true;
  try {
    const result = await current.run(span, work);
    failed = false;
    return result;
  } finally {
    emit({ ...span, ended_at: now(), failed });
  }
}

/**
 * Runs a request in a span of a new trace. Ignores a trace id that the visitor sends, because
 * anyone could add spans to our traces with it.
 */
export function traceRequest(
  { method = "", url = "" }: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  if (!emit) {
    work();
    return;
  }
  const span = open(method, "server", { "http.request.method": method });
  response.once("close", () => {
    const status = response.headersSent ? response.statusCode : undefined;
    const route = routeOf(url) ?? undefined;
    emit?.({
      ...span,
      name: route ? `${method} ${route}` : method,
      attributes: {
        ...span.attributes,
        "http.route": route,
        "http.response.status_code": status,
      },
      ended_at: now(),
      failed: status !== undefined && status >= 500,
    });
  });
  current.run(span, work);
}

/** Records a query that has ended. The query's text contains placeholders instead of values. */
export function traceQuery(text: string, ms: number): void {
  if (!emit || !current.getStore()) return;
  const ended = now();
  // The text may start with a line break or a bracket, so take its first word (IN-15).
  const [operation = "query"] = /\w+/.exec(text) ?? [];
  const span = open(operation, "client", {
    "db.system.name": "postgresql",
    "db.query.text": text.slice(0, 500),
  });
  emit({ ...span, started_at: ended - ms, ended_at: ended, failed: false });
}
