import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { command } from "#db/commands/command.ts";
import { dataFolder, isInFallbackFolder } from "#db/embedded/location.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { isEmbedded } from "#db/url.ts";

/**
 * Prepares the database for npm start; the server keeps running. Only the embedded database gets
 * demonstration data, since any other may be real, and none in production.
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

/** Prints the folder and writes it into a README there, for when the project is deleted. */
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
