import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(?:css|js|json|svg|txt|webmanifest)$/;

/**
 * Minimum size of a file to compress. A smaller file fits in the first packets of a response
 * anyway.
 */
const MIN_BYTES = 1_000;

/** Adds Brotli and gzip copies of the build's text files (server/files.server.ts). */
export function compressedFiles(folder: string): Plugin {
  return {
    name: "compressed-files",
    // Do this last, because Remix moves files into the folder until the last bundle is written.
    closeBundle: { sequential: true, order: "post", handler: () => compressAll(folder) },
  };
}

async function compressAll(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && isAskedFor(entry));
  await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))));
}

/**
 * Returns true for a text file, but not for Vite's manifest, which is deleted at the end of the
 * build and contains the name of the build's folder.
 */
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
