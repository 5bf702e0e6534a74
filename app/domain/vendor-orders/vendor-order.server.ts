import { type RawBuilder, sql } from "kysely";
import { LOST_REQUEST_MINUTES } from "#app/clients/outbound.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Orders from a vendor that charges for them and may not answer: identity checks, searches. An order is recorded first and
 * then sent once. Without an answer it stays open until a message of the vendor names it, or staff settle it by what they
 * find at the vendor. An order is never sent again.
 */

/** The order may have been sent, and it is not known yet whether the vendor has taken it. */
export class UnconfirmedOrderError extends Error {
  override readonly name = "UnconfirmedOrderError";
}

/**
 * Sends an order that has been recorded and committed. Not to be called within a transaction.
 *
 * @param recordRefusal records that the vendor has certainly not taken it
 * @throws VendorError when that is so; UnconfirmedOrderError, whose cause is what went wrong, when it is unknown
 */
export async function sendOrder<Answer>(
  send: () => Promise<Answer>,
  recordRefusal: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await send();
  } catch (cause) {
    if (!isRefused(cause)) {
      throw new UnconfirmedOrderError(
        "The vendor has not confirmed whether it received the order",
        {
          cause,
        },
      );
    }
    await recordRefusal();
    throw cause;
  }
}

/**
 * Whether it is too late for the vendor to still take an order, in a query of the order's table.
 *
 * @param sent_at the column that says when it was sent
 */
export function isOver(sent_at: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(sent_at)} < now() - make_interval(mins => ${LOST_REQUEST_MINUTES})`;
}

/**
 * Settles an order without an answer by what a member of staff has found at the vendor: the vendor has it, or it is called
 * off and can be made again.
 *
 * @param settled.found what the vendor has; null when it does not have the order
 * @param settled.read the order, with `isOver`, if it is still the one to be settled
 * @param settled.take records that the vendor has it
 * @param settled.audit the action and fields of the audit row about that
 * @param settled.callOff records that it is called off, with its event
 * @throws NotFoundError "Transaction not found"; ConflictError when it is settled by now, or may still be on its way;
 *   whatever `read`, `take` and `callOff` throw
 */
export async function settleOrder<Order extends { is_over: boolean }, Found>(
  trx: Db,
  settled: {
    transaction_id: string;
    actor: Actor;
    found: Found | null;
    read: () => Promise<Order | undefined>;
    take: (order: Order, found: Found) => Promise<unknown>;
    audit: Pick<Parameters<typeof recordAudit>[1], "action" | "fields">;
    callOff: (order: Order) => Promise<unknown>;
  },
): Promise<void> {
  const { transaction_id, actor, found, audit } = settled;
  await lockMatter(trx, transaction_id);
  const order = await settled.read();
  if (!order) throw new ConflictError("This order has already been resolved");
  if (found !== null) {
    await settled.take(order, found);
    const subject = { type: "transaction", id: transaction_id };
    return recordAudit(trx, { actor, subject, ...audit });
  }
  if (!order.is_over) throw new ConflictError(STILL_ON_ITS_WAY);
  await settled.callOff(order);
}

const STILL_ON_ITS_WAY = `The order may still arrive. Check again ${LOST_REQUEST_MINUTES} minutes after it was sent`;
