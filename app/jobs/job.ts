import { z } from "zod";

type Attempt = { number: number; isLast: boolean };

type Time = {
  /** Schedule in UTC, as a crontab line. */
  at?: string;
  /** Crontab options: `fill` (how long a missed run is made up) and `max` (attempts). */
  missed?: string;
};

export type Job = Time & {
  name: string;
  /** @throws {ZodError} if the stored payload does not match */
  handle: (payload: unknown, attempt: Attempt) => Promise<unknown>;
};

/** Payload of a scheduled job: the crontab adds the due time, which may be long ago. */
export const timedPayload = z.object({ _cron: z.object({ ts: z.coerce.date() }).optional() });

/**
 * Defines a job. The payload contains ids, never personal data. The work must be idempotent,
 * because the process can be killed at any point. A scheduled job returns a sentence for a person
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
