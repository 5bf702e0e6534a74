import type { z } from "zod";

/** Which try of a job this is. */
type Attempt = { number: number; isLast: boolean };

/**
 * A job: the shape of its payload, and what it does. A payload holds ids, never personal data; a handler may run
 * twice (its process can be killed at any point), so a second run must do no harm. A timed job returns a sentence about what
 * it has done, for a person who runs it by hand.
 *
 * @returns the job with `handle`, which reads a stored payload before it runs.
 */
export function defineJob<Schema extends z.ZodType, Done>(job: {
  payload: Schema;
  run: (payload: z.output<Schema>, attempt: Attempt) => Promise<Done>;
}) {
  return {
    ...job,
    /** @throws ZodError when the stored payload is not what this job takes. */
    handle: async (payload: unknown, attempt: Attempt) =>
      job.run(job.payload.parse(payload), attempt),
  };
}
