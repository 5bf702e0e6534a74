import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { command } from "#db/commands/command.ts";
import { dataFolder, isInFallbackFolder } from "#db/embedded/location.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { isEmbedded } from "#db/url.ts";

/**
 * Prepares the database for `npm start`, and leaves its server running. Only the embedded database
 * gets demonstration data, because any other database may contain real data. In production it gets
 * none either.
 */
await command(
  async () => {
    const url = await ensureDatabase();
    await migrate(url);
    if (!isEmbedded()) return;
    if (isInFallbackFolder()) await sayWhereItIs();
    if (process.env.NODE_ENV === "production" && process.env.DOUBLES !== "true") return;
    const { seedWhenEmpty } = await import("#db/seed.ts");
    await seedWhenEmpty(url);
  },
  { keepsServer: true },
);

/**
 * Prints the path of the data folder. Also writes a README there, for a person who finds the folder
 * after the project has been deleted.
 */
async function sayWhereItIs() {
  const folder = dataFolder();
  console.log(
    `The database’s files are in ${folder}, because PostgreSQL’s user cannot access this folder. To delete them, run npm run db:stop -- --delete`,
  );
  await writeFile(
    join(dirname(folder), "README.txt"),
    `This is the database of Fanlight in ${process.cwd()}. If that folder no longer exists, you can delete this one.\n`,
  );
}
