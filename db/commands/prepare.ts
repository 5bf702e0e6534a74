import { command } from "#db/commands/command.ts";
import { dataFolder, isMoved } from "#db/embedded/location.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { isEmbedded } from "#db/url.ts";

/**
 * What npm start does before it serves: the server stays, for the service. Demonstration data goes into our own database
 * only: another one may be real.
 */
await command(
  async () => {
    const url = await ensureDatabase();
    await migrate(url);
    if (!isEmbedded()) return;
    if (isMoved()) {
      console.log(
        `The database's files are in ${dataFolder()}: the user that PostgreSQL runs as cannot reach this folder. To delete them: npm run db:stop -- --delete`,
      );
    }
    const { seedWhenEmpty } = await import("#db/seed.ts");
    await seedWhenEmpty(url);
  },
  { keepsServer: true },
);
