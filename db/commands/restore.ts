import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { clearDatabase, restore } from "#db/restore.ts";

await command(async (args) => {
  const [folder] = args.filter((arg) => !arg.startsWith("--"));
  if (!folder) {
    throw new Error(
      "Which backup? npm run db:restore -- <folder> (and --replace to delete what the database holds)",
    );
  }
  const url = await ensureDatabase();
  if (args.includes("--replace")) await clearDatabase(url);
  const { rows, emails } = await restore(url, folder);
  console.log(`${rows} rows are restored from ${folder}`);
  if (emails > 0) {
    console.log(
      `${emails} emails were waiting to be sent: the worker asks Postmark whether it has them before it sends them.`,
    );
  }
});
