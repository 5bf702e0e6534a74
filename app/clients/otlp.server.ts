import { log } from "#app/observability/log.server.ts";
import type { Span } from "#app/observability/tracing.server.ts";

/**
 * Sends traces to a collector of OpenTelemetry by OTLP over HTTP, as JSON (opentelemetry.io/docs/specs/otlp). It is the
 * operator's own program and no vendor: what it does not take is dropped, and no one waits for it.
 */

const EVERY_MS = 5_000;
const DEADLINE_MS = 5_000;
/** While the collector is away no more than this is kept. */
const KEPT = 2_000;

const KINDS = { internal: 1, server: 2, client: 3 } as const;

/**
 * @param endpoint as OTEL_EXPORTER_OTLP_ENDPOINT has it: "/v1/traces" is put after it
 * @param resource what is said of the process, such as `service.name`
 */
export function openCollector(endpoint: string, resource: Readonly<Record<string, string>>) {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces`;
  let spans: Span[] = [];
  let isAway = false;
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
      // Unread it would keep its connection.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The collector answered ${response.status}`);
      isAway = false;
    } catch {
      // Said once, and again after it has been back.
      if (!isAway) log.warn({ what: "traces" }, "traces are dropped: the collector takes none");
      isAway = true;
    }
  };
  const timer = setInterval(() => void flush(), EVERY_MS).unref();
  return {
    add(span: Span) {
      if (spans.length < KEPT) spans.push(span);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** ExportTraceServiceRequest of OTLP, in the JSON that the protocol lays down for it. */
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

function toSpan({ trace_id, id, parent_id, name, kind, began, ended, attributes, failed }: Span) {
  return {
    traceId: trace_id,
    spanId: id,
    ...(parent_id && { parentSpanId: parent_id }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(began),
    endTimeUnixNano: nanoseconds(ended),
    attributes: toAttributes(attributes),
    status: failed ? { code: 2 } : {},
  };
}

/** 64-bit numbers are texts in the protocol's JSON. */
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
