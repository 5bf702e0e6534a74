import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { isTimedJob, TIMED_JOBS } from "./timed-jobs.ts";

/**
 * `npm run job -- NAME`: a timed job now, for those who would rather have their own scheduler start it. The jobs are
 * loaded when .env has been read.
 */
await command(async ([name = ""]) => {
  if (!isTimedJob(name)) {
    throw new Error(`Say which: ${Object.keys(TIMED_JOBS).join(" or ")}`);
  }
  await ensureDatabase();
  const { doubled } = await import("#app/env.server.ts");
  if (doubled.size) (await import("#mocks/start.server.ts")).startDoubles(doubled);
  const { jobs } = await import("./jobs.server.ts");
  const { closeDatabase, db } = await import("#db/connection.ts");
  const { requireNotRestored, NOTHING_ORDERED } =
    await import("#app/domain/restorations/restorations.server.ts");
  try {
    await requireNotRestored(db, NOTHING_ORDERED);
    console.log(await jobs[name].handle({}, { number: 1, isLast: true }));
  } finally {
    await closeDatabase();
  }
});
