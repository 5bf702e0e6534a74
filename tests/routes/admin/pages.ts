// Its dates descend from the Date that there is when it is imported, which a test may have faked by its first page.
import "@date-fns/tz";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { matchRoutes, type RouteObject } from "react-router-dom";
import routeConfig from "#app/routes.ts";
import { latePage, openPage, type page } from "#tests/support/open-page.tsx";
import { flashIn } from "#tests/support/flash.ts";
import { get, post } from "#tests/support/visit.ts";
import { readFields } from "./fields.ts";

/** The back office as app/routes.ts declares it. */

type Handlers = { loader: Parameters<typeof get>[0]; action: Parameters<typeof post>[0] };

type Module = Parameters<typeof page>[0] & Partial<Handlers>;

const admin = routeConfig.find(({ path }) => path === "admin")!;

const files = new Set<string>();
function collect({ file, children = [] }: RouteConfigEntry) {
  files.add(file);
  children.forEach(collect);
}
collect(admin);

/** A glob, so that `npm run test:quick` knows that a page of the back office is imported here. */
const importers = import.meta.glob<Module>("../../../app/routes/{admin,layouts}/**/*.{ts,tsx}");

/** Imported when it is first asked for: all of the back office takes two seconds, and a test opens a few pages of it. */
const load = (file: string) => importers[`../../../app/${file}`]!();

/** What answers at each route module of the back office that there is, by its file. */
export const modules = new Map<string, Partial<Handlers>>();
for (const file of files) {
  modules.set(file, {
    loader: async (args) => (await load(file)).loader!(args),
    action: async (args) => (await load(file)).action!(args),
  });
}

/** Every route module of the back office itself, with what it has and has not. */
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
  const route = latePage(() => load(file), place, children.map(declared));
  fileOf.set(route, file);
  return route;
}

const routes = [declared(admin)];

/** The module that answers what is posted to an address. */
export const fileAt = (path: string) =>
  fileOf.get(matchRoutes(routes, path.split("?")[0]!)!.at(-1)!.route)!;

/** The addresses under /admin that are pages, as app/routes.ts spells them: "transactions/:id/buyers". */
export const patterns = patternsIn(admin);

function patternsIn({ file, path = "", children = [] }: RouteConfigEntry, above = ""): string[] {
  const here = [above, path].filter(Boolean).join("/");
  const below = children.flatMap((child) => patternsIn(child, here));
  return [...new Set([...(file.endsWith(".tsx") ? [here] : []), ...below])];
}

type Visit = Parameters<typeof openPage>[2];

export const open = (path: string, visitor: Visit = {}) => openPage(routes, path, visitor);

/** Posts to a page of the back office, and shows it as its action answers. */
export const send = (path: string, visitor: { cookie: string }, fields: Record<string, string>) =>
  openPage(routes, path, { ...visitor, fields });

type Staff = { cookie: string };

/** What the loader of an address alone answers. */
export function getFrom(path: string, staff?: Staff) {
  const { loader, params } = handlersAt(path);
  return get(loader!, { ...staff, path, params });
}

/** What the action of an address alone answers. */
export function answerTo(path: string, staff: Staff, fields: Record<string, string>) {
  const { action, params } = handlersAt(path);
  return post(action!, fields, { cookie: staff.cookie, path, params });
}

/** Where the action of an address alone leads, and the message there. */
export async function postTo(path: string, staff: Staff, fields: Record<string, string>) {
  const answer = await answerTo(path, staff, fields);
  return { location: answer.location, flash: await flashIn(answer) };
}

function handlersAt(path: string) {
  const { route, params } = matchRoutes(routes, path.split("?")[0]!)!.at(-1)!;
  const named = Object.entries(params).map(([name, value = ""]) => [name, value]);
  const known: Record<string, string> = Object.fromEntries(named);
  return { ...modules.get(fileOf.get(route)!)!, params: known };
}

/** Opens a page and posts its form as it stands, but for what is typed. */
export async function fillIn(
  visitor: { cookie: string },
  path: string,
  form: string,
  typed: Record<string, string>,
) {
  const { html } = await open(path, visitor);
  return send(path, visitor, { ...readFields(html, form), ...typed });
}
