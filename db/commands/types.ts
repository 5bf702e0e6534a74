import { readFile, writeFile } from "node:fs/promises";
import { Kysely, PostgresDialect } from "kysely";
import { command } from "#db/commands/command.ts";
import { ensureDatabase, withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { generateTypes } from "#db/type-generation.ts";

const file = new URL("../types.d.ts", import.meta.url);

/** Writes db/types.d.ts from the migrations alone; with --verify, says whether the file agrees with them. */
await command(async (args) => {
  const types = await withScratchDatabase(await ensureDatabase(), async (url) => {
    await migrate(url);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createPool(url) }) });
    const generated = await generateTypes(db);
    await db.destroy();
    return generated;
  });
  if (!args.includes("--verify")) {
    await writeFile(file, types);
  } else if ((await readFile(file, "utf8")) !== types) {
    throw new Error("db/types.d.ts does not say what the migrations say. Run npm run db:types.");
  } else {
    console.log("db/types.d.ts says what the migrations say.");
  }
});
