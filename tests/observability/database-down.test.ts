import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import pg from "pg";
import { isDatabaseDown } from "#app/observability/database-down.server.ts";
import { unavailablePage } from "#app/server/plain-page.server.ts";

const failure = (message: string, details: object = {}) =>
  Object.assign(new Error(message), details);

test.each([
  ["the server is shutting down", failure("x", { code: "57P01" }), true],
  ["the server is starting up", failure("x", { code: "57P03" }), true],
  ["the connection was lost", failure("x", { code: "08006" }), true],
  ["too many connections", failure("x", { code: "53300" }), true],
  ["pg lost its connection", failure("Connection terminated unexpectedly"), true],
  ["the pool gave up waiting", failure("timeout exceeded when trying to connect"), true],
  ["the name is unknown", failure("x", { code: "ENOTFOUND" }), true],
  ["a code that only contains a known one", failure("x", { code: "X57P01" }), false],
  ["a code that only starts with a known one", failure("x", { code: "533001" }), false],
  ["a unique key", failure("x", { code: "23505" }), false],
  ["a missing file", failure("x", { code: "ENOENT", syscall: "open" }), false],
  ["a statement too slow", failure("x", { code: "57014" }), false],
  [
    "a vendor that cannot be reached",
    failure("x", { vendor: "stripe", code: "ECONNREFUSED" }),
    false,
  ],
  ["a string", "Connection terminated", false],
])("isDatabaseDown returns $2 for the error “%s”", (_what, error, down) => {
  expect(isDatabaseDown(error)).toBe(down);
});

test.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN"])(
  "isDatabaseDown is true for the socket error %s",
  (code) => expect(isDatabaseDown(failure("x", { code }))).toBe(true),
);

test.each([
  ["no server at the port", { host: "127.0.0.1", port: 1 }],
  ["no socket in the folder", { host: "/tmp/no such folder" }],
])("isDatabaseDown is true for the error that pg throws for %s", async (_what, options) => {
  const client = new pg.Client(options);
  const error: unknown = await client.connect().catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
});

test("isDatabaseDown is false for a socket error that a vendor’s client has wrapped", async () => {
  const socket = connect(1, "127.0.0.1");
  const [error] = (await once(socket, "error").catch((reason: unknown) => [reason])) as [unknown];
  expect(isDatabaseDown(error)).toBe(true);
  expect(isDatabaseDown(new Error("Stripe could not be reached", { cause: error }))).toBe(false);
});

test("the error page for a database outage has the specified text and a Retry-After header (B-017)", async () => {
  const response = unavailablePage();
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("10");
  expect(response.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|script/);
  expect(await response.text()).toContain(
    "<p>We're having trouble connecting to our servers. Please refresh the page and try again.</p>",
  );
});
