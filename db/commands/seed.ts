import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { seedWhenEmpty } from "#db/seed.ts";

await command(async () => {
  const url = await ensureDatabase();
  await migrate(url);
  const seeded = await seedWhenEmpty(url);
  console.log(
    seeded
      ? "The demonstration data has been loaded."
      : "The database already has people in it. To start again, run npm run db:reset",
  );
});
