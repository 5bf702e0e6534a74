// This import comes first, because @date-fns/tz extends Date when it is imported, and a test may
// replace Date with a fake later.
import "@date-fns/tz";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { matchRoutes, type RouteObject } from "react-router-dom";
import routeConfig from "#app/routes.ts";
import { lazyPage, openPage, type page } from "#tests/support/open-page.tsx";
import { flashIn } from "#tests/support/flash.ts";
import { get, post } from "#tests/support/call-route.ts";
import { readFields } from "./fields.ts";

/** The back office, built from the routes that app/routes.ts declares. */

type Handlers = { loader: Parameters<typeof get>[0]; action: Parameters<typeof post>[0] };

type Module = Parameters<typeof page>[0] & Partial<Handlers>;

const admin = routeConfig.find(({ path }) => path === "admin")!;

const files = new Set<string>();
function collect({ file, children = [] }: RouteConfigEntry) {
  files.add(file);
  children.forEach(collect);
}
collect(admin);

/**
 * An import glob, so that `npm run test:quick` knows that this file imports the back-office pages.
 */
const importers = import.meta.glob<Module>("../../../app/routes/{admin,layouts}/**/*.{ts,tsx}");

/**
 * Imports a module on first use, because importing the whole back office takes two seconds and a
 * test opens only a few pages.
 */
const load = (file: string) => importers[`../../../app/${file}`]!();

export const modules = new Map<string, Partial<Handlers>>();
for (const file of files) {
  modules.set(file, {
    loader: async (args) => (await load(file)).loader!(args),
    action: async (args) => (await load(file)).action!(args),
  });
}

export async function loadAll() {
  return Promise.all([...files].map(async (file) => ({ file, ...(await load(file)) })));
}

const fileOf = new Map<RouteObject, string>();

function declared({ file, path, index, id, children = [] }: RouteConfigEntry): RouteObject {
  const place = {
    id: id ?? file.replace(/\.tsx?$/, ""),
    ...(path && { path }),
    ...(index && { index: true as const }),
  };
  const route = lazyPage(() => load(file), place, children.map(declared));
  fileOf.set(route, file);
  return route;
}

const routes = [declared(admin)];

export const fileAt = (path: string) =>
  fileOf.get(matchRoutes(routes, path.split("?")[0]!)!.at(-1)!.route)!;

/**
 * Back-office page paths in the pattern form of app/routes.ts, for example
 * "transactions/:id/buyers".
 */
export const patterns = patternsIn(admin);

function patternsIn({ file, path = "", children = [] }: RouteConfigEntry, above = ""): string[] {
  const here = [above, path].filter(Boolean).join("/");
  const below = children.flatMap((child) => patternsIn(child, here));
  return [...new Set([...(file.endsWith(".tsx") ? [here] : []), ...below])];
}

type Visit = Parameters<typeof openPage>[2];

export const open = (path: string, visitor: Visit = {}) => openPage(routes, path, visitor);

export const send = (path: string, visitor: { cookie: string }, fields: Record<string, string>) =>
  openPage(routes, path, { ...visitor, fields });

type Staff = { cookie: string };

export function runLoader(path: string, staff?: Staff) {
  const { loader, params } = handlersAt(path);
  return get(loader!, { ...staff, path, params });
}

export function postAction(path: string, staff: Staff, fields: Record<string, string>) {
  const { action, params } = handlersAt(path);
  return post(action!, fields, { cookie: staff.cookie, path, params });
}

export async function postAndReadFlash(path: string, staff: Staff, fields: Record<string, string>) {
  const answer = await postAction(path, staff, fields);
  return { location: answer.location, flash: await flashIn(answer) };
}

function handlersAt(path: string) {
  const { route, params } = matchRoutes(routes, path.split("?")[0]!)!.at(-1)!;
  const named = Object.entries(params).map(([name, value = ""]) => [name, value]);
  const known: Record<string, string> = Object.fromEntries(named);
  return { ...modules.get(fileOf.get(route)!)!, params: known };
}

export async function fillIn(
  visitor: { cookie: string },
  path: string,
  form: string,
  typed: Record<string, string>,
) {
  const { html } = await open(path, visitor);
  return send(path, visitor, { ...readFields(html, form), ...typed });
}
