import { z } from "zod";
import type { Db } from "#db/connection.ts";
import { enqueue } from "./enqueue.server.ts";
import { queuedJob } from "./job.ts";

/** Job that deletes stored files after their database rows have been deleted. */
export const deleteDocumentsJob = queuedJob(
  "delete-documents",
  z.object({ keys: z.array(z.string()) }),
);

/**
 * Queues the deletion of files whose rows this database transaction deletes. Files to which a row
 * refers at the time of the deletion are not deleted.
 */
export async function queueDeletion(trx: Db, keys: readonly string[], after?: Date) {
  if (keys.length === 0) return;
  await enqueue(trx, deleteDocumentsJob, { keys: [...keys] }, after ? { after } : {});
}
