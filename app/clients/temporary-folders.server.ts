/**
 * Temporary folders for uploads and previews, next to the documents on this machine’s disk. A
 * folder is deleted after its use. If its process was killed, it is deleted an hour later.
 */

import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dataPath } from "#db/data-path.ts";

/** Age at which a folder is no longer in use: an upload takes 15 minutes at most. */
const STALE_MS = 60 * 60 * 1000;

const folderOfUploads = () => dataPath("uploads");
let swept = 0;

/** Creates a temporary folder and returns its path. Deletes stale ones once an hour. */
export async function newTemporaryFolder(): Promise<string> {
  await mkdir(folderOfUploads(), { recursive: true, mode: 0o700 });
  if (Date.now() - swept > STALE_MS) {
    swept = Date.now();
    await deleteStaleFolders();
  }
  return mkdtemp(join(folderOfUploads(), "upload-"));
}

/** Deletes a temporary folder with its files. */
export async function deleteTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Deletes the folders of processes that were killed. Returns their number. */
export async function deleteStaleFolders(): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(folderOfUploads()).catch(() => [])) {
    const folder = join(folderOfUploads(), name);
    const changed = await stat(folder).catch(() => null);
    if (!changed || Date.now() - changed.mtimeMs <= STALE_MS) continue;
    await deleteTemporaryFolder(folder);
    deleted += 1;
  }
  return deleted;
}
