/** Actions of staff that firms read about together with their other news of the matter. */

import { z } from "zod";
import { FIRMS, type Firm } from "#app/domain/events/firm-news.ts";
import { queueFirmNewsOfAction } from "#app/domain/events/queue-firm-news.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import { ACTION_TIMINGS, type ActionKind, type ActionReader } from "./notified.ts";
import { planEmails, readPlace, requireAction } from "./plan-action.server.ts";

export const collectNewsOfActionJob = queuedJob(
  "collect-news-of-action",
  z.object({ action_id: z.string() }),
);

/** Returns true if this reader is emailed about the action with other news, not at once. */
export function isCollected(kind: ActionKind, reader: ActionReader): boolean {
  return ACTION_TIMINGS[kind] === "hourly" && isFirm(reader);
}

const isFirm = (reader: ActionReader): reader is Firm => FIRMS.some((firm) => firm === reader);

/** Reads an action that has not been undone, with the emails about it as they are now. */
async function readTaken(db: Db, action_id: string) {
  const taken = await db
    .selectFrom("matter_actions")
    .selectAll()
    .where("id", "=", action_id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!taken) return null;
  const { transaction_id, purchase_intent_id, before, after } = taken;
  const { kind } = requireAction(taken.kind);
  const place =
    purchase_intent_id === null
      ? (await readPlace(db, transaction_id)).place
      : { transaction_id, purchase_intent_id };
  const { emails } = await planEmails(db, { kind, place, before, after });
  return { transaction_id, emails: emails.filter(({ reader }) => isCollected(kind, reader)) };
}

/**
 * Adds an action to the news of its firms, once it can no longer be undone. Adding it twice has no
 * effect while the news is waiting.
 */
export async function collectNewsOfAction(
  trx: Db,
  { action_id }: { action_id: string },
): Promise<void> {
  const known = await trx
    .selectFrom("matter_actions")
    .select("transaction_id")
    .where("id", "=", action_id)
    .executeTakeFirst();
  if (!known) return;
  await lockMatter(trx, known.transaction_id);
  const taken = await readTaken(trx, action_id);
  if (!taken) return;
  const firms = taken.emails.map(({ reader }) => reader).filter(isFirm);
  await queueFirmNewsOfAction(trx, { transaction_id: taken.transaction_id, action_id, firms });
}

/** Returns what a firm reads about an action; null if it was undone or is not for this firm. */
export async function readNewsOfAction(
  db: Db,
  { action_id, firm }: { action_id: string; firm: Firm },
): Promise<{ title: string; paragraphs: string[] } | null> {
  const taken = await readTaken(db, action_id);
  const email = taken?.emails.find(({ reader }) => reader === firm);
  if (!email) return null;
  const { subject, paragraphs } = email.words;
  return { title: subject.replace(/: .*$/, ""), paragraphs };
}
