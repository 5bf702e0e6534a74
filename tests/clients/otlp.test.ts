import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openTraceExporter } from "#app/clients/otlp.server.ts";
import { type Span, startTracing, traced, traceQuery } from "#app/observability/tracing.server.ts";
import { logged } from "#tests/support/log-guard.ts";
import { startServer } from "../server/test-server.ts";

type Sent = {
  path: string | undefined;
  body: { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] };
};
const requests: Sent[] = [];
let status = 200;
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part: Buffer) => (text += part.toString()));
  request.on("end", () => {
    requests.push({ path: request.url, body: JSON.parse(text) as Sent["body"] });
    response.writeHead(status).end("{}");
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const address = server.address();
const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

beforeEach(() => {
  requests.length = 0;
  status = 200;
});

function trace(): Span[] {
  const spans: Span[] = [];
  onTestFinished(startTracing((span) => spans.push(span)));
  return spans;
}

test("a trace nests spans, marks failed ones and records queries", async () => {
  const spans = trace();
  await traced("job purge", "internal", { job: "purge" }, async () => {
    traceQuery("select 1 from users where email = $1", 5);
    await traced("stripe", "client", {}, () => Promise.reject(new Error("x"))).catch(() => null);
  });
  const [query, call, job] = spans;
  expect(job).toMatchObject({ name: "job purge", parent_id: null, failed: false });
  expect(call).toMatchObject({ name: "stripe", parent_id: job?.id, failed: true });
  expect(query).toMatchObject({
    name: "select",
    parent_id: job?.id,
    attributes: { "db.query.text": "select 1 from users where email = $1" },
  });
  expect(new Set(spans.map(({ trace_id }) => trace_id)).size).toBe(1);
  expect((query?.ended_at ?? 0) - (query?.started_at ?? 0)).toBeCloseTo(5, 1);
});

test.each([
  ["of several lines", "\n    update inbound_emails set subject = $1", "update"],
  ["in brackets", "(select 1) union all (select 2)", "select"],
  ["in one line", "insert into users default values", "insert"],
  ["that is empty", "", "query"],
])("the span of a query %s is named $2 (IN-15)", async (_what, text, name) => {
  const spans = trace();
  await traced("job purge", "internal", {}, () => {
    traceQuery(text, 1);
    return Promise.resolve();
  });
  expect(spans[0]).toMatchObject({ name, parent_id: spans[1]?.id });
});

test("no span is recorded after tracing has stopped", async () => {
  const spans = trace();
  startTracing(() => undefined)();
  await traced("x", "internal", {}, () => Promise.resolve());
  traceQuery("select 1", 1);
  expect(spans).toEqual([]);
});

test("each request starts a new trace and ignores the visitor’s traceparent header", async () => {
  const spans = trace();
  const { send } = await startServer((_request, response) => {
    void traced("work", "internal", {}, () => Promise.resolve()).then(() => response.end("ok"));
  });
  const foreign = "0af7651916cd43dd8448eb211c80319c";
  await send({
    path: "/sign-in?email=ada@example.org",
    headers: { traceparent: `00-${foreign}-b7ad6b7169203331-01` },
  });
  await vi.waitFor(() => expect(spans).toHaveLength(2));
  const [work, request] = spans;
  expect(request).toMatchObject({
    kind: "server",
    parent_id: null,
    attributes: { "http.request.method": "GET", "http.response.status_code": 200 },
  });
  expect(work?.parent_id).toBe(request?.id);
  expect(request?.trace_id).not.toBe(foreign);
  expect(JSON.stringify(spans)).not.toContain("ada@");
});

test("spans are exported as OTLP, and dropped with one log line if the collector is down", async () => {
  const collector = openTraceExporter(`${url}/`, { "service.name": "fanlight" });
  const span: Span = {
    trace_id: "a".repeat(32),
    id: "b".repeat(16),
    parent_id: null,
    name: "GET routes/site/home",
    kind: "server",
    started_at: 1_764_000_000_000.5,
    ended_at: 1_764_000_000_010,
    attributes: {
      "http.route": "routes/site/home",
      "http.response.status_code": 500,
      none: undefined,
    },
    failed: true,
  };
  collector.add(span);
  await collector.close();
  expect(requests).toMatchObject([
    {
      path: "/v1/traces",
      body: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: "service.name", value: { stringValue: "fanlight" } }] },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: "a".repeat(32),
                    spanId: "b".repeat(16),
                    kind: 2,
                    startTimeUnixNano: "1764000000000500000",
                    endTimeUnixNano: "1764000000010000000",
                    status: { code: 2 },
                    attributes: [
                      { key: "http.route", value: { stringValue: "routes/site/home" } },
                      { key: "http.response.status_code", value: { intValue: "500" } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
  status = 503;
  const away = openTraceExporter(url, {});
  for (let time = 0; time < 2; time++) {
    away.add(span);
    await away.close();
  }
  expect(logged("warn")).toMatchObject([{ what: "traces" }]);
});
