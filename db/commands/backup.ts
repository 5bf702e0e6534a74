import { backUp } from "#db/backup.ts";
import { command } from "#db/commands/command.ts";
import { dataPath } from "#db/data-path.ts";
import { ensureDatabase } from "#db/ensure.ts";

await command(async ([folder = folderOfNow()]) => {
  const { tables } = await backUp(await ensureDatabase(), folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${tables.length} tables are in ${folder}`);
});

function folderOfNow(): string {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  return dataPath("backups", moment);
}
