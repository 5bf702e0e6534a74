import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentPlace } from "#db/documents.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { type Manifest, readManifest } from "#db/manifest.ts";
import { onClient } from "#db/pool.ts";
import { clearDatabase, restore } from "#db/restore.ts";
import { nameOfDatabase } from "#db/url.ts";

/** A backup is worth what a restore of it gives: a drill restores one into a database of its own, and throws that away. */

type Drilled = {
  manifest: Manifest;
  ms: number;
  /** How many rows of some tables were restored, and how many the service has now. */
  counts: { table: string; restored: number; now: number }[];
  /** The keys of documents that rows name and that the backup, or its bucket, does not have. */
  missing: string[];
};

/** What a person can tell at a glance whether it is all there. */
const COUNTED = ["users", "transactions", "orders", "events", "email_log"];

/** The folder of the newest whole backup under another; null when there is none. */
export async function findNewestBackup(backups: string): Promise<string | null> {
  const entries = await readdir(backups, { withFileTypes: true }).catch(() => []);
  const found: { folder: string; made_at: string }[] = [];
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const folder = join(backups, entry.name);
    // One that was cut off has no manifest.
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) found.push({ folder, made_at: manifest.made_at });
  }
  return found.sort((a, b) => a.made_at.localeCompare(b.made_at)).at(-1)?.folder ?? null;
}

/**
 * Restores a backup as `restore` does, with every digest compared, into a database that is made for it and dropped again.
 *
 * @param url of the service's database, on whose server it is made
 * @param options.bucket asked for documents that are in a bucket and not in the backup
 * @param options.drillUrl a database to use instead, for a role that may make none; it is emptied before and after
 * @throws whatever `restore` throws; Error when the other database is not called a drill's
 */
export async function drill(
  url: string,
  folder: string,
  { bucket, drillUrl }: { bucket?: Pick<DocumentPlace, "has">; drillUrl?: string } = {},
): Promise<Drilled> {
  const manifest = await readManifest(folder);
  const inBackup = new Set(manifest.documents.map(({ key }) => key));
  const place: DocumentPlace = {
    // The documents of the backup are compared with its digests; putting them anywhere would prove no more.
    put: () => Promise.resolve(),
    has: async (key) => inBackup.has(key) || (await bucket?.has(key)) === true,
  };
  const began = performance.now();
  const restoreInto = async (other: string) => {
    const { missing } = await restore(other, folder, place);
    const ms = Math.round(performance.now() - began);
    const [restored, now] = [await count(other), await count(url)];
    const counts = COUNTED.map((table, at) => ({
      table,
      restored: restored[at] ?? 0,
      now: now[at] ?? 0,
    }));
    return { manifest, ms, counts, missing };
  };
  if (!drillUrl) return await withScratchDatabase(url, restoreInto);
  if (!nameOfDatabase(drillUrl).includes("drill")) {
    throw new Error(
      "The drill empties the database of DRILL_DATABASE_URL, so its name must contain “drill”.",
    );
  }
  await clearDatabase(drillUrl);
  try {
    return await restoreInto(drillUrl);
  } finally {
    await clearDatabase(drillUrl);
  }
}

function count(url: string): Promise<number[]> {
  return onClient(url, async (client) => {
    const counts: number[] = [];
    for (const table of COUNTED) {
      const { rows } = await client.query<{ count: number }>(`select count(*) from ${table}`);
      counts.push(rows[0]?.count ?? 0);
    }
    return counts;
  });
}

/** Writes down that a backup was made, for the status page and the alert about a late one. */
export async function recordBackup(url: string, folder: string, manifest: Manifest): Promise<void> {
  await writeDown(url, folder, manifest, "do nothing", []);
}

/** Writes down what became of a drill. @param failure in words, without anything personal; null when it went well */
export async function recordDrill(
  url: string,
  folder: string,
  manifest: Manifest,
  { ms, failure }: { ms: number | null; failure: string | null },
): Promise<void> {
  const set = "do update set drilled_at = now(), drill_ms = $5, drill_failure = $6";
  await writeDown(url, folder, manifest, set, [ms, failure]);
}

async function writeDown(
  url: string,
  folder: string,
  { made_at, tables, documents }: Manifest,
  onConflict: string,
  drilled: unknown[],
) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const values = [made_at, folder, rows, documents.length, ...drilled];
  const isDrill = drilled.length > 0;
  await onClient(url, (client) =>
    client.query(
      `insert into backups (made_at, folder, rows, documents${isDrill ? ", drilled_at, drill_ms, drill_failure" : ""})
       values ($1, $2, $3, $4${isDrill ? ", now(), $5, $6" : ""})
       on conflict (made_at) ${onConflict}`,
      values,
    ),
  );
}
