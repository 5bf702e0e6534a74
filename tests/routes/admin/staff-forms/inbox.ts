import { matchByHand } from "#app/domain/inbound-emails/match-by-hand.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { paths } from "#app/paths.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { insertConversation, insertMatter } from "#tests/support/conversations.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { open } from "../pages.ts";
import {
  renderButton,
  renderConfirmation,
  renderFilledForm,
  type StaffForms,
} from "./staff-form.ts";

/** Staff forms of the inbox. */

const { admin } = paths;

async function insertOpen(db: Db) {
  const matter = await insertMatter(db);
  return insertConversation(db, { transaction_id: matter.id, author_id: matter.seller.id });
}

/** Receives an email that fits no matter. */
async function insertUnmatched(db: Db) {
  const from_email = `${crypto.randomUUID()}@example.com`;
  await receiveEmail(db, receivedEmail({ from_email }));
  return db
    .selectFrom("conversations")
    .select("id")
    .where("sender", "=", from_email)
    .executeTakeFirstOrThrow();
}

export const inboxForms: StaffForms = {
  "inbox/assign.tsx": {
    writes: [["conversation_assigned", "conversation", []]],
    async arrange({ db, ada }) {
      const id = await insertOpen(db);
      const colleagues = await Promise.all(
        Array.from({ length: 6 }, () => signIn(db, { type: "admin" })),
      );
      return renderFilledForm(
        ada,
        admin.assignConversation(id),
        "assign-conversation",
        (racer) => ({
          handler_id: colleagues[racer]?.id ?? ada.id,
        }),
      );
    },
  },
  "inbox/snooze.tsx": {
    writes: [["conversation_snoozed", "conversation", []]],
    async arrange({ db, ada }) {
      const id = await insertOpen(db);
      const { html } = await open(admin.snoozeConversation(id), ada);
      const days = [...html.matchAll(/name="day"[^>]*value="(\d{4}-[^"]*)"/g)].map(
        ([, day]) => day!,
      );
      return renderFilledForm(
        ada,
        admin.snoozeConversation(id),
        "snooze-conversation",
        (racer) => ({
          day: days[racer % days.length] ?? "",
        }),
      );
    },
  },
  "inbox/confirm-match.tsx": {
    writes: [["received_email_matched", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await insertUnmatched(db);
      const matter = await insertMatter(db);
      const path = admin.confirmMatch(id, matter.id);
      return renderFilledForm(ada, path, "match-conversation", () => ({}));
    },
  },
  "inbox/undo-match.tsx": {
    writes: [["received_email_match_undone", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await insertUnmatched(db);
      const matter = await insertMatter(db);
      const place = { transaction_id: matter.id, purchase_intent_id: null };
      const actor = { id: ada.id, request_id: "" };
      const to = await inTransaction(db, (trx) =>
        matchByHand(trx, { conversation_id: id, ...place }, { actor }),
      );
      const { inbound_email_id } = await db
        .selectFrom("messages")
        .select("inbound_email_id")
        .where("conversation_id", "=", to)
        .executeTakeFirstOrThrow();
      return renderConfirmation(ada, admin.undoMatch(to, inbound_email_id ?? ""));
    },
  },
  "inbox/conversation.tsx closes": {
    writes: [["conversation_closed", "conversation", []]],
    async arrange({ db }) {
      const id = await insertOpen(db);
      return renderButton(admin.conversation(id), { intent: "close", version: "1" });
    },
  },
  "inbox/conversation.tsx reopens": {
    writes: [["conversation_reopened", "conversation", []]],
    raceOutcome: "either",
    async arrange({ db }) {
      const matter = await insertMatter(db);
      const place = { transaction_id: matter.id, author_id: matter.seller.id };
      const id = await insertConversation(db, place, { state: "closed" });
      return renderButton(admin.conversation(id), { intent: "reopen", version: "1" });
    },
  },
};
