import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { completeInvitation } from "#app/domain/invited-matters/complete-invitation.server.ts";
import { lockMatters } from "#app/domain/transactions/lock-matter.server.ts";
import { selectBuyers, selectSolicitor } from "#app/domain/transactions/matter-parts.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/require-as-confirmed.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { purchaseNotFound } from "./not-found.ts";
import type { PurchasePlace } from "./purchase-place.ts";

export type Activation = Awaited<ReturnType<typeof readActivation>>;

/**
 * What activating a purchase would do: which one it takes the place of, and who would be written to (K-065, K-066).
 *
 * @returns `refusal`, why it cannot be activated (K-063); null when it can
 * @throws NotFoundError "Purchase Intent ID is required to activate." for what is no id (K-070); "Purchase intent not
 *   found" for one that is not of this matter
 */
export async function readActivation(
  db: Db,
  { transaction_id, purchase_intent_id }: PurchasePlace,
) {
  if (!isObjectId(purchase_intent_id)) {
    throw new NotFoundError("Purchase Intent ID is required to activate.");
  }
  if (!isObjectId(transaction_id)) throw purchaseNotFound();
  const purchase = await db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("users", "users.id", "purchase_intents.buyer_id")
    .where("purchase_intents.id", "=", purchase_intent_id)
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .select(["purchase_intents.is_active", "purchase_intents.terms_accepted_at"])
    .select(["purchase_intents.buyer_id", "users.email as buyer_email"])
    .select((eb) => [
      selectBuyers().as("buyers"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"),
      eb
        .selectFrom("purchase_intents as other")
        .select("other.id")
        .whereRef("other.transaction_id", "=", "transactions.id")
        .where("other.is_active", "=", true)
        .as("active_id"),
    ])
    .executeTakeFirstOrThrow(purchaseNotFound);
  const { is_active, terms_accepted_at, buyer_email, solicitor, ...rest } = purchase;
  const solicitor_email = solicitor?.email ?? null;
  return {
    ...rest,
    buyer_email,
    solicitor_email,
    recipients: [buyer_email, ...(solicitor_email ? [solicitor_email] : [])],
    refusal: refusal({ is_active, terms_accepted: terms_accepted_at !== null }),
  };
}

function refusal(purchase: { is_active: boolean; terms_accepted: boolean }): string | null {
  if (purchase.is_active) return "This purchase intent is active already";
  if (purchase.terms_accepted) return null;
  return "The buyer has not accepted the terms and conditions yet";
}

/** What the confirmation page said: when it is otherwise by now, nothing is done. */
type Confirmed = { active_id: string | null; recipients: readonly string[] };

/**
 * Makes a purchase the one that the matter goes on with, in place of all others, and tells its buyer and the buyer's
 * solicitor by email (K-062 to K-069, AMB-D09).
 *
 * @throws NotFoundError as readActivation; ConflictError when it cannot be activated, or when other than what was
 *   confirmed would happen
 */
export async function activatePurchase(
  db: Db,
  place: PurchasePlace,
  { actor, ...confirmed }: Confirmed & { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // One that is not there is for readActivation to say.
    await lockMatters(trx, "id", place.transaction_id);
    const activation = await readActivation(trx, place);
    if (activation.refusal) throw new ConflictError(activation.refusal);
    const { active_id, recipients } = activation;
    requireAsConfirmed(
      { active_id, recipients },
      confirmed,
      "Which purchase intent is active, or who is written to,",
    );
    if (active_id) await deactivate(trx, place.transaction_id, active_id);
    await activate(trx, place, actor);
    await completeInvitation(trx, { role: "buy", id: place.purchase_intent_id });
    await tell(trx, place, activation);
  });
}

async function deactivate(trx: Db, transaction_id: string, purchase_intent_id: string) {
  await trx
    .updateTable("purchase_intents")
    .set({ is_active: false })
    .where("transaction_id", "=", transaction_id)
    .where("id", "=", purchase_intent_id)
    .execute();
  await recordEvent(trx, {
    transaction_id,
    purchase_intent_id,
    event_name: "purchase_intent_deactivated",
    author: "system",
  });
}

async function activate(trx: Db, place: PurchasePlace, actor: Actor) {
  await trx
    .updateTable("purchase_intents")
    .set({ is_active: true })
    .where("transaction_id", "=", place.transaction_id)
    .where("id", "=", place.purchase_intent_id)
    .execute();
  await recordEvent(trx, {
    ...place,
    event_name: "purchase_intent_activated",
    author: "admin",
    author_id: actor.id,
  });
  await recordAudit(trx, {
    actor,
    action: "purchase_intent_activated",
    subject: { type: "purchase_intent", id: place.purchase_intent_id },
    fields: ["is_active"],
  });
}

async function tell(trx: Db, place: PurchasePlace, activation: Activation) {
  const { transaction_id, purchase_intent_id } = place;
  const { buyer_id, buyer_email, solicitor_email } = activation;
  const props = { purchase_intent_id };
  await queueEmail(trx, {
    name: "purchase_intent_activated_buyer",
    recipient: buyer_email,
    transaction_id,
    user_id: buyer_id,
    props,
  });
  if (!solicitor_email) return;
  await queueEmail(trx, {
    name: "purchase_intent_activated_solicitor",
    recipient: solicitor_email,
    transaction_id,
    props,
  });
}
