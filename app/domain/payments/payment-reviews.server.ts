import { paymentRefundedEmail, type paymentResolvedEmail, paymentReviewEmail } from "./emails.ts";
import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { countUpToMax, keysetAfter, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { env } from "#app/platform/env.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import {
  type Difference,
  DIFFERENCES,
  DUPLICATE_SALE,
  MISFITS,
  type ReviewReason,
} from "./labels.ts";
import { paidSales } from "./paid-sales.server.ts";

type NewReview = {
  order_id: string | null;
  /** Group whose payment was refunded or disputed; null for the payment of an order. */
  group_id?: string | null;
  transaction_id: string | null;
  reason: ReviewReason;
  /** Id of the object at Stripe; null if no money is involved. */
  stripe_transaction_id: string | null;
  /** Payment that a refund or a dispute belongs to. */
  stripe_payment_id?: string | null;
  stripe_status: string | null;
  amount_pence: number | null;
  currency: string | null;
  other_transaction_id?: string;
  /** Time when the object was created at Stripe, if known. */
  happened_at?: Date | null;
};

/**
 * Opens a review of a payment and emails the team about it once (AMB-E09).
 * @returns the id of the new review, or null if the same review already exists
 */
export async function flagForReview(trx: Db, found: NewReview): Promise<string | null> {
  const { transaction_id, ...review } = found;
  const row = await trx
    .insertInto("payment_reviews")
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  await queueEmail(trx, {
    email: paymentReviewEmail,
    recipient: env.TEAM_EMAIL,
    ...(transaction_id && { transaction_id }),
    props: { payment_review_id: row.id },
    dedupe_key: `payment_review:${row.id}`,
  });
  if (review.reason === "refunded" && !isOldOfGroup(review)) {
    await queuePayerEmail(trx, row.id, paymentRefundedEmail);
  }
  return row.id;
}

/**
 * Age at which a refund of a group’s payment is no longer news for the payer. We find such refunds
 * when staff first open the refund of that payment.
 */
const OLD_REFUND_MS = 14 * 24 * 60 * 60 * 1_000;

function isOldOfGroup({ group_id, happened_at }: Pick<NewReview, "group_id" | "happened_at">) {
  return Boolean(group_id && happened_at && Date.now() - happened_at.getTime() >= OLD_REFUND_MS);
}

/** Queues an email to the seller who paid. Each review sends at most one email of each kind. */
export async function queuePayerEmail(
  trx: Db,
  payment_review_id: string,
  email: typeof paymentRefundedEmail | typeof paymentResolvedEmail,
): Promise<void> {
  const review = await trx
    .selectFrom("payment_reviews")
    .select(["order_id", "group_id"])
    .where("id", "=", payment_review_id)
    .executeTakeFirstOrThrow();
  const payer = await paidSales(trx, review).executeTakeFirst();
  if (!payer) return;
  await queueEmail(trx, {
    email,
    recipient: payer.email,
    transaction_id: payer.transaction_id,
    user_id: payer.seller_id,
    props: { payment_review_id },
    dedupe_key: `${email.name}:${payment_review_id}`,
  });
}

/**
 * Closes the open reviews about differences in an object at Stripe, except for the difference
 * `still`. Returns how many were closed.
 */
