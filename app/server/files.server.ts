import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { lookup } from "mrmime";
import { report } from "#app/observability/report.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { CachedResponse } from "./cached-response.server.ts";

/**
 * The files that the build has made for browsers. The folder is listed once, so that a page costs no look at the disk. Each
 * file is read when it is first asked for, with what the build has compressed of it (bin/compressed-files.ts).
 *
 * @returns finds a file by the path of a request, without its query; one that has gone since is none
 */
export function filesIn(folder: string): (path: string) => CachedResponse | undefined {
  const files = new Map<string, CachedResponse | null>(
    listFiles(folder).map((path) => [path, null]),
  );
  return (path) => {
    const known = files.get(path);
    if (known !== null) return known;
    const read = (end: string) =>
      files.has(path + end) ? readFileSync(join(folder, path + end)) : null;
    try {
      const identity = readFileSync(join(folder, path));
      const file = toCached(path, { identity, br: read(".br"), gzip: read(".gz") });
      files.set(path, file);
      return file;
    } catch (error) {
      // Another build has taken its place.
      report(error, { severity: "warning", what: "a file of the build" });
      return undefined;
    }
  };
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(folder.length).replaceAll(sep, "/"),
    );
}

type Contents = {
  identity: Buffer;
  br: Buffer | null | undefined;
  gzip: Buffer | null | undefined;
};

function toCached(path: string, { identity, br, gzip }: Contents): CachedResponse {
  return {
    headers: {
      "Content-Type": contentType(path),
      // Only the names in /assets/ change with their content.
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
    },
    etag: sha256(identity, "base64").slice(0, 22),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

function contentType(path: string): string {
  const type = lookup(path) ?? "application/octet-stream";
  return /^text\/|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
