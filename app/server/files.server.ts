import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { lookup } from "mrmime";
import { report } from "#app/observability/report.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { CachedResponse } from "./cached-response.server.ts";

/**
 * Returns a function that finds a file of the build by its path. Lists the folder once. Reads each
 * file and its compressed copies when they are first requested (bin/compressed-files.ts).
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
      // The file is missing, because a newer build has replaced the folder.
      report(error, { severity: "warning", what: "build file missing" });
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
      // Browsers may store only these files for a long time, because their names change with their
      // content.
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
