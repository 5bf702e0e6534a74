import { beforeEach, expect, test, vi } from "vitest";
import { resetErrorRateLimit, sendError, testSentry } from "#app/clients/sentry/client.server.ts";
import { report, addReportListener } from "#app/observability/report.server.ts";
import { setFault } from "#mocks/faults.ts";
import { sentryEvents } from "#mocks/sentry.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";

const { state } = useDoubles();
const events = () => state.list(sentryEvents);

beforeEach(() => {
  resetErrorRateLimit();
  addReportListener((reported) => sendError(reported, "release-7"));
});

test("a reported error is sent to Sentry with its context, code and stack trace", async () => {
  expectError(/It broke/);
  report(Object.assign(new TypeError("It broke"), { code: "23505" }), { what: "saving a sale" });
  await vi.waitFor(async () => expect(await events()).toHaveLength(1));
  const [event] = await events();
  expect(event).toMatchObject({
    level: "error",
    release: "release-7",
    environment: "test",
    transaction: "saving a sale",
    tags: { code: "23505" },
    exception: { values: [{ type: "TypeError", value: "It broke" }] },
  });
  const frames = event?.exception.values[0]?.stacktrace?.frames;
  expect(frames?.at(-1)?.filename).toContain("sentry.test.ts");
});

test("a report to Sentry has addresses, numbers, postcodes, tokens and keys redacted", async () => {
  expectError(/It is about/);
  report(
    new Error(
      "It is about ada@example.org, 07700 900123, YO1 7HZ, sk_live_abcdefgh, ?token=secret-of-ada",
    ),
  );
  await vi.waitFor(async () => expect(await events()).toHaveLength(1));
  const sent = JSON.stringify(await events());
  for (const canary of ["ada@", "900123", "YO1", "sk_live", "secret-of-ada"]) {
    expect(sent).not.toContain(canary);
  }
});

test("a warning is logged and not sent to Sentry", () => {
  const asked = vi.spyOn(globalThis, "fetch");
  report(new Error("not so bad"), { severity: "warning" });
  report(new Error("no fault"), { severity: "info" });
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

test("the same error is sent to Sentry once a minute, and at most twenty errors a minute", async () => {
  expectError(/.*/);
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  try {
    for (let time = 0; time < 5; time++) report(new Error("again and again"));
    for (let other = 0; other < 40; other++) report(new Error(`error ${other}`));
    await vi.waitFor(async () => expect(await events()).toHaveLength(20));
    vi.advanceTimersByTime(60_000);
    report(new Error("again and again"));
    await vi.waitFor(async () => expect(await events()).toHaveLength(21));
  } finally {
    vi.useRealTimers();
  }
});

test("reporting does not wait for Sentry, and logs a warning if it is down", async () => {
  expectError(/It broke/);
  await setFault(state, "sentry", "down");
  report(new Error("It broke"));
  expect(logged("warn")).toEqual([]);
  await vi.waitFor(() => expect(logged("warn")).toMatchObject([{ msg: "Sentry delivery failed" }]));
});

test("the smoke test sends an empty envelope to Sentry", async () => {
  expect(await testSentry()).toBe(true);
  expect(await events()).toEqual([]);
  await setFault(state, "sentry", "down");
  await expect(testSentry()).rejects.toMatchObject({ name: "VendorError", vendor: "sentry" });
});
