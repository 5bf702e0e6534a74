import type { z } from "zod";

/**
 * Queued email: its name, stored in the email log and at Postmark, and its ids. The module that
 * queues it defines it; app/emails has its content under the same name.
 */
export type QueuedEmail<Name extends string = string, Ids extends z.ZodType = z.ZodType> = {
  name: Name;
  ids: Ids;
};

export function queuedEmail<const Name extends string, Ids extends z.ZodType>(
  name: Name,
  ids: Ids,
): QueuedEmail<Name, Ids> {
  return { name, ids };
}
