import { expressionBuilder } from "kysely";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import { countUpToMax, MAX_COUNTED } from "#app/domain/paging/count.server.ts";
import { follows } from "#app/domain/paging/follows.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/** Which of it is shown: what is to be done, what a person has dealt with, what has gone by itself. */
export const REVIEW_STATES = ["open", "dealt_with", "gone"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export type ListedReview = Awaited<ReturnType<typeof listReviews>>["items"][number];

/** The money that a person has to look at, or had to, with its matter and customer; newest first. */
export async function listReviews(db: Db, state: ReviewState, query: KeysetQuery) {
  const { limit } = query;
  const rows = await described(db)
    .where("r.id", "in", newest(db, state, { ...query, limit: limit + 1 }))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/** Said of money that is not there to be looked at, also for what is no id. */
export function reviewNotFound(): NotFoundError {
  return new NotFoundError("Payment not found");
}

/**
 * One of them, whatever has become of it.
 *
 * @throws NotFoundError "Payment not found", also for what is no id
 */
export async function describeReview(db: Db, id: string): Promise<ListedReview> {
  if (!isObjectId(id)) throw reviewNotFound();
  return described(db).where("r.id", "=", id).executeTakeFirstOrThrow(reviewNotFound);
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
      // Another join would be one too many for the planner to begin with the newest.
      eb
        .selectFrom("transactions as other")
        .innerJoin("users as other_seller", "other_seller.id", "other.seller_id")
        .whereRef("other.id", "=", "r.other_transaction_id")
        .select(firstAndLastName("other_seller").as("name"))
        .as("other_customer"),
    ])
    .select(firstAndLastName("by").as("dealt_with_by"))
    .select(ADDRESS_LINES);
}

/**
 * How many there are.
 *
 * @returns `more` when there are more than were counted
 */
export function countReviews(db: Db, state: ReviewState) {
  return countUpToMax(db, newest(db, state, { limit: MAX_COUNTED + 1 }).as("found"));
}

/** The ids to show, from an index that is in the order of the list already. */
function newest(db: Db, state: ReviewState, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("payment_reviews")
    .select("id")
    .where(isIn(state))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("payment_reviews", "created_at", after)) : query;
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
