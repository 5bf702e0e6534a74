import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(?:css|js|json|svg|txt|webmanifest)$/;

/** Shorter files fit the first packets uncompressed. */
const MIN_BYTES = 1_000;

/** Writes Brotli and gzip copies of text files (server/files.server.ts). */
export function compressedFiles(folder: string): Plugin {
  return {
    name: "compressed-files",
    // Remix moves files here until the last bundle is written.
    closeBundle: { sequential: true, order: "post", handler: () => compressAll(folder) },
  };
}

async function compressAll(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && isAskedFor(entry));
  await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))));
}

/** Skips Vite's manifest, which is deleted in the end and names the build folder. */
function isAskedFor({ parentPath, name }: { parentPath: string; name: string }) {
  return TEXTS.test(name) && basename(parentPath) !== ".vite";
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
