import { command } from "#db/commands/command.ts";
import { createDatabase, dropDatabase, ensureDatabase } from "#db/ensure.ts";
import { restore } from "#db/restore.ts";

await command(async (args) => {
  const [folder] = args.filter((arg) => !arg.startsWith("--"));
  if (!folder) {
    throw new Error(
      "Which backup? npm run db:restore -- <folder> (and --replace to delete what the database holds)",
    );
  }
  const url = await ensureDatabase();
  if (args.includes("--replace")) {
    await dropDatabase(url);
    await createDatabase(url);
  }
  console.log(`${await restore(url, folder)} rows are restored from ${folder}`);
});
