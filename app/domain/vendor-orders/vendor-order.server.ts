/**
 * Orders of identity checks and searches at vendors, which charge for an order and may fail to
 * respond. An order is stored, sent once and never retried. If there is no response, a webhook or
 * staff later confirm or cancel it.
 */

import { type RawBuilder, sql } from "kysely";
import { LOST_REQUEST_MINUTES } from "#app/clients/outbound.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";

/** Error for an order that may have reached the vendor, but whose outcome we do not know. */
export class UnconfirmedOrderError extends Error {
  override readonly name = "UnconfirmedOrderError";
}

/**
 * Sends an order that is stored and committed. Must not be called within a database transaction.
 * @throws VendorError, after `recordRefusal`, if the vendor did not receive or accept the order;
 * UnconfirmedOrderError if we cannot tell
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
 * Builds an SQL condition on the column `sent_at`: true if the request was sent so long ago that it
 * must have ended.
 */
export function isOver(sent_at: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(sent_at)} < now() - make_interval(mins => ${LOST_REQUEST_MINUTES})`;
}

/**
 * Confirms or cancels an unconfirmed order, depending on what staff found at the vendor. If they
 * found the order, `take` confirms it. If `found` is null, `cancel` cancels it, so that it can be
 * ordered again. `read` returns the order, or nothing if it is no longer unconfirmed.
 * @throws NotFoundError; ConflictError if the order is no longer unconfirmed, or may still reach
 * the vendor; errors from `read`, `take` and `cancel`
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
    cancel: (order: Order) => Promise<unknown>;
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
  await settled.cancel(order);
}

const STILL_ON_ITS_WAY = `The order may still arrive. Check again ${LOST_REQUEST_MINUTES} minutes after it was sent`;
