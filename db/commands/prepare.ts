import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { isEmbedded } from "#db/url.ts";

/** What npm start does before it serves. Demonstration data goes into our own database only: another one may be real. */
await command(async () => {
  const url = await ensureDatabase();
  await migrate(url);
  if (!isEmbedded()) return;
  const { seedWhenEmpty } = await import("#db/seed.ts");
  await seedWhenEmpty(url);
});
