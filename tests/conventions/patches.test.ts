import { matchRoutes } from "@remix-run/react";
import { run, type WorkerEvents } from "graphile-worker";
import { EventEmitter } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { logger } from "#app/jobs/tasks.server.ts";
import { createPool } from "#db/pool.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { waitUntil } from "#tests/support/concurrency.ts";

const { url } = useTestDatabase();

/**
 * Checks that the patches of patches/ are applied (docs/decisions/three-packages-are-patched.md).
 */

test("only the expected packages are patched", async () => {
  const packages = (await readdir("patches")).map((file) => file.replace(/\+[^+]+$/, ""));
  expect(packages.sort()).toEqual(["@remix-run+router", "fontkit", "graphile-worker"]);
});

test("fontkit inflates a compressed typeface once (IN-1)", async () => {
  for (const file of ["main.cjs", "module.mjs"]) {
    const typefaces = await readFile(`node_modules/fontkit/dist/${file}`, "utf8");
    expect(typefaces).toContain("table.inflated ??=");
  }
});

test("the router flattens and ranks routes once", () => {
  let reads = 0;
  const route = {
    get path() {
      reads += 1;
      return "sell/:step";
    },
  };
  const routes = [route, { path: "buy/:step" }];
  expect(matchRoutes(routes, "/sell/terms")?.[0]?.params).toEqual({ step: "terms" });
  const once = reads;
  expect(once).toBeGreaterThan(0);
  expect(matchRoutes(routes, "/sell/price")?.[0]?.params).toEqual({ step: "price" });
  expect(matchRoutes(routes, "/buy/terms")?.[0]?.route).toBe(routes[1]);
  expect(reads).toBe(once);
});

test("the router tries only paths that can match the whole address", () => {
  const routes = [{ path: "sell/:step" }, { path: "buy/:id/sellers" }, { path: "buy/:id/giftors" }];
  const tried = vi.spyOn(String.prototype, "match");
  expect(matchRoutes(routes, "/buy/1/giftors")).toHaveLength(1);
  const patterns = tried.mock.calls.map(([pattern]) =>
    pattern instanceof RegExp ? pattern.source : "",
  );
  tried.mockRestore();
  expect(patterns.filter((pattern) => pattern.includes("buy"))).toHaveLength(1);
  expect(patterns.filter((pattern) => pattern.includes("sell"))).toEqual([]);
});

test.each([
  ["sell/:step", "/SELL/terms"],
  ["Sell/terms", "/sell/terms"],
  ["sell/terms", "/sell/terms/"],
  ["files/*", "/files"],
  ["files/*", "/files/a/b"],
  [":any", "/sell"],
  ["*", "/"],
  ["sell/:step?", "/sell"],
  ["preis/ä", "/preis/%C3%A4"],
])("the route “%s” still matches the path %s", (path, address) => {
  expect(matchRoutes([{ path }], address)).toHaveLength(1);
});

test("a parent path matches its children, and a leaf path matches only itself", () => {
  const nested = [{ path: "sell", children: [{ path: "terms" }] }];
  const leaf = [{ path: "sell" }];
  expect(matchRoutes(nested, "/sell/terms")).toHaveLength(2);
  expect(matchRoutes(leaf, "/sell/terms")).toBeNull();
  expect(matchRoutes(leaf, "/sell")).toHaveLength(1);
});

test("a worker that stops while its first query fails releases its connection once", async () => {
  expectError(/Error with notify listener/);
  // Silences a message of graphile-worker about a worker that stops while it looks for a job.
  vi.spyOn(console, "trace").mockReturnValue();
  const pool = createPool(url);
  const events: WorkerEvents = new EventEmitter();
  let released = 0;
  events.on("pool:listen:release", () => (released += 1));
  let failing: Promise<never> | undefined;
  events.once("pool:listen:success", ({ client }) => {
    failing = pause(50).then(() => Promise.reject(new Error("The connection broke")));
    vi.spyOn(client, "query").mockReturnValueOnce(failing as never);
  });
  const taskList = { nothing: () => undefined };
  const runner = await run({ pgPool: pool, events, taskList, noHandleSignals: true, logger });
  await waitUntil(async () => {
    await pause(0);
    expect(failing).toBeDefined();
  });
  await Promise.allSettled([runner.stop(), failing]);
  await pause(0);
  expect(released).toBe(1);
  await pool.end();
});
