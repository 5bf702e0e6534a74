import { sql } from "kysely";
import { z } from "zod";
import { type OrderAnswer, orderSearches } from "#app/clients/one-search/client.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import {
  NOTHING_ORDERED,
  requireNotRestored,
} from "#app/domain/restorations/restorations.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { isOver, sendOrder, settleOrder } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { ONCE_A_DAY, ORDERED_PRODUCTS } from "./labels.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";

const BUILDING_PARTS = ["sub_building_name", "building_name", "building_number"] as const;
type SearchAddress = Record<(typeof BUILDING_PARTS)[number], string | null>;

/** Form with the building to search, as typed by staff (O-010 to O-014). */
export const SearchOrderForm = z
  .object({
    sub_building_name: optionalFreeText(tooLong("Sub-building name")),
    building_name: optionalFreeText(tooLong("Building name")),
    building_number: optionalFreeText(tooLong("Building number")),
    /** True if the dialog showed that this order repeats an earlier one (O-015). */
    is_reorder: z.stringbool().default(false),
  })
  .refine(
    ({ building_name, building_number }) => building_name !== null || building_number !== null,
    {
      path: ["building_number"],
      error: "Either building name or number is required",
    },
  ) satisfies z.ZodType<SearchAddress & { is_reorder: boolean }>;

type SearchOrderInput = z.output<typeof SearchOrderForm>;

/**
 * Reads whether the searches of a matter can be ordered. Because they cost money, they can be
 * ordered only once a day (AMB-O01). An order is stored and then sent once. If the provider does
 * not respond, the order stays unconfirmed until a webhook or staff confirm or cancel it.
 */
export async function readOrdering(db: Db, transaction_id: string) {
  const { last_at, today, unanswered } = await db
    .selectFrom("search_orders")
    .where("transaction_id", "=", transaction_id)
    .where("answer", "is distinct from", "refused")
    .select((eb) => [
      eb.fn.max("created_at").$castTo<Date | null>().as("last_at"),
      sql<boolean>`coalesce(bool_or(ordered_on = ${londonToday}), false)`.as("today"),
      sql<boolean>`coalesce(bool_or(answer is null), false)`.as("unanswered"),
    ])
    .executeTakeFirstOrThrow();
  const search = await db
    .selectFrom("searches")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .limit(1)
    .executeTakeFirst();
  return {
    last_at,
    is_reorder: last_at !== null || search !== undefined,
    refusal: today || unanswered ? ONCE_A_DAY : null,
  };
}

/**
 * Reads what the order dialog shows, with the building from the address lookup.
 * @throws NotFoundError
 */
