import type { RouteConfigEntry } from "@remix-run/route-config";

/**
 * Replaces @remix-run/route-config in tests. The original loads the build tools, which costs each
 * file that imports the routes three seconds of CPU time.
 */

type Options = { id?: string; caseSensitive?: boolean };

type Rest = [children?: RouteConfigEntry[]] | [options: Options, children?: RouteConfigEntry[]];

function optionsAndChildren([first, second]: Rest) {
  return Array.isArray(first) || !first ? { children: first } : { ...first, children: second };
}

export function route(path: string | null | undefined, file: string, ...rest: Rest) {
  return { file, path: path ?? undefined, ...optionsAndChildren(rest) };
}

export function index(file: string, options: Pick<Options, "id"> = {}) {
  return { file, index: true, ...options };
}

export function layout(file: string, ...rest: Rest) {
  return { file, ...optionsAndChildren(rest) };
}
