import type { Insertable } from "kysely";
import type { CustomerAction } from "#app/domain/audit/actions.ts";
import { recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { draftName } from "#app/domain/drafts/drafts.server.ts";
import { ConflictError, requireCompleteRecord, requireOnboardingOpen } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { type NewSeller, replaceParties } from "#app/domain/people/parties.server.ts";
import {
  createProperty,
  type NewProperty,
  updateProperty,
} from "#app/domain/properties/properties.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { recordChange } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { readSale, type Sale } from "./read-sale.server.ts";
import { saleIsCompleteSql } from "./open-sales.server.ts";
import { SALE_COLUMNS, type SaleColumn } from "./questions.ts";

/**
 * A seller’s answers about a sale, without the estate agent and the acceptance of the terms (X-008
 * to X-013).
 */
export type NewSale = Pick<Insertable<DB["transactions"]>, SaleColumn> & {
  property: NewProperty;
  additional_sellers: readonly NewSeller[];
};

/**
 * Creates a sale of type resale from the seller’s draft, with the same id, and records an event
 * (C-055, C-074).
 * @throws NotFoundError if there is no draft; DomainError if an answer is missing (C-066, C-067)
 */
export async function createSale(
  db: Db,
  { id, seller_id }: { id: string; seller_id: string },
  sale: NewSale,
): Promise<{ id: string; property_id: string }> {
  return inTransaction(db, async (trx) => {
    await trx
      .deleteFrom("drafts")
      .where("user_id", "=", seller_id)
      .where("form", "=", draftName("sell", id))
      .returning("form")
      .executeTakeFirstOrThrow(transactionNotFound);
    const property_id = await createProperty(trx, sale.property);
    await trx
      .insertInto("transactions")
      .values({ id, type: "resale", seller_id, property_id, ...toColumns(sale) })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirstOrThrow(transactionNotFound);
    await replaceParties(trx, { kind: "seller", owner: id, people: sale.additional_sellers });
    await recordEvent(trx, {
      transaction_id: id,
      event_name: "transaction_created",
      author: "system",
    });
    await recordCustomerAudit(trx, {
      customer_id: seller_id,
      action: "sale_created" satisfies CustomerAction,
      subject: { type: "transaction", id },
      fields: Object.keys(sale),
    });
    return { id, property_id };
  });
}

/**
 * Updates a sale that is still in onboarding (C-075). Without a `version`, changes by another form
 * are overwritten.
 * @throws NotFoundError; ConflictError if the sale is complete (AMB-C15), or if the address changes
 * although someone has started buying; StaleAnswersError if `version` is not the current one; and
 * as createSale does
 */
export async function updateSale(
  db: Db,
  target: { id: string; seller_id: ReaderId; version?: number | undefined },
  sale: NewSale,
): Promise<{ id: string; property_id: string }> {
  return inTransaction(db, async (trx) => {
    const before = await lockUnfinishedSale(trx, target);
    await refuseAddressChange(trx, before, sale.property.address);
    const { id, seller_id: customer_id } = target;
    const change = {
      customer_id,
      action: "sale_updated",
      subject: { type: "transaction", id },
      read: (now: Db) => readAnswers(now, target),
    } as const;
    return recordChange(trx, change, () => writeAnswers(trx, target, sale));
  });
}

async function writeAnswers(trx: Db, target: { id: string; seller_id: string }, sale: NewSale) {
  const updated = await trx
    .updateTable("transactions")
    .set((eb) => ({ ...toColumns(sale), version: eb("version", "+", 1) }))
    .where("id", "=", target.id)
    .where("seller_id", "=", target.seller_id)
    .returning(["id", "property_id"])
    .executeTakeFirstOrThrow();
  await updateProperty(trx, updated.property_id, sale.property);
  await replaceParties(trx, {
    kind: "seller",
    owner: updated.id,
    people: sale.additional_sellers,
  });
  return updated;
}

async function readAnswers(trx: Db, target: { id: string; seller_id: ReaderId }) {
  const sale = await readSale(trx, target);
  const { property, sellers } = sale;
  return {
    ...pick<Sale, SaleColumn>(sale, SALE_COLUMNS),
    property,
    additional_sellers: sellers.slice(1),
  };
}

/**
 * Locks the sale in a separate query before it is read, because a single query that waits for the
 * lock would return the old values.
 */
async function lockUnfinishedSale(
  trx: Db,
  target: { id: string; seller_id: ReaderId; version?: number | undefined },
) {
  await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", target.id)
    .where("seller_id", "=", target.seller_id)
    .forUpdate()
    .executeTakeFirst();
  const before = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["transactions.id", "transactions.version", "line_1", "postcode", "uprn"])
    .select(saleIsCompleteSql().as("complete"))
    .where("transactions.id", "=", target.id)
    .where("transactions.seller_id", "=", target.seller_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  requireOnboardingOpen("sale", before, target.version);
  return before;
}

/** Throws ConflictError if the address changes although someone has started buying. */
async function refuseAddressChange(
  trx: Db,
  before: { id: string; line_1: string; postcode: string | null; uprn: string | null },
  address: NewProperty["address"],
): Promise<void> {
  const stays =
    address.line_1 === before.line_1 &&
    (address.postcode ?? null) === before.postcode &&
    (address.uprn ?? null) === before.uprn;
  if (stays) return;
  const purchase = await trx
    .selectFrom("purchase_intents")
    .select("id")
    .where("transaction_id", "=", before.id)
    .limit(1)
    .executeTakeFirst();
  if (purchase) {
    throw new ConflictError(
      "Someone has already started buying this property. To change its address, contact support",
    );
  }
}

function toColumns(sale: NewSale) {
  const columns = pick(sale, SALE_COLUMNS);
  requireCompleteRecord(columns, SALE_COLUMNS);
  return columns;
}
