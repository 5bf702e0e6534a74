/** The active purchase of a matter: the buyer with whom the sale is going ahead. */

import { endAgreement } from "#app/domain/agreements/agreements.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { completeInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import type { Db } from "#db/connection.ts";

/** Id of a purchase, and the id of the matter that it must belong to. */
export type PurchasePlace = { transaction_id: string; purchase_intent_id: string };

/** Columns of a purchase that change when it becomes active or stops being active. */
type InactiveColumns = {
  /** London day since which the sale is not going ahead with this buyer; null if it never was. */
  released_on: string | null;
  aborted?: string | null;
};

/**
 * Makes a purchase inactive. Records an event if the sale stops going ahead with this buyer. The
 * matter must be locked.
 */
export async function makeInactive(
  trx: Db,
  { transaction_id, purchase_intent_id }: PurchasePlace,
  columns: InactiveColumns,
): Promise<void> {
  await trx
    .updateTable("purchase_intents")
    .set({ ...columns, is_active: false })
    .where("transaction_id", "=", transaction_id)
    .where("id", "=", purchase_intent_id)
    .execute();
  if (columns.released_on === null) return;
  await recordEvent(trx, {
    transaction_id,
    purchase_intent_id,
    event_name: "purchase_intent_deactivated",
    author: "system",
  });
}

/**
 * Makes a purchase active, even if it was aborted, and completes its buyer’s invitation and
 * agreement. The matter must be locked, and no other purchase may be active.
 */
export async function makeActive(
  trx: Db,
  { transaction_id, purchase_intent_id }: PurchasePlace,
): Promise<void> {
  await trx
    .updateTable("purchase_intents")
    .set({ is_active: true, aborted: null, released_on: null })
    .where("transaction_id", "=", transaction_id)
    .where("id", "=", purchase_intent_id)
    .execute();
  await endAgreement(trx, transaction_id);
  await completeInvitation(trx, { role: "buy", id: purchase_intent_id });
}
