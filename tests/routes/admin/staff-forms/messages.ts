import { closeConversation } from "#app/domain/conversations/state.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { renderButton, renderFilledForm, type StaffForms } from "./staff-form.ts";

/** Staff forms of a conversation. */

const messages = (id: string) => `/admin/transactions/${id}/messages`;

/** Creates a sale whose seller has sent an email. */
async function asked(db: Db) {
  const { id, seller } = await createPaidSale(db);
  await receiveEmail(db, receivedEmail({ from_email: seller.email, mailbox_hashes: [id] }));
  const conversation = await db
    .selectFrom("conversations")
    .select(["id", "version"])
    .where("transaction_id", "=", id)
    .executeTakeFirstOrThrow();
  return { path: messages(id), conversation };
}

/** Adds a note that mentions a colleague, and returns its id. */
async function mentionIn(db: Db, transaction_id: string, colleague: { id: string }) {
  return inTransaction(db, async (trx) => {
    const conversation_id = await openConversation(trx, {
      transaction_id,
      purchase_intent_id: null,
    });
    const message_id = await addMessage(trx, {
      ...{ conversation_id, kind: "internal_note", author_id: colleague.id },
      text: "Can you phone Hannah?",
    });
    await trx
      .insertInto("message_mentions")
      .values({ message_id: message_id!, user_id: colleague.id })
      .execute();
    return message_id!;
  });
}

export const messageForms: StaffForms = {
  "desk/read-mention.ts": {
    writes: [["mention_read", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db, ada }) {
      const { id } = await createPaidSale(db);
      return renderButton(`/admin/desk/mentions/${await mentionIn(db, id, ada)}`, {});
    },
  },
  "transactions/messages/tab.tsx answers": {
    writes: [
      ["message_sent", "conversation", []],
      ["message_sent", "transaction", []],
    ],
    async arrange({ db, ada }) {
      const { path } = await asked(db);
      return renderFilledForm(ada, path, "answer", () => ({
        ...{ intent: "send", text: "Saturday is fine." },
      }));
    },
  },
  "transactions/messages/tab.tsx adds a note": {
    writes: [
      ["internal_note_added", "conversation", []],
      ["internal_note_added", "transaction", []],
    ],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const { path } = await asked(db);
      return renderFilledForm(ada, path, "internal-note", () => ({
        ...{ intent: "note", note: `Phone first ${crypto.randomUUID()}` },
      }));
    },
  },
  "transactions/messages/tab.tsx notes a call": {
    writes: [
      ["phone_call_noted", "conversation", []],
      ["phone_call_noted", "transaction", []],
    ],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const { path } = await asked(db);
      return renderFilledForm(ada, path, "phone-note", () => ({
        ...{ intent: "phone", spoke_with: "Ada", call: `Keys ${crypto.randomUUID()}` },
      }));
    },
  },
  "transactions/messages/tab.tsx reads a note": {
    writes: [["mention_read", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db, ada }) {
      const { id } = await createPaidSale(db);
      const note = await mentionIn(db, id, ada);
      return renderButton(`/admin/transactions/${id}/messages`, { intent: "read", note });
    },
  },
  "transactions/messages/tab.tsx closes": {
    writes: [["conversation_closed", "conversation", []]],
    async arrange({ db }) {
      const { path, conversation } = await asked(db);
      return renderButton(path, { intent: "close", version: String(conversation.version) });
    },
  },
  "transactions/messages/tab.tsx reopens": {
    writes: [["conversation_reopened", "conversation", []]],
    async arrange({ db, ada }) {
      const { path, conversation } = await asked(db);
      const { id: conversation_id, version } = conversation;
      const actor = { id: ada.id, request_id: "" };
      await closeConversation(db, { conversation_id, version }, { actor });
      return renderButton(path, { intent: "reopen", version: String(version + 1) });
    },
  },
  "transactions/messages/tab.tsx snoozes": {
    writes: [["conversation_snoozed", "conversation", []]],
    async arrange({ db }) {
      const { path, conversation } = await asked(db);
      return renderButton(path, {
        ...{ intent: "snooze", version: String(conversation.version) },
        snoozed_until: "2034-12-20",
      });
    },
  },
};
