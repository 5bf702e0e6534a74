import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";

/**
 * `npm run audit:searches -- "ada byron"`: lists the searches in which staff typed exactly this
 * text.
 */
await command(async ([typed = ""]) => {
  if (!typed.trim())
    throw new Error('Name the words that were searched for: npm run audit:searches -- "ada byron"');
  await ensureDatabase();
  const { listSearches } = await import("#app/domain/audit/audit.server.ts");
  const { closeDatabase, db } = await import("#db/connection.ts");
  try {
    const found = await listSearches(db, typed);
    for (const { at, actor_id, list } of found) {
      console.log(`${at.toISOString()} ${actor_id ?? ""} searched ${list}`);
    }
    console.log(`Searches found: ${found.length}`);
  } finally {
    await closeDatabase();
  }
});
