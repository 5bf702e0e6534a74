import { z } from "zod";

/** Which attempt of a job this is. */
type Attempt = { number: number; isLast: boolean };

type Time = {
  /** When a timed job runs, in UTC and as a line of a crontab. */
  at?: string;
  /** Options of the crontab’s line: for how long a missed time is made up for (`fill`), and how many attempts (`max`). */
  missed?: string;
};

export type Job = Time & {
  name: string;
  /** @throws ZodError when the stored payload is not what this job takes */
  handle: (payload: unknown, attempt: Attempt) => Promise<unknown>;
};

/** The payload of a timed job: the crontab adds the time that it was due, which may be long ago. */
export const timedPayload = z.object({ _cron: z.object({ ts: z.coerce.date() }).optional() });

/**
 * Defines a job: its name, the shape of its payload, its time if it is a timed job, and its work. A payload holds ids, never
 * personal data. The work may run twice, because its process can be killed at any point, so a second run must do no harm.
 * A timed job returns a sentence about what it has done, for a person who runs it by hand.
 *
 * @returns the job with `handle`, which reads a stored payload before it runs
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
