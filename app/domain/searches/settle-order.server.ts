import { sql } from "kysely";
import { LOST_REQUEST_MINUTES } from "#app/clients/outbound.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordDoneByStaff } from "#app/domain/events/events.server.ts";
import { lockMatter } from "#app/domain/transactions/lock-matter.server.ts";
import { requireTransactionId } from "#app/domain/transactions/not-found.ts";
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
  await lockMatter(trx, transaction_id);
  const order = await trx
    .selectFrom("search_orders")
    .select("id")
    .select(
      sql<boolean>`created_at < now() - make_interval(mins => ${LOST_REQUEST_MINUTES})`.as(
        "is_over",
      ),
    )
    .where("id", "=", order_id)
    .where("transaction_id", "=", transaction_id)
    .where("answer", "is", null)
    .executeTakeFirst();
  if (!order) throw new ConflictError("The order is settled by now");
  if (reference !== null) {
    await requireNewReference(trx, reference);
    await recordAnswer(trx, order.id, { state: "accepted", reference, lines: [] });
    const subject = { type: "transaction", id: transaction_id };
    const fields = ["reference"];
    await recordAudit(trx, { actor, action: "searches_order_confirmed", subject, fields });
    return;
  }
  if (!order.is_over) throw new ConflictError(STILL_ON_ITS_WAY);
  await trx
    .updateTable("search_orders")
    .set({ answer: "refused", called_off_at: new Date() })
    .where("id", "=", order.id)
    .execute();
  await recordDoneByStaff(trx, { actor, transaction_id, event_name: "searches_order_called_off" });
}

const STILL_ON_ITS_WAY = `The order may still be on its way. Look again ${LOST_REQUEST_MINUTES} minutes after it was sent`;

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
