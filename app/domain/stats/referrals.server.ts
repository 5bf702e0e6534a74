import { sql } from "kysely";
import { readListCount } from "#app/domain/paging/list-counts.server.ts";
import { keysetPage, type KeysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { ADDRESS_LINES } from "#app/domain/properties/address.server.ts";
import type { Db } from "#db/connection.ts";
import type { ReferralKind } from "./referral-kinds.ts";

export type Referral = Awaited<ReturnType<typeof readReferrals>>[number];

/**
 * Who has answered yes to being put in touch with a partner, seller or buyer, by their names (S-008 to S-013, S-025,
 * AMB-S02), with the home and its price in pounds: what is asked for it, or what the buyer has agreed.
 */
export async function listReferrals(
  db: Db,
  kind: ReferralKind,
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<Referral>> {
  return keysetPage(await readReferrals(db, kind, { limit: limit + 1, after }), limit);
}

/** How many there are of a kind. */
export async function countReferrals(db: Db, kind: ReferralKind): Promise<number> {
  return readListCount(db, "referrals", [sql.lit(kind)]);
}

function readReferrals(db: Db, kind: ReferralKind, query: KeysetQuery) {
  return db
    .selectFrom(byName(db, kind, query).as("r"))
    .innerJoin("transactions as t", "t.id", "r.transaction_id")
    .leftJoin("purchase_intents as p", "p.id", "r.purchase_intent_id")
    .leftJoin("users as u", (join) =>
      join.onRef("u.id", "=", (eb) => eb.fn.coalesce("p.buyer_id", "t.seller_id")),
    )
    .leftJoin("properties as home", (join) =>
      join.onRef("home.id", "=", (eb) => eb.fn.coalesce("p.property_id", "t.property_id")),
    )
    .leftJoin("addresses as a", "a.id", "home.address_id")
    .select((eb) => [
      eb.ref("r.id").$notNull().as("id"),
      "r.transaction_id",
      "r.purchase_intent_id",
      eb.fn.coalesce("p.agreed_price_pounds", "t.asking_price_pounds").as("price_pounds"),
    ])
    .select(["t.legals_started_at", "u.first_name", "u.middle_name", "u.last_name"])
    .select(ADDRESS_LINES)
    .orderBy("r.sort_name")
    .orderBy("r.id")
    .execute();
}

/** From an index that is in the order of the list already. An id of nothing narrows nothing: the list begins at its start. */
function byName(db: Db, kind: ReferralKind, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("referrals")
    .select(["id", "transaction_id", "purchase_intent_id", "sort_name"])
    .where("kind", "=", kind)
    .orderBy("sort_name")
    .orderBy("id")
    .limit(limit);
  if (!after) return query;
  return query.where(
    sql<boolean>`(referrals.sort_name, referrals.id) > (
      coalesce((select sort_name from referrals where kind = ${kind} and id = ${after}), ''),
      ${after})`,
  );
}
