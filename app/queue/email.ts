import type { z } from "zod";

/**
 * An email that can be put in the queue: its name, which the email log and Postmark keep, and the ids that are stored with
 * it until it is sent. The module that queues an email defines it; its words are in app/emails, under the same name.
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
