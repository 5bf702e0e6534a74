import { z } from "zod";

type Attempt = { number: number; isLast: boolean };

type Time = {
  /** Times at which the job runs, in UTC, in crontab format. */
  at?: string;
  /**
   * Crontab options: `fill` is how late a missed run may still start, and `max` the number of
   * attempts.
   */
  missed?: string;
};

export type Job = Time & {
  name: string;
  /** Runs the job. @throws {ZodError} if the stored payload does not match the job's schema */
  handle: (payload: unknown, attempt: Attempt) => Promise<unknown>;
};

/**
 * Payload of a scheduled job. The crontab adds the time at which the job was due, which may be long
 * ago.
 */
export const timedPayload = z.object({ _cron: z.object({ ts: z.coerce.date() }).optional() });

/**
 * Defines a job. Its payload contains ids, but never personal data. Running it twice must be safe,
 * because the process can be killed at any point. A scheduled job returns a sentence for the person
 * who runs it by hand.
 */
export function defineJob<Schema extends z.ZodType, Done>(
  job: Time & {
    name: string;
    payload: Schema;
    run: (payload: z.output<Schema>, attempt: Attempt) => Promise<Done>;
  },
) {
  return {
    ...job,
    handle: async (payload: unknown, attempt: Attempt) =>
      job.run(job.payload.parse(payload), attempt),
  };
}
