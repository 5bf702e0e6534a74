import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { routeOf } from "./access-log.server.ts";

/**
 * Traces: what a request, a job, a query or a call of a vendor took, and within which other. Nothing is kept while
 * `startTracing` has not been called, which is when OTEL_EXPORTER_OTLP_ENDPOINT is set. Why this is not the SDK of
 * OpenTelemetry stands in docs/decisions/operations.md.
 */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export type Span = {
  trace_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  kind: "server" | "client" | "internal";
  /** In milliseconds since 1970, with fractions. */
  began: number;
  ended: number;
  attributes: Attributes;
  failed: boolean;
};

type OpenSpan = Omit<Span, "ended" | "failed">;

const current = new AsyncLocalStorage<OpenSpan>();
let emit: ((span: Span) => void) | undefined;

/** @param send is given each span when it is over, and must not throw or wait. @returns what ends it */
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
    began: now(),
    attributes,
  };
}

/** Does some work within a span of its own. */
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
    emit({ ...span, ended: now(), failed });
  }
}

/**
 * Begins a request within a span that ends with its response. A trace that the visitor claims to be part of is not
 * continued: whoever asks could fill ours.
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
      ended: now(),
      failed: status !== undefined && status >= 500,
    });
  });
  current.run(span, work);
}

/** Keeps a query that has just ended; its text has numbers in place of values. */
export function traceQuery(text: string, ms: number): void {
  if (!emit || !current.getStore()) return;
  const ended = now();
  // A query of several lines begins with a line break, another one with a bracket (IN-15).
  const [operation = "query"] = /\w+/.exec(text) ?? [];
  const span = open(operation, "client", {
    "db.system.name": "postgresql",
    "db.query.text": text.slice(0, 500),
  });
  emit({ ...span, began: ended - ms, ended, failed: false });
}
