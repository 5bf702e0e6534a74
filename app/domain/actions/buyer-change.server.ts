/** Parts of the actions that change which purchase of a matter is active. */

import { z } from "zod";
import { makeActive, makeInactive } from "#app/domain/purchases/active-purchase.server.ts";
import { optionalFreeText, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { selectBuyers } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import { type ActionChange, type ActionFacts, type ActionPlace, refuseIfEnded } from "./action.ts";

/**
 * The active purchase of a matter, and the purchase that the change makes inactive, with its dates.
 */
export const BuyerValues = z.object({
  /** Null if no purchase is active. */
  active_id: z.string().nullable(),
  /** Names of the active buyers. */
  buyers: z.string().nullable(),
  buyer_lawyer_group_id: z.string().nullable(),
  inactive_id: z.string().nullable(),
  inactive_aborted: z.string().nullable(),
  inactive_released_on: z.string().nullable(),
  /** For staff. It is in no email. */
  note: z.string().nullish(),
});
export type BuyerValues = z.output<typeof BuyerValues>;

export const NO_INACTIVE = {
  inactive_id: null,
  inactive_aborted: null,
  inactive_released_on: null,
} as const;

/** Field for a note of staff, of which every printable character is stored. */
export const staffNote = optionalFreeText(tooLong("Note"), { read: staffTextLines });

/** Reads the active purchase of a matter and the buyer’s solicitor. @throws NoResultError */
export async function readActiveBuyer(
  db: Db,
  { transaction_id }: ActionPlace,
): Promise<BuyerValues> {
  const { buyer_lawyer_group_id } = await db
    .selectFrom("transactions")
    .select("buyer_lawyer_group_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const active = await db
    .selectFrom("purchase_intents")
    .select(["purchase_intents.id", selectBuyers().as("buyers")])
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return {
    active_id: active?.id ?? null,
    buyers: active ? fullNames(active.buyers) : null,
    buyer_lawyer_group_id,
    ...NO_INACTIVE,
  };
}

/** Lists the purchases of a matter that are not active, with their buyers and dates. */
export async function listInactivePurchases(db: Db, { transaction_id }: ActionPlace) {
  const purchases = await db
    .selectFrom("purchase_intents")
    .select(["id", "aborted", "released_on", "agreed_price_pounds", "sale_agreed"])
    .select(["terms_accepted_at", "buyer_id", selectBuyers().as("buyers")])
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return purchases.map(({ buyers, ...purchase }) => ({ ...purchase, names: fullNames(buyers) }));
}

/** Stores which purchase is active, and the buyer’s solicitor. The matter must be locked. */
export async function writeActiveBuyer(
  trx: Db,
  { transaction_id }: ActionPlace,
  values: BuyerValues,
): Promise<void> {
  const { active_id, inactive_id, buyer_lawyer_group_id } = values;
  if (inactive_id) {
    await makeInactive(
      trx,
      { transaction_id, purchase_intent_id: inactive_id },
      { aborted: values.inactive_aborted, released_on: values.inactive_released_on },
    );
  }
  if (active_id) await makeActive(trx, { transaction_id, purchase_intent_id: active_id });
  await trx
    .updateTable("transactions")
    .set({ buyer_lawyer_group_id })
    .where("id", "=", transaction_id)
    .where("buyer_lawyer_group_id", "is distinct from", buyer_lawyer_group_id)
    .execute();
}

/** Returns the active buyers as pages show them. */
export const showBuyers = ({ buyers }: BuyerValues) => [
  { label: "Buyer", text: buyers ?? "No buyer" },
];

/**
 * Returns why a change of the buyer can’t be undone: another change of the buyer or of their
 * solicitor, or the end of the matter; null if it can be undone.
 */
export async function buyerUndoRefusal(
  db: Db,
  place: ActionPlace,
  { after, facts }: ActionChange<BuyerValues> & { facts: ActionFacts },
): Promise<string | null> {
  const ended = refuseIfEnded(facts);
  if (ended) return ended;
  if (facts.end === "exchanged") return "Contracts have been exchanged since.";
  const now = await readActiveBuyer(db, place);
  if (now.active_id !== after.active_id) return "The matter has another buyer since.";
  if (now.buyer_lawyer_group_id !== after.buyer_lawyer_group_id) {
    return "The buyer’s solicitor has changed since.";
  }
  return null;
}

/** Returns the refusal of an action that needs an active buyer with whom nothing is binding. */
export function refuseWithoutActiveBuyer(facts: ActionFacts): string | null {
  const ended = refuseIfEnded(facts);
  if (ended) return ended;
  if (facts.end === "exchanged") return "Contracts have been exchanged, so the sale is binding.";
  return facts.has_active_purchase ? null : "No buyer is active on this matter.";
}
