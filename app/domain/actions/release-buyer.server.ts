import { z } from "zod";
import { londonDay } from "#app/domain/shared/dates.ts";
import { defineAction } from "./action.ts";
import {
  BuyerValues,
  buyerUndoRefusal,
  readActiveBuyer,
  refuseWithoutActiveBuyer,
  showBuyers,
  staffNote,
  writeActiveBuyer,
} from "./buyer-change.server.ts";

/**
 * Releases the buyer who withdrew, with their solicitor. The sale continues without a buyer, and
 * the sellers’ stages stay as they are.
 */
export const releaseBuyer = defineAction({
  kind: "release_buyer",
  title: "Release the buyer",
  event: "buyer_released",
  form: z.object({ note: staffNote }),
  stored: BuyerValues,
  read: readActiveBuyer,
  plan(_db, _place, { before, choice }) {
    const today = londonDay(new Date());
    const after = {
      active_id: null,
      buyers: null,
      buyer_lawyer_group_id: null,
      inactive_id: before.active_id,
      inactive_aborted: today,
      inactive_released_on: today,
      note: typeof choice.note === "string" ? choice.note : null,
    };
    return Promise.resolve({ before, after });
  },
  parties: ({ before }) => ({
    purchase_intent_id: before.active_id,
    displaced_id: null,
    buyer_lawyer_group_id: before.buyer_lawyer_group_id,
  }),
  write: writeActiveBuyer,
  letters: () => ["seller"],
  show: showBuyers,
  refusal: refuseWithoutActiveBuyer,
  undoConflict: buyerUndoRefusal,
});
