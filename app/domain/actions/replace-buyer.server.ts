import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { chosenId } from "#app/domain/shared/form-rules.server.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import type { Db } from "#db/connection.ts";
import { type ActionPlace, defineAction } from "./action.ts";
import {
  BuyerValues,
  buyerUndoRefusal,
  listInactivePurchases,
  NO_INACTIVE,
  readActiveBuyer,
  refuseWithoutActiveBuyer,
  showBuyers,
  staffNote,
  writeActiveBuyer,
} from "./buyer-change.server.ts";

/** Lists the purchases that can become active: those whose buyers have accepted the terms. */
export async function listOtherPurchases(db: Db, place: ActionPlace) {
  const purchases = await listInactivePurchases(db, place);
  return purchases.filter(({ terms_accepted_at }) => terms_accepted_at !== null);
}

/** Returns the choices of a form that offers these purchases. */
export function purchaseOptions(purchases: Awaited<ReturnType<typeof listOtherPurchases>>) {
  return purchases.map(({ id, names, agreed_price_pounds, aborted }) => ({
    value: id,
    label: names,
    hint: `${formatPounds(agreed_price_pounds)}${aborted ? `, aborted on ${adminDate(aborted)}` : ""}`,
  }));
}

/**
 * Returns a purchase of the matter that can become active.
 * @throws ConflictError with the field "purchase_intent_id"
 */
export async function findOtherPurchase(db: Db, place: ActionPlace, id: unknown) {
  const purchases = await listOtherPurchases(db, place);
  const chosen = purchases.find((purchase) => purchase.id === id);
  if (chosen) return chosen;
  throw new ConflictError("This buyer can no longer be chosen. Choose another", {
    data: { field: "purchase_intent_id" },
  });
}

/**
 * Makes another purchase of the matter active in place of the active one. The displaced buyer’s
 * solicitor is released, because the new buyer has their own.
 */
export const replaceBuyer = defineAction({
  kind: "replace_buyer",
  title: "Replace the buyer",
  event: "buyer_replaced",
  form: z.object({ purchase_intent_id: chosenId("Choose the new buyer"), note: staffNote }),
  stored: BuyerValues,
  read: readActiveBuyer,
  options: async (db, place) => purchaseOptions(await listOtherPurchases(db, place)),
  async plan(db, place, { before, choice }) {
    const chosen = await findOtherPurchase(db, place, choice.purchase_intent_id);
    return {
      before: {
        ...before,
        inactive_id: chosen.id,
        inactive_aborted: chosen.aborted,
        inactive_released_on: chosen.released_on,
      },
      after: {
        active_id: chosen.id,
        buyers: chosen.names,
        buyer_lawyer_group_id: null,
        ...NO_INACTIVE,
        inactive_id: before.active_id,
        inactive_released_on: londonDay(new Date()),
        note: typeof choice.note === "string" ? choice.note : null,
      },
    };
  },
  parties: ({ before, after }) => ({
    purchase_intent_id: after.active_id,
    displaced_id: before.active_id,
    buyer_lawyer_group_id: before.buyer_lawyer_group_id,
  }),
  write: writeActiveBuyer,
  letters: () => ["seller"],
  show: showBuyers,
  refusal: refuseWithoutActiveBuyer,
  undoConflict: buyerUndoRefusal,
});
