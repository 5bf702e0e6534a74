import type { z } from "zod";

/**
 * Kind of job that can be queued. Its name is stored in the queue; its payload contains ids but
 * never personal data. The module that queues the job defines its kind with `queuedJob`; its
 * handler is in app/jobs.
 */
export type QueuedJob<Payload extends z.ZodType> = { name: string; payload: Payload };

export function queuedJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
): QueuedJob<Payload> {
  return { name, payload };
}