export async function closeResolvedReviews(
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

/**
 * Closes the review of an order whose property another customer was already selling, after that
 * other sale has ended.
 */
export async function closeHomeWithUs(trx: Db, order_id: string): Promise<void> {
  await trx
    .updateTable("payment_reviews")
    .set({ closed_at: sql`now()` })
    .where("order_id", "=", order_id)
    .where("reason", "=", DUPLICATE_SALE)
    .where("closed_at", "is", null)
    .execute();
}

/**
 * Lists the reviews about differences that are neither closed nor resolved, so that the objects can
 * be compared again.
 */
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

/**
 * Returns true if there has ever been a review of this payment because it did not match its order.
 */
export async function hasMisfit(db: Db, stripe_transaction_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("stripe_transaction_id", "=", stripe_transaction_id)
    .where("reason", "in", MISFITS)
    .executeTakeFirst();
  return row !== undefined;
}

/** States to filter the list of reviews by: open, resolved by staff, closed automatically. */
export const REVIEW_STATES = ["open", "dealt_with", "gone"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export type ListedReview = Awaited<ReturnType<typeof listReviews>>["items"][number];

/** Lists the payment reviews in a state, newest first, each with its matter and customer. */
export async function listReviews(
  db: Db,
  reader: StaffReader<"see_payments">,
  state: ReviewState,
  query: KeysetQuery,
) {
  const { limit } = query;
  const rows = await described(db)
    .where("r.id", "in", newest(db, state, { ...query, limit: limit + 1 }))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
  await reader.recordView({ list: "payment_reviews" });
  return keysetPage(rows, limit);
}

/** Returns the error for a review that does not exist, or for a malformed id. */
export function reviewNotFound(): NotFoundError {
  return new NotFoundError("Payment not found");
}

/** Reads one review in any state. @throws NotFoundError */
export async function describeReview(
  db: Db,
  reader: StaffReader,
  id: string,
): Promise<ListedReview> {
  if (!isObjectId(id)) throw reviewNotFound();
  const review = await described(db).where("r.id", "=", id).executeTakeFirstOrThrow(reviewNotFound);
  await reader.recordView({ list: "payment_reviews" });
  return review;
}

function described(db: Db) {
  return db
    .selectFrom("payment_reviews as r")
    .leftJoin("orders as o", "o.id", "r.order_id")
    .leftJoin("transactions as t", "t.id", "o.transaction_id")
    .leftJoin("users as u", "u.id", "t.seller_id")
    .leftJoin("properties as p", "p.id", "t.property_id")
    .leftJoin("addresses as a", "a.id", "p.address_id")
    .leftJoin("users as by", "by.id", "r.dealt_with_by")
    .select(["r.id", "r.reason", "r.stripe_transaction_id", "r.stripe_status"])
    .select(["r.amount_pence", "r.currency", "r.note", "r.created_at"])
    .select(["r.dealt_with_at", "r.closed_at", "t.id as transaction_id"])
    .select(["u.first_name", "u.middle_name", "u.last_name", "u.id as customer_id"])
    .select((eb) => [
      "r.other_transaction_id",
      // Subqueries, because with one more join the query planner no longer starts from the newest
      // rows.
      eb
        .selectFrom("transactions as other")
        .innerJoin("users as other_seller", "other_seller.id", "other.seller_id")
        .whereRef("other.id", "=", "r.other_transaction_id")
        .select(fullNameSql("other_seller").as("name"))
        .as("other_customer"),
      jsonObjectFrom(
        eb
          .selectFrom("transaction_groups as g")
          .select(["g.id", "g.name"])
          .whereRef("g.id", "=", "r.group_id"),
      ).as("group"),
    ])
    .select(fullNameSql("by").as("dealt_with_by"))
    .select(ADDRESS_LINES);
}

/**
 * Counts the reviews in a state.
 * @returns `more` is true if there are more reviews than were counted
 */
export function countReviews(db: Db, state: ReviewState) {
  return countUpToMax(db, newest(db, state, { limit: MAX_COUNTED + 1 }).as("found"));
}

function newest(db: Db, state: ReviewState, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("payment_reviews")
    .select("id")
    .where(isIn(state))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(keysetAfter("payment_reviews", "created_at", after)) : query;
}

function isIn(state: ReviewState) {
  const eb = expressionBuilder<DB, "payment_reviews">();
  switch (state) {
    case "open":
      return eb.and([eb("dealt_with_at", "is", null), eb("closed_at", "is", null)]);
    case "dealt_with":
      return eb("dealt_with_at", "is not", null);
    case "gone":
      return eb.and([eb("dealt_with_at", "is", null), eb("closed_at", "is not", null)]);
  }
}
