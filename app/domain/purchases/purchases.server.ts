import { queuedEmail } from "#app/queue/email.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { EventName } from "#app/domain/events/catalogue.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/fields/address.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { objectId } from "#app/domain/fields/form-rules.server.ts";
import { completeInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import { buysSql } from "#app/domain/people/on-matter.server.ts";
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
import { selectPlace } from "#app/domain/transactions/listed-transactions.server.ts";
import { activeElseNewest, purchaseNumber } from "#app/domain/transactions/matter-parts.server.ts";
import type { BuyersPlace } from "./buyers-place.ts";
import { tellNamed } from "#app/domain/people/named.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

export const purchaseIntentSuccessEmail = queuedEmail(
  "purchase_intent_success",
  z.object({ purchase_intent_id: z.string() }),
);

/** Said of a purchase that is not there, is not the asker's, or is of another matter: they must look alike (AMB-A10). */
export function purchaseNotFound(): NotFoundError {
  return new NotFoundError("Purchase intent not found");
}

export type Purchase = Awaited<ReturnType<typeof readPurchase>>;

/**
 * A purchase of this buyer with its transaction, property and people (D-055, D-058, X-031 to X-039).
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10).
 */
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
 * This buyer's newest purchase of a property that is not aborted, or null: who chooses that property again continues
 * with it (AMB-D12). Until the transaction ends this buyer begins no other.
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
    .select(["id", "transaction_id", "property_id"])
    .select(selectPurchaseProgress())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return purchase ?? null;
}

/** The event after which a purchase is complete (E-040). */
const COMPLETING_EVENT = "purchase_intent_success_email_sent" satisfies EventName;

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

/** When its buyer finished signing up, in a query of `purchase_intents`; null where staff were first. */
export function selectFinishedAt() {
  return sql<Date | null>`(
    select min(events.date_time) from events
    where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT})`;
}

/** How far a purchase is on its way through the steps: for a query that has `purchase_intents` in its FROM. */
export function selectPurchaseProgress() {
  return [
    sql<boolean>`(purchase_intents.terms_accepted_at is not null)`.as("terms_accepted"),
    purchaseIsCompleteSql().as("complete"),
  ] as const;
}

/** The other purchases of the same home that have not ended, in a query of `purchase_intents`. */
const OTHERS = sql`from purchase_intents other
  where other.transaction_id = purchase_intents.transaction_id
    and other.id <> purchase_intents.id
    and not ${hasComeSql("aborted", "other")}`;

/** Whether another person has bought the home, in a query of `purchase_intents`. */
export function isSoldToOtherSql() {
  return sql<boolean>`exists (select ${OTHERS} and ${hasComeSql("completed", "other")})`;
}

/** Whether another has been put in its place, in a query of `purchase_intents`. */
function wasActiveSql() {
  return sql<boolean>`exists (
    select from events
    where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${"purchase_intent_deactivated" satisfies EventName})`;
}

/**
 * Where a purchase stands beside the others of its home, in a query of `purchase_intents`. A buyer who was the one reads
 * at once that it goes on without them, a buyer who never was only from the exchange of contracts with another.
 */
export function selectBuyersPlace() {
  return sql<BuyersPlace>`case
    when ${isSoldToOtherSql()} then 'sold_to_other'
    when purchase_intents.is_active then 'going_on'
    when ${wasActiveSql()} then 'not_going_ahead'
    when exists (select ${OTHERS} and other.is_active and ${hasComeSql("exchanged", "other")})
      then 'not_going_ahead'
    else 'waiting' end`;
}

/** Whether nothing follows of a purchase, in a query of `purchase_intents`. */
function purchaseIsOverSql() {
  return sql<boolean>`(${hasComeSql("completed")} or ${hasComeSql("aborted")}
    or ${selectBuyersPlace()} in ('not_going_ahead', 'sold_to_other'))`;
}

/** More purchases than this one person does not have; a list is bounded all the same. */
const MAX_PURCHASES = 100;

type ListedPurchase = Awaited<ReturnType<typeof listPurchases>>[number];

/**
 * The purchases of this buyer, and those that are complete of others who named them as buying with them, newest first, as much of each as a card shows (D-056, D-059).
 * `id` is the purchase intent's.
 */
export async function listPurchases(db: Db, buyer_id: ReaderId) {
  return purchases(db)
    .where(buysSql(buyer_id))
    .where((eb) => eb.or([eb("purchase_intents.buyer_id", "=", buyer_id), purchaseIsCompleteSql()]))
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .limit(MAX_PURCHASES)
    .execute();
}

/**
 * One purchase of this buyer, as it is listed.
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10).
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

/** The caller says whose. */
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
      selectBuyersPlace().as("buyers_place"),
      hasComeSql("aborted").as("is_aborted"),
      // Where the matter is, the active buyer alone is told: it is with them that it goes on.
      eb
        .case()
        .when("purchase_intents.is_active", "=", true)
        .then(selectPlace("purchase_intents.transaction_id"))
        .end()
        .as("place"),
    ]);
}

/** More buyers than one home has; a list is bounded all the same. */
const MAX_LISTED = 100;

export type MatterPurchase = Awaited<ReturnType<typeof listMatterPurchases>>[number];

/**
 * The purchases of a matter with their people: the active one first, then the newest (K-046 to K-048, X-031 to X-039).
 * Each has the number of its creation, which stays (AMB-K09). For staff: no owner narrows it.
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
    .$call(activeElseNewest)
    .limit(MAX_LISTED)
    .execute();
  await reader.shown({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ primary_buyer, additional_buyers, ...purchase }) => ({
    ...purchase,
    buyers: withPrimary([primary_buyer, ...additional_buyers]),
    /** Only a purchase that is not active, and whose terms are accepted (K-063). */
    can_activate: !purchase.is_active && purchase.terms_accepted_at !== null,
  }));
}

/** "Finish onboarding" says which purchase; whose it is is asked where it is opened. */
export const confirmForm = z.object({ purchase_intent_id: objectId() });

/**
 * "Finish onboarding" (D-065, D-066): the buyer is done, and gets the success email. Staff decide later whose purchase
 * becomes the active one (AMB-D09). A second time changes nothing.
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10); ConflictError before the
 *   terms are accepted, and once staff have aborted the purchase or its sale has ended.
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
      await tellNamed(trx, { kind: "buyer", ...owner, primary_email: email });
    }
    return { transaction_id };
  });
}
