import { backUp } from "#db/backup.ts";
import { command } from "#db/commands/command.ts";
import { dataPath } from "#db/data-path.ts";
import { documentsFolder } from "#db/documents-folder.ts";
import { recordBackup } from "#db/drill.ts";
import { ensureDatabase } from "#db/ensure.ts";

await command(async ([folder = folderOfNow()]) => {
  const { S3_BUCKET } = process.env;
  const source = S3_BUCKET ? { bucket: S3_BUCKET } : { folder: documentsFolder() };
  const url = await ensureDatabase();
  const manifest = await backUp(url, folder, source);
  const { tables, documents } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up ${rows} rows of ${tables.length} tables to ${folder}`);
  console.log(
    S3_BUCKET
      ? `Documents are not included. They are in the bucket ${S3_BUCKET}, whose owner must keep its versions and copies.`
      : `Documents backed up: ${documents.length}`,
  );
  await recordBackup(url, folder, manifest).catch(() => {
    console.log(
      "This backup is not recorded in the database, because the schema is older than this release.",
    );
  });
});

function folderOfNow(): string {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  return dataPath("backups", moment);
}
