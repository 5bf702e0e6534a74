import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { setRouteFinder } from "#app/observability/access-log.server.ts";
import { countEmail, type MetricsSource, serveMetrics } from "#app/observability/metrics.server.ts";
import { startServer } from "../server/test-server.ts";

const well: MetricsSource = {
  breakers: () => [
    { vendor: "stripe", state: "closed" },
    { vendor: "thirdfort", state: "open" },
  ],
  readQueue: () => Promise.resolve({ waiting: 3, running: 1, failed: 2, oldest_seconds: 40 }),
};

let served: Awaited<ReturnType<typeof serveMetrics>> | undefined;
afterEach(async () => {
  setRouteFinder(() => null);
  await served?.close();
  served = undefined;
});

async function scrape(source = well) {
  served ??= await serveMetrics(source, { host: "127.0.0.1", port: 0 });
  const answer = await fetch(`http://127.0.0.1:${served.port}/metrics`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return await answer.text();
}

test("the metrics report jobs, circuit breakers, the connection pool, the event loop and memory", async () => {
  const text = await scrape();
  for (const line of [
    'fanlight_jobs{state="waiting"} 3',
    'fanlight_jobs{state="failed"} 2',
    "fanlight_oldest_job_seconds 40",
    'fanlight_breaker_open{vendor="stripe"} 0',
    'fanlight_breaker_open{vendor="thirdfort"} 1',
    'fanlight_pool_connections{state="waiting"} 0',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test("the metrics count requests by route id, method and status, and contain no URL", async () => {
  await scrape();
  setRouteFinder((url) => {
    if (url.startsWith("/nowhere/")) return null;
    return url.startsWith("/leads/") ? "routes/leads/leads" : "routes/site/not-found";
  });
  const { send } = await startServer((_request, response) => void response.writeHead(201).end());
  await send({ path: "/leads/ada@example.org?token=secret" });
  await send({ path: "/nowhere/ada@example.org" });
  await send({ path: "/", method: "PROPFIND" });
  await send({ path: "/assets/page-1a2b.js" });
  const text = await scrape();
  expect(text).toContain(
    'fanlight_request_seconds_count{route="routes/leads/leads",method="GET",status="201"} 1',
  );
  expect(text).toMatch(
    /fanlight_request_seconds_count\{route="none",method="GET",status="\d+"\} 1/,
  );
  expect(text).toContain('method="other"');
  expect(text).toContain('route="assets",method="GET"');
  for (const canary of ["ada@", "example.org", "secret", "nowhere"]) {
    expect(text).not.toContain(canary);
  }
});

test("the metrics count emails by outcome from the start of the metrics server", async () => {
  countEmail("sent");
  await scrape();
  countEmail("sent");
  countEmail("refused");
  const text = await scrape();
  expect(text).toContain('fanlight_emails_total{outcome="sent"} 1');
  expect(text).toContain('fanlight_emails_total{outcome="refused"} 1');
});

test("the metrics report all figures except those of the jobs while the database is down", async () => {
  const text = await scrape({ ...well, readQueue: () => Promise.reject(new Error("away")) });
  expect(text).not.toMatch(/^fanlight_jobs\{/m);
  expect(text).toContain("fanlight_oldest_job_seconds Nan");
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test("the metrics server answers 404 for other paths, and fails to start if its port is taken", async () => {
  await scrape();
  expect((await fetch(`http://127.0.0.1:${served?.port}/`)).status).toBe(404);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(serveMetrics(well, { host: "127.0.0.1", port })).rejects.toThrow("EADDRINUSE");
  other.close();
});
