import type { z } from "zod";

/**
 * Kind of email that can be queued. Its name is stored in the email log and at Postmark; `ids` is
 * the schema of the ids that are queued with it. The module that queues the email defines its kind
 * with `queuedEmail`; app/emails has its content, under the same name.
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
