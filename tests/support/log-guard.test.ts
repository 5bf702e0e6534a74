import { expect, test } from "vitest";
import { log } from "#app/observability/log.server.ts";
import { unexpectedErrors, expectError, logged } from "#tests/support/log-guard.ts";

test("the log guard reports console output that the test did not expect", () => {
  console.error("user %d is gone", 7);
  expect(unexpectedErrors()).toEqual({ surprises: ["user 7 is gone"], missing: [] });
  expectError(/user \d is gone/);
  expect(unexpectedErrors()).toEqual({ surprises: [], missing: [] });
});

test("the log guard reports an unexpected log entry at the level error with its fields, but not a warning", () => {
  log.warn({ what: "the ink" }, "low");
  expect(unexpectedErrors()).toEqual({ surprises: [], missing: [] });
  log.error({ what: "the printer" }, "out of ink");
  expect(unexpectedErrors().surprises).toEqual(['out of ink {"what":"the printer"}']);
  expectError(/out of ink .*the printer/);
  expect(unexpectedErrors()).toEqual({ surprises: [], missing: [] });
  expect(logged("warn")).toEqual([{ what: "the ink", msg: "low" }]);
});

test("the log guard reports an expected error that did not occur", () => {
  expectError(/out of ink/);
  expect(unexpectedErrors()).toEqual({ surprises: [], missing: [/out of ink/] });
  console.warn("the printer is out of ink");
});

let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => (finish = resolve));

test("work that the test does not await", () => {
  void finished.then(() => log.error("too late"));
});

test("the log guard names the earlier test whose work logs an error during a later test", async () => {
  finish();
  await finished;
  expect(unexpectedErrors().surprises).toEqual([
    'too late {}, by work that "work that the test does not await" has begun',
  ]);
  expectError(/too late/);
});
