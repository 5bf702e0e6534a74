import { sql } from "kysely";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";
import { type ActionPlace, defineAction, refuseIfEnded } from "./action.ts";
import {
  BuyerValues,
  buyerUndoRefusal,
  listInactivePurchases,
  NO_INACTIVE,
  readActiveBuyer,
  showBuyers,
  staffNote,
  writeActiveBuyer,
} from "./buyer-change.server.ts";

/**
 * Makes the buyer active again who was released last, with their solicitor, and clears the aborted
 * date (AMB-K12).
 */
export const resumeBuyer = defineAction({
  kind: "resume_buyer",
  title: "Resume the buyer",
  event: "buyer_resumed",
  form: z.object({ note: staffNote }),
  stored: BuyerValues,
  read: readActiveBuyer,
  options: async (db, place) => {
    const { names } = await findReleased(db, place);
    return [{ value: "", label: names, hint: "" }];
  },
  async plan(db, place, { before, choice }) {
    const released = await findReleased(db, place);
    return {
      before: {
        ...before,
        inactive_id: released.id,
        inactive_aborted: released.aborted,
        inactive_released_on: released.released_on,
      },
      after: {
        active_id: released.id,
        buyers: released.names,
        buyer_lawyer_group_id:
          before.buyer_lawyer_group_id ?? (await findSolicitor(db, place, released.id)),
        ...NO_INACTIVE,
        note: typeof choice.note === "string" ? choice.note : null,
      },
    };
  },
  parties: ({ after }) => ({
    purchase_intent_id: after.active_id,
    displaced_id: null,
    buyer_lawyer_group_id: after.buyer_lawyer_group_id,
  }),
  write: writeActiveBuyer,
  letters: () => ["seller"],
  show: showBuyers,
  refusal(facts) {
    if (facts.has_active_purchase) {
      return "Another buyer is active. Replace that buyer instead.";
    }
    if (!facts.has_released_purchase) return "No buyer of this matter has been released.";
    return refuseIfEnded(facts);
  },
  undoConflict: buyerUndoRefusal,
});

/** Returns the purchase that was released last. @throws ConflictError if there is none */
async function findReleased(db: Db, place: ActionPlace) {
  const purchases = await listInactivePurchases(db, place);
  const [released] = purchases
    .filter(({ released_on }) => released_on !== null)
    .toSorted((one, other) => (other.released_on ?? "").localeCompare(one.released_on ?? ""));
  if (!released) throw new ConflictError("No buyer of this matter has been released.");
  return released;
}

/** Returns the group that acted for a buyer until they were released; null if it is retired. */
async function findSolicitor(db: Db, { transaction_id }: ActionPlace, purchase_intent_id: string) {
  const action = await db
    .selectFrom("matter_actions")
    .innerJoin("lawyer_groups", (join) =>
      join.on(sql<boolean>`lawyer_groups.id = before ->> 'buyer_lawyer_group_id'`),
    )
    .select("lawyer_groups.id")
    .where("transaction_id", "=", transaction_id)
    .where("undone_at", "is", null)
    .where("retired_at", "is", null)
    .where(sql<boolean>`before ->> 'active_id' = ${purchase_intent_id}`)
    .orderBy("done_at", "desc")
    .executeTakeFirst();
  return action?.id ?? null;
}
