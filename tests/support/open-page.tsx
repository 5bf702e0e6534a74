import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Outlet, type RouteObject, useRouteError } from "react-router-dom";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from "react-router-dom/server";
import { documentTitle } from "#app/ui/document-title.tsx";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { readHandles } from "#app/ui/page.ts";
import { ROOT_DATA, visibleText } from "#tests/ui/render.tsx";

/** Runs and renders route modules as the server does for a visitor without scripts. */

type Module = {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: LoaderFunctionArgs) => unknown;
  default?: ComponentType;
  ErrorBoundary?: ComponentType;
  handle?: unknown;
};

type Place = { path?: string; index?: true; id?: string };

export function page(module: Module, place: Place, children?: RouteObject[]): RouteObject {
  const { index, ...at } = place;
  const route = { ...at, ...partsOf(module) };
  return index ? { ...route, index } : { ...route, ...(children && { children }) };
}

export function lazyPage(
  load: () => Promise<Module>,
  place: Place,
  children: RouteObject[],
): RouteObject {
  const { index, ...at } = place;
  const route = { ...at, lazy: async () => partsOf(await load()) };
  return index ? { ...route, index } : { ...route, children };
}

function partsOf({ loader, action, default: Component, ErrorBoundary, handle }: Module) {
  return {
    handle,
    ...(Component && { Component }),
    ...(ErrorBoundary && { ErrorBoundary }),
    ...(loader && { loader: handler(loader) }),
    ...(action && { action: handler(action) }),
  };
}

type Args = Omit<LoaderFunctionArgs, "context">;

function handler(answer: (args: LoaderFunctionArgs) => unknown) {
  return async (args: Args) => (await answer({ ...args, context: {} })) ?? null;
}

function RootError() {
  return <ErrorPage error={useRouteError()} />;
}

type Opened = {
  status: number;
  location: string | null;
  title: string;
  html: string;
  text: string;
  /** Headers of a redirect, for example with the flash message’s cookie. */
  headers: Headers;
};

type Visit = {
  cookie?: string;
  /** Fields to submit to the page. The result is then the page after its action. */
  fields?: Record<string, string> | FormData;
};

const handlers = new WeakMap<RouteObject[], ReturnType<typeof createStaticHandler>>();

/**
 * Returns the handler of a list of routes. It is cached, because creating one reads every route.
 */
function handlerOf(routes: RouteObject[]) {
  const known = handlers.get(routes);
  if (known) return known;
  const root = {
    id: "root",
    path: "/",
    loader: () => ROOT_DATA,
    Component: Outlet,
    ErrorBoundary: RootError,
  };
  const made = createStaticHandler([{ ...root, children: routes }]);
  handlers.set(routes, made);
  return made;
}

export async function openPage(
  routes: RouteObject[],
  path: string,
  { cookie, fields }: Visit = {},
): Promise<Opened> {
  const { query, dataRoutes } = handlerOf(routes);
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { Origin: "http://localhost:3000", ...(cookie && { Cookie: cookie }) },
    ...(fields && {
      method: "POST",
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    }),
  });
  const context = await query(request);
  if (context instanceof Response) {
    const { status, headers } = context;
    return { status, location: headers.get("Location"), title: "", html: "", text: "", headers };
  }
  const handle = readHandles(context.matches.map(({ route }) => ({ handle: route.handle })));
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  return {
    status: context.statusCode,
    location: null,
    title: documentTitle(handle, context),
    html,
    text: visibleText(html),
    headers: new Headers(),
  };
}