export async function readOrderDialog(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const building = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("transactions.id", "=", transaction_id)
    .select(BUILDING_PARTS)
    .executeTakeFirstOrThrow(transactionNotFound);
  const part = { building, ...(await readOrdering(db, transaction_id)) };
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

/** Reads a matter’s newest order of searches, or null. */
export async function readLastOrder(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const order = await db
    .selectFrom("search_orders")
    .select(["id", "answer", "created_at"])
    .select((eb) => eb("called_off_at", "is not", null).as("is_called_off"))
    .where("transaction_id", "=", transaction_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return order ?? null;
}

/**
 * Stores an order of searches and returns its id (O-015). Call `placeOrder` after the commit.
 * @throws NotFoundError; ConflictError if there is already an order on the same day in London
 * (AMB-O01), or if `is_reorder` no longer matches the matter’s earlier orders
 */
export async function startOrder(
  trx: Db,
  transaction_id: string,
  { actor, is_reorder, ...address }: SearchOrderInput & { actor: Actor },
): Promise<string> {
  await requireNotRestored(trx, NOTHING_ORDERED);
  await lockMatter(trx, transaction_id);
  const now = await readOrdering(trx, transaction_id);
  if (now.refusal) throw new ConflictError(now.refusal);
  if (now.is_reorder !== is_reorder) {
    throw new ConflictError(
      "Someone else has ordered searches since you opened this page. Check them first, then order again if you still need to.",
    );
  }
  const { id } = await trx
    .insertInto("search_orders")
    .values({ transaction_id, is_reorder, ...address, ordered_by: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actor,
    action: is_reorder ? "searches_reordered" : "searches_ordered",
    subject: { type: "transaction", id: transaction_id },
  });
  return id;
}

/**
 * Sends a stored order to the search provider. Must not be called within a database transaction.
 * @throws ConflictError or VendorError if the provider did not accept the order;
 * UnconfirmedOrderError if we do not know whether it did
 */
export async function placeOrder(db: Db, id: string): Promise<void> {
  const { address, is_reorder, ordered_on } = await readOrder(db, id);
  const order = { id, ordered_on, is_reorder, products: ORDERED_PRODUCTS, address };
  const answer = await sendOrder(
    () => orderSearches(order),
    () => recordAnswer(db, id, { state: "refused" }),
  );
  await recordAnswer(db, id, answer);
  if (answer.state === "accepted") return;
  throw new ConflictError("OneSearch rejected the order. Check the address, then order again.");
}

async function readOrder(db: Db, id: string) {
  const { street, post_town, county, postcode, ...order } = await db
    .selectFrom("search_orders as order")
    .innerJoin("transactions", "transactions.id", "order.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("order.id", "=", id)
    .select(["order.ordered_on", "order.is_reorder"])
    .select(["order.sub_building_name", "order.building_name", "order.building_number"])
    .select(["addresses.street", "addresses.post_town", "addresses.county", "addresses.postcode"])
    .executeTakeFirstOrThrow();
  const { sub_building_name, building_name, building_number, ...rest } = order;
  const building = { sub_building_name, building_name, building_number };
  return { ...rest, address: { ...building, street, post_town, county, postcode } };
}

/**
 * Records the provider’s answer to an order. Returns false if an answer is already recorded. An
 * order that was cancelled can still be recorded as accepted.
 */
export async function recordAnswer(db: Db, id: string, answer: OrderAnswer): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const isTaken = answer.state === "accepted";
    const order = await trx
      .updateTable("search_orders")
      .set({
        answer: answer.state,
        reference: isTaken ? answer.reference : null,
        // The time of a cancellation stays set, because another order may have replaced this one
        // since.
        called_off_at: sql`case when answer = 'refused' then coalesce(called_off_at, now()) end`,
      })
      .where("id", "=", id)
      .where((eb) =>
        eb.or([eb("answer", "is", null), ...(isTaken ? [eb("answer", "=", "refused")] : [])]),
      )
      .returning(["transaction_id", "is_reorder", "ordered_by"])
      .executeTakeFirst();
    if (!order || !isTaken) return order !== undefined;
    const { transaction_id, is_reorder, ordered_by } = order;
    const { reference, lines } = answer;
    const expected = new Map(lines.map((line) => [line.product_id, line.estimated_completion]));
    const products = new Set([...ORDERED_PRODUCTS, ...expected.keys()]);
    await trx
      .insertInto("searches")
      .values(
        [...products].map((product_id) => ({
          transaction_id,
          search_order_id: id,
          product_id,
          reference,
          estimated_completion: expected.get(product_id) ?? null,
          is_reorder,
          ordered_by,
        })),
      )
      .execute();
    await recordEvent(trx, {
      transaction_id,
      event_name: is_reorder ? "searches_reordered" : "searches_ordered",
      author: "admin",
      ...(ordered_by && { author_id: ordered_by }),
      comments: reference,
    });
    return true;
  });
}

/**
 * Reads a matter’s unconfirmed order, which staff must confirm or cancel, or null.
 * @throws NotFoundError
 */
export async function readSearchOrderToSettle(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  const order = await db
    .selectFrom("search_orders")
    .select(["id", "created_at"])
    .where("transaction_id", "=", transaction_id)
    .where("answer", "is", null)
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return order ?? null;
}

/**
 * Confirms an order with OneSearch’s reference, or cancels it if the reference is null. A later
 * webhook may still confirm a cancelled order (`processProviderWebhook`).
 * @throws NotFoundError; ConflictError if the order is already confirmed or cancelled, or is too
 * recent; DomainError if the reference belongs to another order
 */
export async function settleSearchOrder(
  trx: Db,
  transaction_id: string,
  settled: { actor: Actor; order_id: string; reference: string | null },
): Promise<void> {
  const { actor, order_id, reference } = settled;
  await settleOrder(trx, {
    transaction_id,
    actor,
    found: reference,
    read: () =>
      trx
        .selectFrom("search_orders")
        .select(["id", isOver("created_at").as("is_over")])
        .where("id", "=", order_id)
        .where("transaction_id", "=", transaction_id)
        .where("answer", "is", null)
        .executeTakeFirst(),
    async take({ id }, reference) {
      await requireNewReference(trx, reference);
      await recordAnswer(trx, id, { state: "accepted", reference, lines: [] });
    },
    audit: { action: "searches_order_confirmed", fields: ["reference"] },
    async cancel({ id }) {
      await trx
        .updateTable("search_orders")
        .set({ answer: "refused", called_off_at: new Date() })
        .where("id", "=", id)
        .execute();
      const event_name = "searches_order_called_off";
      await recordStaffEvent(trx, { actor, transaction_id, event_name });
    },
  });
}

async function requireNewReference(trx: Db, reference: string) {
  const known = await trx
    .selectFrom("search_orders")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!known) return;
  const data = { field: "vendor_id" };
  throw new DomainError("Another order already has this reference. Check the reference", 400, {
    data,
  });
}
