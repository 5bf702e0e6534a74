import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { objectId } from "#app/domain/shared/form-rules.server.ts";
import { completeInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import { isBuyerSql } from "#app/domain/people/matter-access.server.ts";
import {
  giftors,
  selectAdditionalBuyers,
  selectPrimary,
} from "#app/domain/people/parties.server.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import { saleIsOpen } from "#app/domain/sales/open-sales.server.ts";
import { withPrimary } from "#app/domain/sales/read-sale.server.ts";
import { ACCEPT_TERMS } from "#app/domain/terms/acceptance.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import {
  COMPLETING_EVENT,
  purchaseIsCompleteSql,
} from "#app/domain/transactions/complete-purchase.server.ts";
import { activeFirst, purchaseNumber } from "#app/domain/transactions/matter-parts.server.ts";
import type { PurchaseStanding } from "./purchase-standing.ts";
import { queueParticipantEmails } from "#app/domain/people/participant-email.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

export const purchaseIntentSuccessEmail = queuedEmail(
  "purchase_intent_success",
  z.object({ purchase_intent_id: z.string() }),
);

/**
 * Returns the error for a purchase that does not exist. The error is the same if the reader has no
 * access to it (AMB-A10).
 */
export function purchaseNotFound(): NotFoundError {
  return new NotFoundError("Purchase intent not found");
}

export type Purchase = Awaited<ReturnType<typeof readPurchase>>;

/** Reads a buyer’s own purchase (D-055, D-058, X-031 to X-039). @throws NotFoundError (AMB-A10) */
export async function readPurchase(db: Db, target: { id: string; buyer_id: ReaderId }) {
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
 * Finds the buyer’s newest purchase of a property, ignoring aborted ones. Locks the buyer’s account
 * (AMB-D12).
 */
export async function findPurchaseForProperty(
  trx: Db,
  target: { property_id: string; buyer_id: ReaderId },
) {
  if (!isObjectId(target.property_id)) return null;
  await lockPerson(trx, target.buyer_id);
  const purchase = await trx
    .selectFrom("purchase_intents")
    .where("purchase_intents.property_id", "=", target.property_id)
    .where("purchase_intents.buyer_id", "=", target.buyer_id)
    .where("purchase_intents.aborted", "is", null)
    .where(hasComeSql("aborted"), "=", false)
    .select(["id", "transaction_id", "property_id"])
    .select(selectPurchaseProgress())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return purchase ?? null;
}

/** The event that makes a purchase complete (E-040). */
/**
 * Selects the time when the buyer finished onboarding, or null if they have not. It may also be
 * null for an active purchase, because staff can activate a purchase before that.
 */
export function selectFinishedAt() {
  return sql<Date | null>`(
    select min(events.date_time) from events
    where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT})`;
}

/** Selects the buyer’s progress in onboarding, in a query of `purchase_intents`. */
export function selectPurchaseProgress() {
  return [
    sql<boolean>`(purchase_intents.terms_accepted_at is not null)`.as("terms_accepted"),
    purchaseIsCompleteSql().as("complete"),
  ] as const;
}

const OTHERS = sql`from purchase_intents other
  where other.transaction_id = purchase_intents.transaction_id
    and other.id <> purchase_intents.id
    and not ${hasComeSql("aborted", "other")}`;

/** Builds an SQL condition on `purchase_intents`: true if another buyer has bought the property. */
export function isSoldToOtherSql() {
  return sql<boolean>`exists (select ${OTHERS} and ${hasComeSql("completed", "other")})`;
}

/**
 * Selects a purchase’s standing. A buyer who was active sees immediately that their purchase has
 * been replaced. Other buyers see it after the active buyer has exchanged contracts.
 */
export function selectStanding() {
  return sql<PurchaseStanding>`case
    when ${isSoldToOtherSql()} then 'sold_to_other'
    when purchase_intents.is_active then 'going_on'
    when purchase_intents.released_on is not null then 'not_going_ahead'
    when exists (select ${OTHERS} and other.is_active and ${hasComeSql("exchanged", "other")})
      then 'not_going_ahead'
    else 'waiting' end`;
}

function purchaseIsOverSql() {
  return sql<boolean>`(${hasComeSql("completed")} or ${hasComeSql("aborted")}
    or ${selectStanding()} in ('not_going_ahead', 'sold_to_other'))`;
}

const MAX_PURCHASES = 100;

type ListedPurchase = Awaited<ReturnType<typeof listPurchases>>[number];

/**
 * Lists a buyer’s purchases for cards, newest first. Includes the confirmed purchases in which they
 * are a co-buyer (D-056, D-059).
 */
export async function listPurchases(db: Db, buyer_id: ReaderId) {
  return purchases(db)
    .where(isBuyerSql(buyer_id))
    .where((eb) => eb.or([eb("purchase_intents.buyer_id", "=", buyer_id), purchaseIsCompleteSql()]))
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .limit(MAX_PURCHASES)
    .execute();
}

/**
 * Reads one purchase of this buyer in the form that listPurchases returns.
 * @throws NotFoundError (AMB-A10)
 */
export async function readListedPurchase(
  db: Db,
  target: { id: string; buyer_id: ReaderId },
): Promise<ListedPurchase> {
  return purchases(db)
    .where("purchase_intents.id", "=", target.id)
    .where("purchase_intents.buyer_id", "=", target.buyer_id)
    .executeTakeFirstOrThrow(purchaseNotFound);
}

function purchases(db: Db) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select([
      "purchase_intents.id",
      "purchase_intents.transaction_id",
      "purchase_intents.property_id",
      "purchase_intents.created_at",
      ...ADDRESS_LINES,
    ])
    .select(selectPurchaseProgress())
    .select((eb) => [
      purchaseIsOverSql().as("is_over"),
      selectStanding().as("buyers_place"),
      hasComeSql("aborted").as("is_aborted"),
      selectFinishedAt().as("finished_at"),
      // The current stage is shown only to the active buyer.
      eb
        .case()
        .when("purchase_intents.is_active", "=", true)
        .then(selectStageRow("purchase_intents.transaction_id"))
        .end()
        .as("stage_row"),
    ]);
}

