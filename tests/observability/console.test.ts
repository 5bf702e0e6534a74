import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { redactConsole } from "#app/observability/console.server.ts";

const own = process.stdout.write;
const written: unknown[] = [];

beforeEach(() => {
  written.length = 0;
  process.stdout.write = vi.fn((chunk) => written.push(chunk) > 0);
  const { stderr } = process;
  const ownError = stderr.write;
  redactConsole();
  stderr.write = ownError;
});

afterEach(() => {
  process.stdout.write = own;
});

test.each([
  [
    "GET /authenticate?token=abc 200 - - 3.124 ms\n",
    ["GET /authenticate?token=[token] 200 - - 3.124 ms\n"],
  ],
  ["Error: no ada@example.org here\n", ["Error: no [email] here\n"]],
  ["GET of something else\n", ["GET of something else\n"]],
])("stdout writes the line %j as %j", (said, expected) => {
  process.stdout.write(said);
  expect(written).toEqual(expected);
});

test("stdout writes bytes unchanged", () => {
  const bytes = Buffer.from("ada@example.org");
  process.stdout.write(bytes);
  expect(written).toEqual([bytes]);
});
