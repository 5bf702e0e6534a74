import { Logger, type Task, type TaskList } from "graphile-worker";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { traced } from "#app/observability/tracing.server.ts";
import { db } from "#db/connection.ts";
import type { Job } from "./job.ts";
import { jobs } from "./jobs.server.ts";

/** The jobs as graphile-worker runs them, and what it may write to our log. */

function asTask(name: string, job: Job): Task {
  return async (payload, { job: { id, attempts, max_attempts } }) => {
    const started = performance.now();
    try {
      // The job may come from a database that was restored while the worker ran.
      await requireNotRestored(db, TRY_LATER);
      const attempt = { number: attempts, isLast: attempts >= max_attempts };
      await traced(`job ${name}`, "internal", { job: name }, async () => {
        await job.handle(payload, attempt);
      });
    } catch (error) {
      report(error, { what: `job ${name}` });
      // graphile-worker stores the message with the job, and the original may contain an address.
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

/** For graphile-worker's own messages only: results of jobs are logged above, without the errors' texts. */
export const logger = new Logger(({ label }) => (level, message) => {
  if (label === "worker" || label === "job") return;
  log[levels[level] ?? "debug"]({ what: "worker" }, message.split(": ", 1)[0]);
});
