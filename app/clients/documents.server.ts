import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomId } from "#app/random-id.server.ts";
import { documentsFolder } from "#db/documents-folder.ts";

/** Documents by keys of our own, in a folder of this machine: what a document is called is no part of its key. */

/** Parts of small letters, digits and hyphens, between slashes: none of them leads out of the folder. */
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.pdf$/;

/** Keeps a document under a key, whole or not at all; the same key again replaces it. @throws whatever the store does */
export async function putDocument(key: string, bytes: Uint8Array): Promise<void> {
  const file = join(documentsFolder(), checked(key));
  const half = `${file}.${randomId()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(half, bytes);
  await rename(half, file);
}

/** A document by its key; null when there is none. @throws whatever the store does */
export async function getDocument(key: string): Promise<Uint8Array | null> {
  try {
    return await readFile(join(documentsFolder(), checked(key)));
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return null;
    throw error;
  }
}

/**
 * An address at which a document can be downloaded for a minute, under a name; null when the store has no addresses,
 * and a route has to send the document itself. @throws whatever the store does
 */
export function documentLink(key: string, _file_name: string): Promise<string | null> {
  checked(key);
  return Promise.resolve(null);
}

function checked(key: string) {
  if (!KEY.test(key)) throw new Error("This is no key of a document");
  return key;
}
