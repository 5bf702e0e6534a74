import { z } from "zod";
import { endAgreement, findAgreement } from "#app/domain/agreements/agreements.server.ts";
import { withdrawInvitation } from "#app/domain/invitations/cancel-invitation.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { defineAction, refuseIfEnded } from "./action.ts";
import {
  BuyerValues,
  buyerUndoRefusal,
  readActiveBuyer,
  refuseWithoutActiveBuyer,
  showBuyers,
  staffNote,
  writeActiveBuyer,
} from "./buyer-change.server.ts";

const ReleasedValues = BuyerValues.extend({
  /** Open agreement with a buyer who has not finished signing up. */
  agreement_id: z.string().nullish(),
});

/**
 * Releases the buyer who withdrew, with their solicitor. The sale continues without a buyer, and
 * the sellers’ stages stay as they are. For a buyer who has not finished signing up, ends the
 * agreement and cancels the invitation.
 */
export const releaseBuyer = defineAction({
  kind: "release_buyer",
  title: "Release the buyer",
  event: "buyer_released",
  form: z.object({ note: staffNote }),
  stored: ReleasedValues,
  async read(db, place): Promise<z.output<typeof ReleasedValues>> {
    const active = await readActiveBuyer(db, place);
    if (active.active_id !== null) return active;
    const agreement = await findAgreement(db, place.transaction_id);
    if (!agreement) return active;
    return { ...active, buyers: fullName(agreement), agreement_id: agreement.id };
  },
  plan(_db, _place, { before, choice }) {
    const today = londonDay(new Date());
    const after = {
      active_id: null,
      buyers: null,
      buyer_lawyer_group_id: before.agreement_id ? before.buyer_lawyer_group_id : null,
      inactive_id: before.active_id,
      inactive_aborted: today,
      inactive_released_on: today,
      ...(before.agreement_id ? { agreement_id: null } : {}),
      note: typeof choice.note === "string" ? choice.note : null,
    };
    return Promise.resolve({ before, after });
  },
  parties: ({ before }) => ({
    purchase_intent_id: before.active_id,
    displaced_id: null,
    buyer_lawyer_group_id: before.agreement_id ? null : before.buyer_lawyer_group_id,
  }),
  async write(trx, place, values) {
    const agreement = await findAgreement(trx, place.transaction_id);
    await writeActiveBuyer(trx, place, values);
    if (values.active_id !== null || !agreement || values.agreement_id === agreement.id) return;
    await endAgreement(trx, place.transaction_id);
    if (agreement.invitation_id) await withdrawInvitation(trx, agreement.invitation_id);
  },
  letters: () => ["seller"],
  show: showBuyers,
  async refusal(facts, { transaction_id }, db) {
    const refusal = refuseWithoutActiveBuyer(facts);
    if (refusal === null || facts.has_active_purchase || refuseIfEnded(facts)) return refusal;
    return (await findAgreement(db, transaction_id)) ? null : refusal;
  },
  undoConflict(db, place, change) {
    if (change.before.agreement_id) {
      return Promise.resolve("The buyer’s invitation was cancelled. Agree the sale again instead.");
    }
    return buyerUndoRefusal(db, place, change);
  },
});
