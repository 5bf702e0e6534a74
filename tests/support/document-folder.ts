import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DocumentPlace } from "#db/documents.ts";

/** Returns a document store that uses the given folder and ignores the settings. */
export function documentFolder(folder: string): DocumentPlace & {
  folder: string;
  get: (key: string) => Promise<string>;
} {
  return {
    folder,
    has: (key) => Promise.resolve(existsSync(join(folder, key))),
    get: (key) => readFile(join(folder, key), "utf8"),
    async put(key, bytes) {
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), bytes);
    },
  };
}
