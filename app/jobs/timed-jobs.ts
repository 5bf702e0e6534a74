import type { JobName } from "#app/queue/jobs.ts";

/** The timed jobs: when, in UTC, and whether a time missed by less than a day is made up for. */
export const TIMED_JOBS = {
  // Just after midnight in London, in winter: what a date was entered for has come.
  "keep-stages": ["7 0 * * *", "?fill=1d&max=3"],
  purge: ["17 3 * * *", "?fill=1d&max=3"],
  "expire-invitations": ["27 3 * * *", "?fill=1d&max=3"],
  "check-list-counts": ["47 3 * * *", "?fill=1d&max=3"],
  "seal-audit": ["* * * * *", ""],
  "check-audit": ["7 4 * * *", "?fill=1d&max=3"],
  "reconcile-payments": ["47 4 * * *", "?fill=1d&max=5"],
  "fold-list-counts": ["37 * * * *", ""],
  "refresh-checks": ["*/15 * * * *", "?max=3"],
  "check-alerts": ["*/5 * * * *", "?max=1"],
  // Eight in London is seven or eight here.
  "tell-todays-dates": ["0 7,8 * * *", "?fill=12h&max=3"],
  "weekly-summaries": ["0 8,9 * * 5", "?fill=8h&max=3"],
  "remind-of-starts": ["0 9,10 * * *", "?fill=8h&max=3"],
  // Nine in London is eight or nine here.
  "weekly-leads": ["0 8,9 * * 1", "?fill=1d&max=3"],
  "office-health": ["0 17 * * 5", "?fill=1d&max=12"],
} as const satisfies Partial<Record<JobName, readonly [at: string, options: string]>>;

/** The same in graphile-worker's format. */
export const crontab = Object.entries(TIMED_JOBS)
  .map(([job, [at, options]]) => `${at} ${job} ${options}`)
  .join("\n");

/** Whether a job of this name is among them. */
export function isTimedJob(name: string): name is keyof typeof TIMED_JOBS {
  return Object.hasOwn(TIMED_JOBS, name);
}
