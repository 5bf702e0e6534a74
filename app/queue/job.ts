import type { z } from "zod";

/**
 * A job that can be put in the queue: its name, which stored jobs keep, and its payload, which holds ids and never
 * personal data. The module that queues a job defines it; its work is in app/jobs.
 */
export type QueuedJob<Payload extends z.ZodType> = { name: string; payload: Payload };

export function queuedJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
): QueuedJob<Payload> {
  return { name, payload };
}
