import { command } from "#db/commands/command.ts";
import { createDatabase, dropDatabase, ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { seedWhenEmpty } from "#db/seed.ts";
import { isEmbedded, nameOfDatabase } from "#db/url.ts";

await command(async (args) => {
  const url = await ensureDatabase();
  if (!isEmbedded() && !args.includes("--yes")) {
    throw new Error(
      `This deletes everything in the database ${nameOfDatabase(url)} that DATABASE_URL names. To go ahead, run npm run db:reset -- --yes`,
    );
  }
  await dropDatabase(url);
  await createDatabase(url);
  await migrate(url);
  await seedWhenEmpty(url);
  console.log("The database has been reset. It now has the demonstration data.");
});
