import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Link, matchRoutes, RemixServer } from "@remix-run/react";
import { run, type WorkerEvents } from "graphile-worker";
import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import React, { createElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type * as Server from "react-dom/server";
import { StaticRouter } from "react-router-dom/server.js";
import { expect, test, vi } from "vitest";
import { logger } from "#app/jobs/tasks.server.ts";
import { createPool } from "#db/pool.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { until } from "#tests/support/waiting.ts";

const { url } = useTestDatabase();

/** The patches of patches/ are applied (docs/decisions/stack.md). */

test("remix-serve asks the disk for no files, and writes no log of its own", async () => {
  const server = await readFile("node_modules/@remix-run/serve/dist/cli.js", "utf8");
  expect(server).toContain("createRequestHandler");
  expect(server).not.toContain(".static(");
  expect(server).not.toContain('("tiny")');
});

test("a breaker goes by a clock that nobody sets", async () => {
  const breaker = await readFile("node_modules/cockatiel/dist/CircuitBreakerPolicy.js", "utf8");
  expect(breaker.match(/performance\.now\(\)/g)).toHaveLength(2);
  expect(breaker).not.toContain("Date.now()");
});

test("a compressed typeface is unpacked once (IN-1)", async () => {
  for (const file of ["main.cjs", "module.mjs"]) {
    const typefaces = await readFile(`node_modules/fontkit/dist/${file}`, "utf8");
    expect(typefaces).toContain("table.inflated ??=");
  }
});

test("a page's scripts wait in a template, and are fetched after all else", async () => {
  const components = await readFile("node_modules/@remix-run/react/dist/components.js", "utf8");
  const [, scripts = ""] = components.split("function Scripts(");
  expect(scripts.match(/rel: "modulepreload",\s+fetchpriority: "low"/g)).toHaveLength(3);
  expect(scripts).toMatch(/contextScript, [^"]*createElement\("template", \{\s+id: "scripts"/);
});

test("a link is written on the server as what it is, without what its presses need", () => {
  const states = vi.spyOn(React, "useState");
  const props = { to: "/sell?step=2#top", className: "back", replace: true, target: "_blank" };
  const link = createElement(Link, props, "Back");
  const html = renderToStaticMarkup(createElement(StaticRouter, { location: "/" }, link));
  expect(html).toBe(
    '<a class="back" data-discover="true" href="/sell?step=2#top" target="_blank">Back</a>',
  );
  expect(states).not.toHaveBeenCalled();
});

test("React writes a page as text, in one piece", async () => {
  const file = resolve("node_modules/react-dom/cjs/react-dom-server.node.production.min.js");
  const { renderToPipeableStream } = createRequire(import.meta.url)(file) as typeof Server;
  const words = "Sold – at last. ".repeat(500);
  const blocks: Buffer[] = [];
  await new Promise<void>((done) => {
    const sink = new Writable({
      write: (block: Buffer, _encoding, next) => next(void blocks.push(block)),
      final: (next) => {
        next();
        done();
      },
    });
    const { pipe } = renderToPipeableStream(createElement("p", null, words), {
      onAllReady: () => pipe(sink),
    });
  });
  expect(blocks.map(String)).toEqual([`<p>${words}</p>`]);
});

test("a loader gets the request itself, and another only where its address says what is Remix's", async () => {
  const plain = new Request("http://localhost/?page=2");
  expect(await requestOf(plain)).toBe(plain);
  const { url } = await requestOf(new Request("http://localhost/?index&page=2"));
  expect(url).toBe("http://localhost/?page=2");
});

test("routes are flattened and ranked once", () => {
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

test("only paths that the whole address fits are tried", () => {
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
])("%s still answers %s", (path, address) => {
  expect(matchRoutes([{ path }], address)).toHaveLength(1);
});

test("a path that others stand under is not the same as one that ends there", () => {
  const nested = [{ path: "sell", children: [{ path: "terms" }] }];
  const leaf = [{ path: "sell" }];
  expect(matchRoutes(nested, "/sell/terms")).toHaveLength(2);
  expect(matchRoutes(leaf, "/sell/terms")).toBeNull();
  expect(matchRoutes(leaf, "/sell")).toHaveLength(1);
});

test("the server's routes are made once for a build", async () => {
  const build = buildOf(() => "a page");
  expect(await routesOf(build)).toHaveLength(1);
  expect(await routesOf(build)).toBe(await routesOf(build));
});

test("a page that is edited in development is drawn anew, though the manifest is the same", async () => {
  const before = await routesOf(buildOf(() => "before"));
  const after = await routesOf(buildOf(() => "after"));
  expect(after).not.toBe(before);
});

test("a worker that is told to stop while its first query fails gives its connection back once", async () => {
  expectError(/Error with notify listener/);
  // Where graphile-worker tells of one that was looking for a job while it was told to stop. That is chance.
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
  await until(async () => {
    await pause(0);
    expect(failing).toBeDefined();
  });
  await Promise.allSettled([runner.stop(), failing]);
  await pause(0);
  expect(released).toBe(1);
  await pool.end();
});

const manifest = { version: "1", routes: { root: { id: "root", path: "", hasLoader: false } } };

/** A build of one page. Its manifest is that of every other one. */
function buildOf(page: () => string): ServerBuild {
  const build = {
    assets: manifest,
    routes: { root: { id: "root", path: "", module: { default: page } } },
    entry: {
      module: {
        default(_request: Request, _status: number, _headers: Headers, context: EntryContext) {
          drawn = RemixServer({ context, url: "http://localhost/" });
          return new Response();
        },
      },
    },
    future: { v3_singleFetch: true },
  };
  return build as unknown as ServerBuild;
}

/** The request that the loader of a page is given. */
async function requestOf(request: Request): Promise<Request> {
  const loader = vi.fn((_args: { request: Request }) => null);
  const build = buildOf(() => "a page");
  Object.assign(build.routes.root?.module ?? {}, { loader });
  expect((await createRequestHandler(build, "production")(request)).status).toBe(200);
  const [[{ request: given }]] = loader.mock.calls as [[{ request: Request }]];
  return given;
}

let drawn: ReactNode;

/** The routes that a request's page is drawn with. */
async function routesOf(build: ServerBuild): Promise<unknown> {
  const response = await createRequestHandler(
    build,
    "production",
  )(new Request("http://localhost/"));
  expect(response.status).toBe(200);
  return elementsOf(drawn).find(({ props }) => props.router)?.props.router?.routes;
}

type Element = ReactElement<{ router?: { routes: unknown }; children?: ReactNode }>;

function elementsOf(node: ReactNode): Element[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isValidElement(node)) return [];
  const element = node as Element;
  return [element, ...elementsOf(element.props.children)];
}
