import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";

/**
 * `npm run job -- NAME`: runs a scheduled job now. The jobs are imported after the settings in .env
 * have been read.
 */
await command(async ([name = ""]) => {
  await ensureDatabase();
  const { vendorsWithDouble: doubled } = await import("#app/platform/env.server.ts");
  if (doubled.size) (await import("#mocks/start.server.ts")).startDoubles(doubled);
  const { jobs } = await import("./jobs.server.ts");
  const job = jobs[name];
  const { closeDatabase, db } = await import("#db/connection.ts");
  const { requireNotRestored, NOTHING_ORDERED } =
    await import("#app/domain/restorations/restorations.server.ts");
  try {
    if (!job?.at) {
      const timed = Object.values(jobs).filter(({ at }) => at);
      throw new Error(`Name a job: ${timed.map((known) => known.name).join(", ")}`);
    }
    await requireNotRestored(db, NOTHING_ORDERED);
    console.log(await job.handle({}, { number: 1, isLast: true }));
  } finally {
    await closeDatabase();
  }
});
