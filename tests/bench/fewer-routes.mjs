import * as build from "../../build/server/index.js";

/** Build for remix-serve that has only its first ROUTES routes and the bare page. */
export * from "../../build/server/index.js";

const bare = Object.values(build.routes).find(({ path }) => path === "mocks/bare");

function withParents(route) {
  return route ? [...withParents(build.routes[route.parentId]), route.id] : [];
}

const kept = new Set(withParents(bare));
for (const id of Object.keys(build.routes)) {
  if (kept.size < Number(process.env.ROUTES)) kept.add(id);
}

const keep = (all) => Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));

export const routes = keep(build.routes);
export const assets = { ...build.assets, routes: keep(build.assets.routes) };
