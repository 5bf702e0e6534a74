import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentPlace } from "#db/documents.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { type Manifest, readManifest } from "#db/manifest.ts";
import { onClient } from "#db/pool.ts";
import { clearDatabase, restore } from "#db/restore.ts";
import { nameOfDatabase } from "#db/url.ts";

type DrillResult = {
  manifest: Manifest;
  ms: number;
  counts: { table: string; restored: number; now: number }[];
  missing: string[];
};

/** Tables whose row counts show quickly whether all data are there. */
const COUNTED = ["users", "transactions", "orders", "events", "email_log"];

/** Returns the folder of the newest complete backup; null if there is no complete backup. */
export async function findNewestBackup(backups: string): Promise<string | null> {
  const entries = await readdir(backups, { withFileTypes: true }).catch(() => []);
  const found: { folder: string; made_at: string }[] = [];
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const folder = join(backups, entry.name);
    // A backup that was interrupted has no manifest, so it is left out.
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) found.push({ folder, made_at: manifest.made_at });
  }
  return found.sort((a, b) => a.made_at.localeCompare(b.made_at)).at(-1)?.folder ?? null;
}

/**
 * Restores a backup into a temporary database on the server of `url`, as a test. Compares all
 * digests, as `restore` does.
 * @param options.bucket where to look up documents that are not in the backup
 * @param options.drillUrl database to use instead, if the role can't create one; it is emptied
 *   before and after the drill
 * @throws {Error} as `restore` does, or if the name of the database to use does not contain "drill"
 */
export async function drill(
  url: string,
  folder: string,
  { bucket, drillUrl }: { bucket?: Pick<DocumentPlace, "has">; drillUrl?: string } = {},
): Promise<DrillResult> {
  const manifest = await readManifest(folder);
  const inBackup = new Set(manifest.documents.map(({ key }) => key));
  const place: DocumentPlace = {
    // Do not store the documents: their digests are compared, and storing them would prove nothing
    // more.
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

/** Records that a backup was made, for the status page and for the alert about a late backup. */
export async function recordBackup(url: string, folder: string, manifest: Manifest): Promise<void> {
  await recordBackupRow(url, folder, manifest, "do nothing", []);
}

/**
 * Records the result of a drill. `failure` must not contain personal data; it is null if the drill
 * succeeded.
 */
export async function recordDrill(
  url: string,
  folder: string,
  manifest: Manifest,
  { ms, failure }: { ms: number | null; failure: string | null },
): Promise<void> {
  const set = "do update set drilled_at = now(), drill_ms = $5, drill_failure = $6";
  await recordBackupRow(url, folder, manifest, set, [ms, failure]);
}

async function recordBackupRow(
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
