import pg from "pg";
import { command } from "#db/commands/command.ts";
import { dataPath } from "#db/data-path.ts";
import { drill, findNewestBackup, recordDrill } from "#db/drill.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { readManifest } from "#db/manifest.ts";

/**
 * Error for a drill whose backup lacks documents. The drill is recorded before this error is
 * thrown.
 */
class IncompleteError extends Error {}

/**
 * `npm run db:drill`: restores the given backup, or else the newest one, into a temporary database.
 */
await command(async ([named]) => {
  const folder = named ?? (await findNewestBackup(dataPath("backups")));
  if (!folder)
    throw new Error(`There is no backup in ${dataPath("backups")}. Run npm run db:backup`);
  const url = await ensureDatabase();
  const manifest = await readManifest(folder);
  // Import this only after .env has been read, because it reads the settings.
  const { hasDocument } = await import("#app/clients/documents.server.ts");
  const { DRILL_DATABASE_URL: drillUrl } = process.env;
  try {
    const { ms, counts, missing } = await drill(url, folder, {
      ...(manifest.bucket && { bucket: { has: hasDocument } }),
      ...(drillUrl && { drillUrl }),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${folder}, made at ${manifest.made_at}, was restored in ${ms / 1_000} s:`);
    console.log(
      `${rows} rows of ${manifest.tables.length} tables and ${manifest.documents.length} documents match their digests.`,
    );
    for (const { table, restored, now } of counts) {
      console.log(`  ${table}: ${restored} restored, ${now} in the service now`);
    }
    const failure =
      missing.length > 0 ? `Documents named in the database but missing: ${missing.length}.` : null;
    for (const key of missing) console.log(`  missing: ${key}`);
    await recordDrill(url, folder, manifest, { ms, failure });
    if (failure) throw new IncompleteError(failure);
  } catch (error) {
    if (!(error instanceof IncompleteError)) {
      await recordDrill(url, folder, manifest, { ms: null, failure: describeError(error) });
    }
    throw error;
  }
});

/**
 * Returns the text of an error without PostgreSQL's message, which may contain a value from a row.
 */
function describeError(error: unknown): string {
  if (error instanceof pg.DatabaseError)
    return `PostgreSQL refused the restore (${error.code ?? "unknown"}).`;
  return error instanceof Error ? error.message : "The restore failed for an unknown reason.";
}
