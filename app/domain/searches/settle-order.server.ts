import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordDoneByStaff } from "#app/domain/events/events.server.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { isOver, settleOrder } from "#app/domain/vendor-orders/vendor-order.server.ts";
import type { Db } from "#db/connection.ts";
import { recordAnswer } from "./order-searches.server.ts";

/**
 * An order of searches that OneSearch has left unanswered: a message of it settles the order, or a member of staff looks for
 * it on OneSearch's site and says what is there. Nothing is ordered by that.
 */

/** The order of a matter that is to be settled; null when there is none. @throws NotFoundError for what is no id */
export async function readSearchOrderToSettle(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  const order = await db
    .selectFrom("search_orders")
    .select(["id", "created_at"])
    .where("transaction_id", "=", transaction_id)
    .where("answer", "is", null)
    .executeTakeFirst();
  return order ?? null;
}

/**
 * Settles an order: OneSearch has it by this reference, or it is off and can be made anew. Of one that is off a message of
 * OneSearch may still say that it was taken (`receivePush`).
 *
 * @param settled.order_id the order that was confirmed
 * @param settled.reference OneSearch's; null when it does not have the order
 * @throws NotFoundError "Transaction not found"; ConflictError when it is settled by now, or may still be on its way;
 *   DomainError when the reference is that of another order
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
    async callOff({ id }) {
      await trx
        .updateTable("search_orders")
        .set({ answer: "refused", called_off_at: new Date() })
        .where("id", "=", id)
        .execute();
      const event_name = "searches_order_called_off";
      await recordDoneByStaff(trx, { actor, transaction_id, event_name });
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
  throw new DomainError("Another order has this reference. Check the reference", 400, { data });
}
