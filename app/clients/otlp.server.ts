/**
 * Exporter of traces to an OpenTelemetry collector (opentelemetry.io/docs/specs/otlp). Spans that
 * can't be sent are dropped.
 */

import { log } from "#app/observability/log.server.ts";
import type { Span } from "#app/observability/tracing.server.ts";

const EVERY_MS = 5_000;
const DEADLINE_MS = 5_000;
/** Maximum number of spans that wait for the next export. */
const MAX_QUEUED_SPANS = 2_000;

const KINDS = { internal: 1, server: 2, client: 3 } as const;

/**
 * Returns an exporter of traces. `endpoint` is the collector's URL without "/v1/traces"; `resource`
 * describes this process.
 */
export function openTraceExporter(endpoint: string, resource: Readonly<Record<string, string>>) {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces`;
  let spans: Span[] = [];
  let isUnavailable = false;
  const flush = async () => {
    if (spans.length === 0) return;
    const sent = spans;
    spans = [];
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(toRequest(sent, resource)),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      // Cancel the response's body, because an unread body would keep the connection in use.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The collector answered ${response.status}`);
      isUnavailable = false;
    } catch {
      // Log this once, not for each failed attempt.
      if (!isUnavailable) log.warn({ what: "traces" }, "OTLP export failed, dropping spans");
      isUnavailable = true;
    }
  };
  const timer = setInterval(() => void flush(), EVERY_MS).unref();
  return {
    add(span: Span) {
      if (spans.length < MAX_QUEUED_SPANS) spans.push(span);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function toRequest(spans: readonly Span[], resource: Readonly<Record<string, string>>) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: "fanlight" }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

function toSpan({
  trace_id,
  id,
  parent_id,
  name,
  kind,
  started_at,
  ended_at,
  attributes,
  failed,
}: Span) {
  return {
    traceId: trace_id,
    spanId: id,
    ...(parent_id && { parentSpanId: parent_id }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(started_at),
    endTimeUnixNano: nanoseconds(ended_at),
    attributes: toAttributes(attributes),
    status: failed ? { code: 2 } : {},
  };
}

/**
 * Converts milliseconds to nanoseconds, as a string: OTLP's JSON encodes 64-bit numbers as strings.
 */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function toAttributes(attributes: Readonly<Record<string, string | number | undefined>>) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return {
      key,
      value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
    };
  });
}
