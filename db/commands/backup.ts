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
  console.log(`${rows} rows of ${tables.length} tables are in ${folder}`);
  console.log(
    S3_BUCKET
      ? `The documents are not: they are in the bucket ${S3_BUCKET}, whose versions and copies are for its owner to keep.`
      : `${documents.length} documents are there too.`,
  );
  await recordBackup(url, folder, manifest).catch(() => {
    console.log("It is not written down in the database, whose schema is older than this release.");
  });
});

function folderOfNow(): string {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  return dataPath("backups", moment);
}