const MAX_LISTED = 100;

export type MatterPurchase = Awaited<ReturnType<typeof listMatterPurchases>>[number];

/**
 * Lists a matter’s purchases for staff, the active one first (K-046 to K-048, X-031 to X-039,
 * AMB-K09).
 */
export async function listMatterPurchases(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const rows = await db
    .selectFrom("purchase_intents")
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .selectAll("purchase_intents")
    .select([
      purchaseNumber().as("number"),
      selectPrimary("buyer").as("primary_buyer"),
      selectAdditionalBuyers().as("additional_buyers"),
      giftors().as("giftors"),
      purchaseIsCompleteSql().as("complete"),
    ])
    .$call(activeFirst)
    .limit(MAX_LISTED)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ primary_buyer, additional_buyers, ...purchase }) => ({
    ...purchase,
    buyers: withPrimary([primary_buyer, ...additional_buyers]),
    /** True if the terms are accepted and the purchase is not active yet (K-063). */
    can_activate: !purchase.is_active && purchase.terms_accepted_at !== null,
  }));
}

/**
 * Form of the button "Finish onboarding". confirmPurchase checks that the purchase is the buyer’s.
 */
export const confirmForm = z.object({ purchase_intent_id: objectId() });

/**
 * Completes a buyer’s onboarding and queues the success email (D-065, D-066). Idempotent. Staff
 * choose later which purchase is active (AMB-D09).
 * @throws NotFoundError (AMB-A10); ConflictError if the terms are not accepted or the purchase has
 * ended
 */
export async function confirmPurchase(
  db: Db,
  target: { id: string; buyer_id: string },
): Promise<{ transaction_id: string }> {
  return inTransaction(db, async (trx) => {
    const { transaction_id, terms_accepted_at, aborted, open, email } = await trx
      .selectFrom("purchase_intents")
      .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
      .innerJoin("users", "users.id", "purchase_intents.buyer_id")
      .select(["transaction_id", "purchase_intents.terms_accepted_at", "aborted", "email"])
      .select(saleIsOpen().as("open"))
      .where("purchase_intents.id", "=", target.id)
      .where("buyer_id", "=", target.buyer_id)
      .forUpdate("purchase_intents")
      .executeTakeFirstOrThrow(purchaseNotFound);
    if (!terms_accepted_at) {
      throw new ConflictError(ACCEPT_TERMS);
    }
    if (aborted || !open) throw new ConflictError("This purchase has ended");
    const first = await recordEvent(trx, {
      transaction_id,
      purchase_intent_id: target.id,
      event_name: COMPLETING_EVENT,
      author: "system",
    });
    if (first) {
      await completeInvitation(trx, { role: "buy", id: target.id });
      await queueEmail(trx, {
        email: purchaseIntentSuccessEmail,
        recipient: email,
        transaction_id,
        user_id: target.buyer_id,
        props: { purchase_intent_id: target.id },
      });
      const owner = { transaction_id, purchase_intent_id: target.id };
      await queueParticipantEmails(trx, { kind: "buyer", ...owner, primary_email: email });
    }
    return { transaction_id };
  });
}
