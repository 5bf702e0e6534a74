import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** Routes of the build, read from its manifest as an attacker would read them. */

const Build = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      module: z.object({ action: z.unknown().optional(), loader: z.unknown().optional() }),
    }),
  ),
});

export type BuiltRoute = {
  id: string;
  pattern: string;
  loads: boolean;
  acts: boolean;
};

export async function readBuiltRoutes(): Promise<BuiltRoute[]> {
  // Prevents the build’s entry from starting a second service here.
  Reflect.set(globalThis, Symbol.for("fanlight.begun"), true);
  const file = pathToFileURL(resolve("build/server/index.js")).href;
  const { routes } = Build.parse(await import(/* @vite-ignore */ file));
  const toPattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [toPattern(route.parentId), route.path].filter(Boolean).join("/") : "";
  };
  return Object.values(routes).map(({ id, module }) => ({
    id,
    pattern: `/${toPattern(id)}`,
    loads: module.loader !== undefined,
    acts: module.action !== undefined,
  }));
}

/** Returns the address of a route with a value for each parameter. */
export function fillPattern(pattern: string, valueOf: (parameter: string) => string): string {
  return pattern.replace(/:(\w+)\??|\*/g, (_match, name: string | undefined) =>
    encodeURIComponent(valueOf(name ?? "*")),
  );
}
