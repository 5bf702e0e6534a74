import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Outlet, type RouteObject } from "react-router-dom";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from "react-router-dom/server";
import type { RootData } from "#app/ui/root-data.ts";

export const ROOT_DATA: RootData = {
  flash: null,
  supportEmail: "support@fanlight.example",
  hasDoubles: false,
  company: {
    name: "Arch Conveyancing Limited",
    number: "01234567",
    address: "2 Office Row, York YO1 7HZ",
    regulator: "the Council for Licensed Conveyancers, licence 1",
    telephone: "01904 000000",
  },
  appUrl: "http://localhost:3000",
  requestId: "req-1",
};

/** Returns the HTML of an element, rendered without scripts at `path` inside the root route. */
export async function render(
  element: ReactElement,
  options: {
    path?: string;
    root?: Partial<RootData>;
    layout?: ReactElement;
    actionData?: unknown;
    handle?: unknown;
    loaderData?: object | null;
  } = {},
): Promise<string> {
  const {
    path = "/page",
    root,
    layout = <Outlet />,
    actionData,
    handle,
    loaderData = null,
  } = options;
  const routes: RouteObject[] = [
    {
      id: "root",
      path: "/",
      loader: () => ({ ...ROOT_DATA, ...root }),
      element: layout,
      children: [{ id: "page", path: "*", handle, loader: () => loaderData, element }],
    },
  ];
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error("The page answered with a redirect");
  if (actionData !== undefined) context.actionData = { page: actionData };
  return renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
}

export function tags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
}

export function attribute(tag: string | undefined, name: string): string | undefined {
  return tag?.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
}

export function byId(html: string, id: string): string | undefined {
  return html.match(/<[a-z][^>]*>/g)?.find((tag) => attribute(tag, "id") === id);
}

/** Returns the text of some HTML, without its tags. */
export function visibleText(html: string): string {
  return html
    .replaceAll("<wbr/>", "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}
