import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { z } from "zod";
import { IN_EVERY_ZONE, ZONES } from "../app/ui/zones.ts";

const Manifest = z.looseObject({
  routes: z.record(
    z.string(),
    z.looseObject({
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).default([]),
    }),
  ),
});

/** Writes, beside Remix's list of all routes, one for each zone of pages, which is all that a page there loads. */
export function zoneManifests(folder: string): Plugin {
  return {
    name: "zone-manifests",
    closeBundle: { sequential: true, order: "post", handler: () => writeAll(folder) },
  };
}

async function writeAll(folder: string) {
  const names = (await readdir(folder)).filter((name) => /^manifest-[\da-f]{8}\.js$/.test(name));
  for (const name of names) {
    const script = await readFile(join(folder, name), "utf8");
    const manifest = Manifest.parse(JSON.parse(script.replace(/^[^{]*/, "").replace(/;\s*$/, "")));
    for (const [zone, pattern] of Object.entries(ZONES)) {
      const routes = routesOf(manifest.routes, pattern);
      const shorter = `window.__remixManifest=${JSON.stringify({ ...manifest, routes })};`;
      await writeFile(join(folder, name.replace(".js", `-${zone}.js`)), shorter);
    }
  }
}

type Routes = z.output<typeof Manifest>["routes"];

/** The routes of a zone, with those that they stand in. */
function routesOf(all: Routes, pattern: RegExp): Routes {
  const kept = new Set<string>();
  for (const id of Object.keys(all)) {
    if (!pattern.test(id) && !IN_EVERY_ZONE.includes(id)) continue;
    for (const at of withAncestors(id, all)) kept.add(at);
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([id]) => kept.has(id))
      .map(([id, route]) => [id, shorten(route, all)]),
  );
}

function withAncestors(id: string | undefined, all: Routes): string[] {
  return id === undefined ? [] : [id, ...withAncestors(all[id]?.parentId, all)];
}

/** Without what a route is not, which is false to Remix too, and without the scripts that those bring in which it stands. */
function shorten(route: Routes[string], all: Routes): Routes[string] {
  const brought = withAncestors(route.parentId, all).flatMap((id) => {
    const { module, imports } = all[id] ?? { module: "", imports: [] };
    return [module, ...imports];
  });
  const { module, imports, ...rest } = route;
  const said = Object.entries(rest).filter(([, value]) => value !== false);
  return {
    ...Object.fromEntries(said),
    module,
    imports: imports.filter((script) => !brought.includes(script)),
  };
}
