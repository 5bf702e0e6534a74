import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { isTimedJob, TIMED_JOBS } from "./timed-jobs.ts";

/**
 * `npm run job -- NAME`: runs a timed job now, for those who use a scheduler of their own. The jobs are loaded after .env is
 * read.
 */
await command(async ([name = ""]) => {
  if (!isTimedJob(name)) {
    throw new Error(`Name a job: ${Object.keys(TIMED_JOBS).join(", ")}`);
  }
  await ensureDatabase();
  const { doubled } = await import("#app/platform/env.server.ts");
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
