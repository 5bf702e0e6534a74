import type { EntryContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { setRouteFinder } from "#app/observability/access-log.server.ts";

type ManifestRoutes = EntryContext["manifest"]["routes"];

type Route = { id: string; path?: string; caseSensitive?: boolean } & (
  | { index: true }
  | { index?: false; children: Route[] }
);

let known: ManifestRoutes | undefined;

/**
 * Registers the names of routes, for metrics and traces. Requests before the first page is rendered
 * have no route name.
 */
export function registerRoutes(routes: ManifestRoutes): void {
  if (known === routes) return;
  known = routes;
  const tree = routesUnder(routes, undefined);
  setRouteFinder((url) => {
    const path = url.split(/[?#]/, 1)[0] ?? "/";
    // A request for a page's data counts as a request for the page.
    const page = path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
    try {
      return matchRoutes(tree, page)?.at(-1)?.route.id ?? null;
    } catch {
      // The URL can't be decoded, so it has no route.
      return null;
    }
  });
}

function routesUnder(routes: ManifestRoutes, parentId: string | undefined): Route[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const route = { id, ...(path && { path }), ...(caseSensitive && { caseSensitive }) };
      return index ? { ...route, index } : { ...route, children: routesUnder(routes, id) };
    });
}
