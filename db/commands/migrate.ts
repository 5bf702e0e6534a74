import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";

await command(async () => {
  const names = await migrate(await ensureDatabase());
  console.log(names.length > 0 ? `Migrated: ${names.join(", ")}` : "The schema is up to date.");
});
