import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import {
  conversationNotFound,
  lockConversation,
  openConversation,
} from "#app/domain/conversations/conversations.server.ts";
import { moveMessage } from "#app/domain/conversations/file-emails.server.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { matchEmails } from "./match-emails.server.ts";
import { recordArrivals } from "./received-email-events.server.ts";

const emailNotFound = () => new NotFoundError("Email not found");

/**
 * Puts a conversation that fits no matter, or one received email, on a matter. Every rematch keeps
 * the match. The sender’s next emails follow it, as long as the sender takes part in no other
 * matter.
 * @param match.purchase_intent_id purchase to whose buyers’ side it belongs; null for the sellers’
 * @returns the id of the conversation to which the messages moved
 * @throws NotFoundError; ConflictError if the conversation has a matter already
 */
export async function matchByHand(
  trx: Db,
  match: { transaction_id: string; purchase_intent_id: string | null } & (
    | { conversation_id: string }
    | { email_id: string }
  ),
  { actor }: { actor: Actor },
): Promise<string> {
  const { transaction_id, purchase_intent_id } = match;
  await lockMatter(trx, transaction_id);
  await requirePurchase(trx, { transaction_id, purchase_intent_id });
  const messages =
    "email_id" in match
      ? await listMessageOf(trx, match.email_id)
      : await listMessages(trx, match.conversation_id);
  const email_ids = messages.flatMap(({ inbound_email_id }) => inbound_email_id ?? []);
  const emails = await trx
    .selectFrom("inbound_emails")
    .select(["id", "from_email", "transaction_id", "automatic"])
    .where("id", "in", email_ids.length > 0 ? email_ids : [""])
    .orderBy("id")
    .forUpdate()
    .execute();
  await trx
    .updateTable("inbound_emails")
    .set({ transaction_id, match_type: "by_hand", suggested_transaction_id: null })
    .where("id", "in", email_ids.length > 0 ? email_ids : [""])
    .execute();
  const to = await openConversation(trx, { transaction_id, purchase_intent_id });
  for (const { id } of messages) await moveMessage(trx, id, to);
  const senders = emails.flatMap(({ from_email, automatic }) =>
    from_email && automatic === null ? from_email : [],
  );
  for (const email of new Set(senders)) {
    const place = { transaction_id, purchase_intent_id, matched_by: actor.id };
    await trx
      .insertInto("matched_senders")
      .values({ email, ...place })
      .onConflict((conflict) =>
        conflict.column("email").doUpdateSet({ ...place, matched_at: sql`now()` }),
      )
      .execute();
  }
  await recordArrivals(
    trx,
    emails.map(({ id, transaction_id: before }) => ({
      id,
      before,
      after: { transaction_id, match_type: "by_hand" },
    })),
  );
  const subject = { type: "transaction", id: transaction_id };
  await recordAudit(trx, { actor, action: "received_email_matched", subject });
  return to;
}

async function requirePurchase(
  trx: Db,
  place: { transaction_id: string; purchase_intent_id: string | null },
) {
  const { transaction_id, purchase_intent_id } = place;
  if (purchase_intent_id === null) return;
  const missing = () => new NotFoundError("Purchase not found");
  if (!isObjectId(purchase_intent_id)) throw missing();
  await trx
    .selectFrom("purchase_intents")
    .select("id")
    .where("id", "=", purchase_intent_id)
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow(missing);
}

async function listMessages(trx: Db, conversation_id: string) {
  const conversation = await lockConversation(trx, conversation_id);
  if (conversation.transaction_id !== null) {
    throw new ConflictError("A colleague has already matched this conversation to a matter");
  }
  return trx
    .selectFrom("messages")
    .select(["id", "inbound_email_id"])
    .where("conversation_id", "=", conversation_id)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

async function listMessageOf(trx: Db, email_id: string) {
  if (!isObjectId(email_id)) throw emailNotFound();
  const message = await trx
    .selectFrom("messages")
    .select(["id", "inbound_email_id"])
    .where("inbound_email_id", "=", email_id)
    .executeTakeFirstOrThrow(emailNotFound);
  return [message];
}

/**
 * Undoes a match by hand: of this email, and of the sender’s other emails that were matched to the
 * same matter by hand or because of it. The rules then match the emails again, and the sender’s
 * next emails no longer follow.
 * @returns the id of the conversation in which the email is now
 * @throws NotFoundError; DomainError if a rule matched the email
 */
export async function unmatch(
  trx: Db,
  { email_id }: { email_id: string },
  { actor }: { actor: Actor },
): Promise<string> {
  if (!isObjectId(email_id)) throw emailNotFound();
  const { transaction_id, from_email, match_type } = await trx
    .selectFrom("inbound_emails")
    .select(["transaction_id", "from_email", "match_type"])
    .where("id", "=", email_id)
    .forUpdate()
    .executeTakeFirstOrThrow(emailNotFound);
  if (transaction_id === null || (match_type !== "by_hand" && match_type !== "sender")) {
    throw new DomainError("No colleague matched this email, so there is no match to undo");
  }
  await lockMatter(trx, transaction_id);
  if (from_email !== null) {
    await trx
      .deleteFrom("matched_senders")
      .where("email", "=", from_email)
      .where("transaction_id", "=", transaction_id)
      .execute();
  }
  const undone = await trx
    .updateTable("inbound_emails")
    .set({ transaction_id: null, match_type: null })
    .where("transaction_id", "=", transaction_id)
    .where("match_type", "in", ["by_hand", "sender"])
    .where((eb) =>
      eb.or([eb("id", "=", email_id), ...(from_email ? [eb("from_email", "=", from_email)] : [])]),
    )
    .returning("id")
    .execute();
  const matched = await matchEmails(
    trx,
    undone.map(({ id }) => id),
  );
  await recordArrivals(
    trx,
    matched.map((each) => ({ ...each, before: transaction_id })),
  );
  const subject = { type: "transaction", id: transaction_id };
  await recordAudit(trx, { actor, action: "received_email_match_undone", subject });
  const { conversation_id } = await trx
    .selectFrom("messages")
    .select("conversation_id")
    .where("inbound_email_id", "=", email_id)
    .executeTakeFirstOrThrow(conversationNotFound);
  return conversation_id;
}
