import { type RawBuilder, sql } from "kysely";
import { LOST_REQUEST_MINUTES } from "#app/clients/outbound.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Orders from a vendor that charges for them and may not respond: identity checks, searches. An
 * order is stored, then sent once, and never retried. Without a response it stays open until a
 * webhook confirms it, or staff settle it.
 */

/** Error if the order may have been sent, but its outcome is unknown. */
export class UnconfirmedOrderError extends Error {
  override readonly name = "UnconfirmedOrderError";
}

/**
 * Sends a stored and committed order. Must not be called within a transaction.
 * @param recordRefusal records that the vendor has certainly not received it
 * @throws VendorError in that case; UnconfirmedOrderError, with a cause, if the outcome is unknown
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
 * Builds an SQL condition: the request can no longer be on its way to the vendor.
 * @param sent_at column with the time of sending
 */
export function isOver(sent_at: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(sent_at)} < now() - make_interval(mins => ${LOST_REQUEST_MINUTES})`;
}

/**
 * Settles an open order with what staff found at the vendor: confirms it, or cancels it so that it
 * can be ordered again.
 * @param settled.found the vendor’s order; null if there is none
 * @param settled.read the order, with `isOver`, if it is still open
 * @param settled.take records that the vendor has it
 * @param settled.audit action and fields of that audit entry
 * @param settled.callOff records the cancellation, with its event
 * @throws NotFoundError; ConflictError if it is already settled or may still be on its way; errors
 * of `read`, `take` and `callOff`
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
