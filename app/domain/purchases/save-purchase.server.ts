import type { Insertable } from "kysely";
import { draftName } from "#app/domain/drafts/drafts.server.ts";
import {
  ConflictError,
  DomainError,
  NotFoundError,
  requireCompleteRecord,
  requireOnboardingOpen,
} from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { pick, plainNames } from "#app/domain/shared/questions.ts";
import {
  type NewGiftor,
  type NewPerson,
  replaceParties,
} from "#app/domain/people/parties.server.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { findOpenSaleForProperty } from "#app/domain/sales/open-sales.server.ts";
import { pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { recordChange } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { purchaseNotFound, readPurchase } from "./purchases.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { type BuyerAnswers, needsProvider } from "./questions.server.ts";
import { PURCHASE_COLUMNS, PURCHASE_QUESTIONS, type PurchaseColumn } from "./questions.ts";

/** A buyer’s answers about a purchase, without their acceptance of the terms. */
export type NewPurchase = BuyerAnswers & {
  additional_buyers: readonly NewPerson[];
  giftors: readonly NewGiftor[];
  /**
   * The property’s address when the buyer chose it. The seller may have changed the address since.
   */
  chosen_address?: string | undefined;
};

type Saved = { id: string; transaction_id: string; property_id: string };

/**
 * Creates a purchase from the buyer’s draft, with the same id, and records an event. The purchase
 * belongs to the property’s open sale and is not active (D-052, D-053, D-054).
 * @throws NotFoundError if there is no draft or no open sale; ConflictError if the buyer is selling
 * the property, is already buying it (AMB-D12), or chose an address that has since changed;
 * DomainError if an answer is missing (D-047, D-051)
 */
export async function createPurchase(
  db: Db,
  { id, buyer_id }: { id: string; buyer_id: string },
  purchase: NewPurchase,
): Promise<Saved> {
  return inTransaction(db, async (trx) => {
    await trx
      .deleteFrom("drafts")
      .where("user_id", "=", buyer_id)
      .where("form", "=", draftName("buy", id))
      .returning("form")
      .executeTakeFirstOrThrow(purchaseNotFound);
    const columns = toColumns(purchase);
    const transaction_id = await saleToJoin(trx, buyer_id, purchase);
    const created = await trx
      .insertInto("purchase_intents")
      .values({ id, transaction_id, buyer_id, ...columns })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning(["id", "transaction_id", "property_id"])
      .executeTakeFirstOrThrow(purchaseNotFound);
    await replacePeople(trx, created.id, purchase);
    await recordEvent(trx, {
      transaction_id,
      purchase_intent_id: created.id,
      event_name: "purchase_intent_created",
      author: "buyer",
      author_id: buyer_id,
    });
    return created;
  });
}

/**
 * Changes a purchase that is still in onboarding (D-057). If the property changes, the purchase
 * moves to the sale of the new property, and the buyer must accept the terms again. Without a
 * `version`, changes by another form are overwritten.
 * @throws NotFoundError; ConflictError if the purchase is complete (AMB-C15); StaleAnswersError if
 * `version` is not the current one; and as createPurchase does
 */
export async function updatePurchase(
  db: Db,
  target: { id: string; buyer_id: ReaderId; version?: number | undefined },
  purchase: NewPurchase,
): Promise<Saved> {
  return inTransaction(db, async (trx) => {
    const columns = toColumns(purchase);
    const before = await lockUnfinishedPurchase(trx, target);
    const { id, buyer_id: customer_id } = target;
    const change = {
      customer_id,
      action: "purchase_updated",
      subject: { type: "purchase_intent", id },
      read: (now: Db) => readAnswers(now, target),
    } as const;
    return recordChange(trx, change, () =>
      writeAnswers(trx, target, { before, purchase, columns }),
    );
  });
}

async function writeAnswers(
  trx: Db,
  target: { id: string; buyer_id: ReaderId },
  {
    before,
    purchase,
    columns,
  }: {
    before: Awaited<ReturnType<typeof lockUnfinishedPurchase>>;
    purchase: NewPurchase;
    columns: ReturnType<typeof toColumns>;
  },
): Promise<Saved> {
  const moves = before.property_id !== purchase.property_id;
  const transaction_id = moves
    ? await saleToJoin(trx, target.buyer_id, purchase)
    : before.transaction_id;
  const saved = await trx
    .updateTable("purchase_intents")
    .set((eb) => ({ ...columns, transaction_id, version: eb("version", "+", 1) }))
    .$if(moves, (query) =>
      query.set({ terms_accepted_at: null, terms_accepted_by: null, terms_version: null }),
    )
    .where("id", "=", target.id)
    .where("buyer_id", "=", target.buyer_id)
    .returning(["id", "transaction_id", "property_id"])
    .executeTakeFirstOrThrow();
  if (moves) {
    for (const table of ["events", "changes"] as const) {
      await trx
        .updateTable(table)
        .set({ transaction_id })
        .where("purchase_intent_id", "=", target.id)
        .execute();
    }
    const { id: purchase_intent_id, buyer_id } = target;
    await pendingBuyerTerms.forget(trx, { purchase_intent_id, buyer_id });
  }
  await replacePeople(trx, target.id, purchase);
  return saved;
}

async function readAnswers(trx: Db, target: { id: string; buyer_id: ReaderId }) {
  const purchase = await readPurchase(trx, target);
  const { additional_buyers, giftors } = purchase;
  return {
    ...pick<typeof purchase, PurchaseColumn>(purchase, PURCHASE_COLUMNS),
    additional_buyers,
    giftors,
  };
}

/**
 * Locks the purchase in a separate query before it is read, because a single query that waits for
 * the lock would return the old values.
 */
async function lockUnfinishedPurchase(
  trx: Db,
  target: { id: string; buyer_id: ReaderId; version?: number | undefined },
) {
  const purchase = trx
    .selectFrom("purchase_intents")
    .where("id", "=", target.id)
    .where("buyer_id", "=", target.buyer_id);
  await purchase.select("id").forUpdate().executeTakeFirst();
  const before = await purchase
    .select(["property_id", "transaction_id", "version"])
    .select(purchaseIsCompleteSql().as("complete"))
    .executeTakeFirstOrThrow(purchaseNotFound);
  requireOnboardingOpen("purchase", before, target.version);
  return before;
}

/**
 * Finds the open sale that the purchase will belong to. Locks the buyer’s account, so that two
 * concurrent forms cannot both start a purchase.
 */
async function saleToJoin(trx: Db, buyer_id: string, purchase: NewPurchase): Promise<string> {
  await lockPerson(trx, buyer_id);
  const sale = await findOpenSaleForProperty(trx, purchase.property_id);
  if (!sale) throw new NotFoundError("This property is no longer for sale");
  if (sale.seller_id === buyer_id) throw new ConflictError("You’re selling this property");
  const joined = await trx
    .selectFrom("purchase_intents")
    .select("id")
    .where("transaction_id", "=", sale.transaction_id)
    .where("buyer_id", "=", buyer_id)
    .where("aborted", "is", null)
    .executeTakeFirst();
  if (joined) throw new ConflictError("You’ve already started buying this property");
  await requireSameAddress(trx, sale, purchase.chosen_address);
  return sale.transaction_id;
}

/**
 * Throws if the property’s address is not the one that the buyer chose. Locks the sale, so that its
 * seller can no longer change the address (updateSale).
 */
async function requireSameAddress(
  trx: Db,
  { transaction_id }: { transaction_id: string },
  chosen_address: string | undefined,
): Promise<void> {
  const sale = trx.selectFrom("transactions").where("transactions.id", "=", transaction_id);
  await sale.select("id").forKeyShare().executeTakeFirst();
  const { address } = await sale
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .executeTakeFirstOrThrow();
  const now = addressLine(address);
  if (chosen_address === undefined || chosen_address === now) return;
  throw new ConflictError(
    `The seller has changed this property’s address to ${now}. If that’s the property you’re buying, select Continue again`,
  );
}

/**
 * Returns the purchase’s columns. Clears an answer that does not apply because of another answer
 * (D-042, D-043).
 */
function toColumns(
  purchase: NewPurchase,
): Pick<Insertable<DB["purchase_intents"]>, PurchaseColumn> {
  const columns = pick(purchase, PURCHASE_COLUMNS);
  requireCompleteRecord(columns, [
    "property_id",
    "ownership_type",
    ...plainNames(PURCHASE_QUESTIONS),
  ]);
  return {
    ...columns,
    mortgage_provider: needsProvider(columns) ? columns.mortgage_provider : null,
    other_funding_comments: columns.other_funding ? columns.other_funding_comments : null,
  };
}

/**
 * Saves the co-buyers and giftors. A sole owner has no co-buyers (D-038), and a purchase without
 * gifts has no giftors.
 */
async function replacePeople(trx: Db, purchase_intent_id: string, purchase: NewPurchase) {
  const additional_buyers = purchase.ownership_type === "Joint" ? purchase.additional_buyers : [];
  const giftors = purchase.gifts === "yes" ? purchase.giftors : [];
  const relationships: (string | undefined)[] = giftors.map(({ relationship }) => relationship);
  if (relationships.some((relationship) => !relationship)) {
    throw new DomainError("Giftor relationship is required");
  }
  const owner = purchase_intent_id;
  await replaceParties(trx, { kind: "buyer", owner, people: additional_buyers });
  await replaceParties(trx, { kind: "giftor", owner, people: giftors });
}
