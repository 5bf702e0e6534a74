import { expect, test } from "vitest";
import { log } from "#app/observability/log.server.ts";
import { complaints, expectError, logged } from "#tests/support/log-guard.ts";

test("what the console is told is a surprise unless it was expected", () => {
  console.error("user %d is gone", 7);
  expect(complaints()).toEqual({ surprises: ["user 7 is gone"], missing: [] });
  expectError(/user \d is gone/);
  expect(complaints()).toEqual({ surprises: [], missing: [] });
});

test("so is an error of the log, with its fields; a warning is not", () => {
  log.warn({ what: "the ink" }, "low");
  expect(complaints()).toEqual({ surprises: [], missing: [] });
  log.error({ what: "the printer" }, "out of ink");
  expect(complaints().surprises).toEqual(['out of ink {"what":"the printer"}']);
  expectError(/out of ink .*the printer/);
  expect(complaints()).toEqual({ surprises: [], missing: [] });
  expect(logged("warn")).toEqual([{ what: "the ink", msg: "low" }]);
});

test("an error that was expected and did not come is missed", () => {
  expectError(/out of ink/);
  expect(complaints()).toEqual({ surprises: [], missing: [/out of ink/] });
  console.warn("the printer is out of ink");
});

let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => (finish = resolve));

test("work that is not waited for", () => {
  void finished.then(() => log.error("too late"));
});

test("is named after its test when it fails another", async () => {
  finish();
  await finished;
  expect(complaints().surprises).toEqual([
    'too late {}, by work that "work that is not waited for" has begun',
  ]);
  expectError(/too late/);
});
