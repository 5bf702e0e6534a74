import { existsSync } from "node:fs";
import path from "node:path";
import { Outlet, matchRoutes, type RouteObject } from "react-router-dom";
import { vi } from "vitest";
import { openPage, page } from "#tests/support/open-page.tsx";
import { visibleText } from "#tests/ui/render.tsx";

// Replaces Remix’s elements, which need the manifest of a build. The tests only need the scripts.
vi.mock("@remix-run/react", async (load) => {
  const { Link, NavLink, Form } = await import("react-router-dom");
  const nothing = () => null;
  return {
    ...(await load<object>()),
    ...{ Link, NavLink, Form },
    ...{ Links: nothing, Meta: nothing, ScrollRestoration: nothing },
    Scripts: () => <script src="/assets/entry.js" />,
  };
});
const { Document } = await import("#app/ui/document.tsx");
const { default: routes } = await import("#app/routes.ts");

type Entry = { path?: string; index?: boolean; file: string; children?: Entry[] };
type Found = RouteObject & { handle: string };

const tree = toRoutes(routes);

function toRoutes(entries: readonly Entry[]): Found[] {
  return entries.map(({ path, index, file, children }) =>
    index
      ? { index, path, handle: file }
      : { path, handle: file, children: children && toRoutes(children) },
  );
}

export function moduleFor(address: string): string | undefined {
  const file: unknown = matchRoutes(tree, address)?.at(-1)?.route.handle;
  if (typeof file !== "string") return undefined;
  const module = path.resolve(import.meta.dirname, "../../../app", file);
  return existsSync(module) ? module : undefined;
}

export async function open(address: string, cookie?: string) {
  const module = moduleFor(address);
  if (!module) throw new Error(`Nothing is served at ${address}`);
  const loaded: Module = await import(module);
  return show(loaded, address, cookie);
}

type Module = Parameters<typeof page>[0];

export function show(module: Module, address: string, cookie?: string) {
  const whole = (
    <Document>
      <Outlet />
    </Document>
  );
  const served = page(module, { path: address.slice(1), id: "page" });
  return openPage(
    [{ id: "document", element: whole, children: [served] }],
    address,
    cookie ? { cookie } : {},
  );
}

export function findSection(html: string, anchor: string) {
  const start = html.indexOf(`<section id="${anchor}"`);
  const part = start < 0 ? "" : html.slice(start, html.indexOf("</section>", start));
  return { html: part, text: visibleText(part) };
}

export function listAnchors(html: string): string[] {
  return [...html.matchAll(/<section id="([^"]+)" class="legal-section"/g)].map(
    ([, anchor]) => anchor ?? "",
  );
}
