import { sql } from "kysely";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { env } from "#app/env.server.ts";
import type { Db } from "#db/connection.ts";
import {
  DIFFERENCES,
  type Difference,
  HOME_WITH_US,
  MISFITS,
  type ReviewReason,
} from "./review-reasons.ts";

/** The money that a person has to look at: a row of `payment_reviews` for each reason, and an email to the team. */

type NewReview = {
  order_id: string | null;
  transaction_id: string | null;
  reason: ReviewReason;
  /** Of a payment, or of what else it is about at Stripe; null where no money is. */
  stripe_transaction_id: string | null;
  stripe_status: string | null;
  amount_pence: number | null;
  currency: string | null;
  /** The sale that has the home already. */
  other_transaction_id?: string;
  /** When it happened at Stripe, where that is known. */
  happened_at?: Date | null;
};

/**
 * Puts something before staff, and tells the team by email, once however often it is said (AMB-E09).
 *
 * @param trx the transaction in which it was noticed
 * @returns its id; null when it is before them already
 */
export async function putBeforeStaff(trx: Db, found: NewReview): Promise<string | null> {
  const { transaction_id, ...review } = found;
  const row = await trx
    .insertInto("payment_reviews")
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  await queueEmail(trx, {
    name: "payment_review",
    recipient: env.TEAM_EMAIL,
    ...(transaction_id && { transaction_id }),
    props: { payment_review_id: row.id },
    dedupe_key: `payment_review:${row.id}`,
  });
  return row.id;
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

/** What staff were told of a home that is with us already is not so any more: the other sale has ended. */
export async function closeHomeWithUs(trx: Db, order_id: string): Promise<void> {
  await trx
    .updateTable("payment_reviews")
    .set({ closed_at: sql`now()` })
    .where("order_id", "=", order_id)
    .where("reason", "=", HOME_WITH_US)
    .where("closed_at", "is", null)
    .execute();
}

/** What the comparison has found and nobody has dealt with: it may not be so any more. */
export function listOpenDifferences(db: Db) {
  return db
    .selectFrom("payment_reviews")
    .select(["stripe_transaction_id", "reason"])
    .where("reason", "in", DIFFERENCES)
    .where("dealt_with_at", "is", null)
    .where("closed_at", "is", null)
    .$narrowType<{ stripe_transaction_id: string }>()
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
