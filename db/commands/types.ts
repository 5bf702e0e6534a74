import { readFile, writeFile } from "node:fs/promises";
import { Kysely, PostgresDialect } from "kysely";
import { command } from "#db/commands/command.ts";
import { describeDataModel } from "#db/data-model.ts";
import { ensureDatabase, withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { generateTypes } from "#db/type-generation.ts";

/**
 * Generates db/types.d.ts and docs/data-model.md from the migrations. With --verify, only checks
 * that the files are up to date.
 */
await command(async (args) => {
  const written = await withScratchDatabase(await ensureDatabase(), async (url) => {
    await migrate(url);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createPool(url) }) });
    const files = new Map([
      ["db/types.d.ts", await generateTypes(db)],
      ["docs/data-model.md", await describeDataModel(db)],
    ]);
    await db.destroy();
    return files;
  });
  for (const [file, text] of written) {
    if (!args.includes("--verify")) {
      await writeFile(file, text);
    } else if ((await readFile(file, "utf8")) !== text) {
      throw new Error(`${file} does not match the migrations. Run npm run db:types.`);
    } else {
      console.log(`${file} matches the migrations.`);
    }
  }
});
