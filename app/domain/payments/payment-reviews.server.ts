import { sql } from "kysely";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { env } from "#app/env.server.ts";
import type { Db } from "#db/connection.ts";
import { DIFFERENCES, type Difference, MISFITS, type ReviewReason } from "./review-reasons.ts";

/** The money that a person has to look at: a row of `payment_reviews` for each reason, and an email to the team. */

type NewReview = {
  order_id: string | null;
  transaction_id: string | null;
  reason: ReviewReason;
  /** Of a payment, or of what else it is about at Stripe. */
  stripe_transaction_id: string;
  stripe_status: string;
  amount_pence: number | null;
  currency: string | null;
};

/**
 * Puts something before staff, and tells the team by email, once however often it is said (AMB-E09).
 *
 * @param trx the transaction in which it was noticed
 * @returns false when it is before them already
 */
export async function putBeforeStaff(trx: Db, found: NewReview): Promise<boolean> {
  const { transaction_id, ...review } = found;
  const row = await trx
    .insertInto("payment_reviews")
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await queueEmail(trx, {
    name: "payment_review",
    recipient: env.TEAM_EMAIL,
    ...(transaction_id && { transaction_id }),
    props: { payment_review_id: row.id },
    dedupe_key: `payment_review:${row.id}`,
  });
  return true;
}

/**
 * Closes what the comparison once said of a thing of Stripe's and says no more.
 *
 * @param still what it says now; null when it fits
 * @returns how many were closed
 */
export async function closeGone(
  trx: Db,
  stripe_transaction_id: string,
  still: Difference | null,
): Promise<number> {
  const closed = await trx
    .updateTable("payment_reviews")
    .set({ closed_at: sql`now()` })
    .where("stripe_transaction_id", "=", stripe_transaction_id)
    .where("reason", "in", DIFFERENCES)
    .where(sql<boolean>`reason is distinct from ${still}`)
    .where("dealt_with_at", "is", null)
    .where("closed_at", "is", null)
    .returning("id")
    .execute();
  return closed.length;
}

/** What the comparison has found and nobody has dealt with: it may not be so any more. */
export function listOpenDifferences(db: Db) {
  return db
    .selectFrom("payment_reviews")
    .select(["stripe_transaction_id", "reason"])
    .where("reason", "in", DIFFERENCES)
    .where("dealt_with_at", "is", null)
    .where("closed_at", "is", null)
    .orderBy("created_at")
    .execute();
}

/** Whether a payment was put before staff when it came. */
export async function hasMisfit(db: Db, stripe_transaction_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("stripe_transaction_id", "=", stripe_transaction_id)
    .where("reason", "in", MISFITS)
    .executeTakeFirst();
  return row !== undefined;
}
