import { type RawBuilder, sql } from "kysely";
import type { EventName } from "#app/domain/events/catalogue.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import {
  giftors,
  selectAdditionalBuyers,
  selectPrimary,
} from "#app/domain/people/parties.server.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import type { Db } from "#db/connection.ts";
import { purchaseNotFound } from "./not-found.ts";

export type Purchase = Awaited<ReturnType<typeof readPurchase>>;

/**
 * A purchase of this buyer with its transaction, property and people (D-055, D-058, X-031 to X-039).
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10).
 */
export async function readPurchase(db: Db, target: { id: string; buyer_id: string }) {
  const { terms_accepted_at, ...purchase } = await db
    .selectFrom("purchase_intents")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.id", "=", target.id)
    .where("purchase_intents.buyer_id", "=", target.buyer_id)
    .selectAll("purchase_intents")
    .select([
      selectPrimary("buyer").as("primary_buyer"),
      selectAdditionalBuyers().as("additional_buyers"),
      giftors().as("giftors"),
      selectAddress("properties.address_id").$notNull().as("address"),
      purchaseIsCompleteSql().as("complete"),
    ])
    .executeTakeFirstOrThrow(purchaseNotFound);
  return { ...purchase, terms_accepted_at, terms_accepted: terms_accepted_at !== null };
}

/**
 * This buyer's newest purchase of a property that is not aborted, or null: who chooses that property again continues
 * with it (AMB-D12). Until the transaction ends this buyer begins no other.
 */
export async function findPurchaseForProperty(
  trx: Db,
  target: { property_id: string; buyer_id: string },
) {
  if (!isObjectId(target.property_id)) return null;
  await lockPerson(trx, target.buyer_id);
  const purchase = await trx
    .selectFrom("purchase_intents")
    .where("purchase_intents.property_id", "=", target.property_id)
    .where("purchase_intents.buyer_id", "=", target.buyer_id)
    .where("purchase_intents.aborted", "is", null)
    .select(["id", "transaction_id", "property_id"])
    .select(selectPurchaseProgress())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return purchase ?? null;
}

/** The event after which a purchase is complete (E-040). */
export const COMPLETING_EVENT = "purchase_intent_success_email_sent" satisfies EventName;

/**
 * A purchase is complete when its success email is on record, or when staff have made it active (E-040, E-041).
 *
 * For a query that has `purchase_intents` in its FROM.
 */
export function purchaseIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    purchase_intents.is_active
    or exists (select from events where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT}))`;
}

/** How far a purchase is on its way through the steps: for a query that has `purchase_intents` in its FROM. */
export function selectPurchaseProgress() {
  return [
    sql<boolean>`(purchase_intents.terms_accepted_at is not null)`.as("terms_accepted"),
    purchaseIsCompleteSql().as("complete"),
  ] as const;
}

/** The other purchases of the same home that have not ended, in a query of `purchase_intents`. */
export const OTHERS = sql`from purchase_intents other
  where other.transaction_id = purchase_intents.transaction_id
    and other.id <> purchase_intents.id
    and not ${hasComeSql("aborted", "other")}`;

/** Whether another person has bought the home, in a query of `purchase_intents`. */
export function isSoldToOtherSql() {
  return sql<boolean>`exists (select ${OTHERS} and ${hasComeSql("completed", "other")})`;
}
