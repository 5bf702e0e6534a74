import type { RouteConfigEntry } from "@remix-run/route-config";
import type { RouteObject } from "react-router-dom";
import routeConfig from "#app/routes.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import type { get, post } from "#tests/support/visit.ts";
import { readFields } from "./fields.ts";

/** The back office as app/routes.ts declares it. */

type Module = Parameters<typeof page>[0] & {
  loader?: Parameters<typeof get>[0];
  action?: Parameters<typeof post>[0];
};

const admin = routeConfig.find(({ path }) => path === "admin")!;

const files = new Set<string>();
function collect({ file, children = [] }: RouteConfigEntry) {
  files.add(file);
  children.forEach(collect);
}
collect(admin);

/** A glob, so that `npm run test:quick` knows that a page of the back office is imported here. */
const importers = import.meta.glob<Module>("../../../app/routes/{admin,layouts}/**/*.{ts,tsx}");

/** Every route module of the back office that there is, by its file. */
export const modules = new Map<string, Module>();
for (const file of files) modules.set(file, await importers[`../../../app/${file}`]!());

function declared({ file, path, index, id, children = [] }: RouteConfigEntry): RouteObject {
  const place = {
    id: id ?? file.replace(/\.tsx?$/, ""),
    ...(path && { path }),
    ...(index && { index: true as const }),
  };
  return page(modules.get(file)!, place, children.map(declared));
}

const routes = [declared(admin)];

type Visit = Parameters<typeof openPage>[2];

export const open = (path: string, visitor: Visit = {}) => openPage(routes, path, visitor);

/** Posts to a page of the back office, and shows it as its action answers. */
export const send = (path: string, visitor: { cookie: string }, fields: Record<string, string>) =>
  openPage(routes, path, { ...visitor, fields });

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
