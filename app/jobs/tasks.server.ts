import { Logger, type Task, type TaskList } from "graphile-worker";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { traced } from "#app/observability/tracing.server.ts";
import { db } from "#db/connection.ts";
import type { Job } from "./job.ts";
import { jobs } from "./jobs.server.ts";

/** Adapts a job to graphile-worker, and logs and reports its result. */
function asTask(name: string, job: Job): Task {
  return async (payload, { job: { id, attempts, max_attempts } }) => {
    const started = performance.now();
    try {
      // Check this for every job, because the database may have been restored while the worker ran.
      await requireNotRestored(db, TRY_LATER);
      const attempt = { number: attempts, isLast: attempts >= max_attempts };
      await traced(`job ${name}`, "internal", { job: name }, async () => {
        await job.handle(payload, attempt);
      });
    } catch (error) {
      report(error, { what: `job ${name}` });
      // Throw only the error's name: graphile-worker stores the message with the job, and the
      // original message may contain an address.
      throw new Error(error instanceof Error ? error.name : "Error");
    }
    log.info(
      { job: name, job_id: id, attempt: attempts, ms: Math.round(performance.now() - started) },
      "job done",
    );
  };
}

export const taskList: TaskList = Object.fromEntries(
  Object.entries(jobs).map(([name, job]) => [name, asTask(name, job)]),
);

const levels: Partial<Record<string, "error" | "warn">> = { error: "error", warning: "warn" };

/**
 * Logger for graphile-worker's own messages. Leaves out messages about jobs, which are logged above
 * without the texts of errors.
 */
export const logger = new Logger(({ label }) => (level, message) => {
  if (label === "worker" || label === "job") return;
  log[levels[level] ?? "debug"]({ what: "worker" }, message.split(": ", 1)[0]);
});
