import type { z } from "zod";

/**
 * Queued job: its name, stored in the queue, and its payload of ids, never personal data. The
 * module that queues it defines it; app/jobs has its work.
 */
export type QueuedJob<Payload extends z.ZodType> = { name: string; payload: Payload };

export function queuedJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
): QueuedJob<Payload> {
  return { name, payload };
}
