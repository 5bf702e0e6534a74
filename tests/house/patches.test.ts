import { matchRoutes, RemixServer } from "@remix-run/react";
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from "react";
import { expect, test } from "vitest";

type Context = ComponentProps<typeof RemixServer>["context"];

/** The patches of patches/ are applied (docs/decisions/stack.md). */

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
  expect(matchRoutes(routes, "/sell/terms-2")?.[0]?.params).toEqual({ step: "terms-2" });
  expect(matchRoutes(routes, "/buy/terms")?.[0]?.route).toBe(routes[1]);
  expect(reads).toBe(once);
});

test("the same path is another one with another end", () => {
  const nested = [{ path: "sell", children: [{ path: "terms" }] }];
  const leaf = [{ path: "sell" }];
  expect(matchRoutes(nested, "/sell/terms")).toHaveLength(2);
  expect(matchRoutes(leaf, "/sell/terms")).toBeNull();
  expect(matchRoutes(leaf, "/sell")).toHaveLength(1);
});

test("the server's routes are made once for a manifest, and each manifest has its own", () => {
  const manifest = { routes: { root: { id: "root", path: "" } } };
  const another = { routes: { root: { id: "root", path: "" } } };
  expect(routesOf(manifest)).toHaveLength(1);
  expect(routesOf(manifest)).toBe(routesOf(manifest));
  expect(routesOf(another)).not.toBe(routesOf(manifest));
});

/** The routes that a page is drawn with. */
function routesOf(manifest: { routes: object }): unknown {
  const context = {
    manifest,
    routeModules: { root: { default: () => null } },
    future: {},
    isSpaMode: false,
    staticHandlerContext: { matches: [], loaderData: {}, location: { pathname: "/" } },
  };
  const page = RemixServer({ context: context as unknown as Context, url: "http://localhost/" });
  return elementsOf(page).find(({ props }) => props.router)?.props.router?.routes;
}

type Element = ReactElement<{ router?: { routes: unknown }; children?: ReactNode }>;

function elementsOf(node: ReactNode): Element[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isValidElement(node)) return [];
  const element = node as Element;
  return [element, ...elementsOf(element.props.children)];
}
