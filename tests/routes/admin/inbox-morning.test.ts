import { beforeEach, expect, test, vi } from "vitest";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { paths } from "#app/paths.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { insertMatter } from "#tests/support/conversations.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { fillIn, open, postAction } from "./pages.ts";

const { db } = useTestDatabase();
const { admin } = paths;

const MORNING = new Date("2026-12-07T09:00:00Z");

let bronwen: Visitor;

beforeEach(async () => {
  vi.useFakeTimers({ now: MORNING, toFake: ["Date"] });
  await emptyTables(db);
  bronwen = await signIn(db, { type: "admin", roles: ["handler"], first_name: "Bronwen" });
  return () => vi.useRealTimers();
});

/** Receives twelve messages: emails of sellers, strangers and firms, and messages on pages. */
async function arrive() {
  const [first, second, third] = [
    await insertMatter(db, bronwen.id),
    await insertMatter(db, bronwen.id),
    await insertMatter(db, null),
  ];
  const email = (from_email: string, change: Parameters<typeof receivedEmail>[0] = {}) =>
    receiveEmail(db, receivedEmail({ from_email, ...change }));
  const page = ({ id, seller }: typeof first, text: string) =>
    inTransaction(db, async (trx) => {
      const place = { transaction_id: id, purchase_intent_id: null };
      const conversation_id = await openConversation(trx, place);
      const author_id = seller.id;
      await addMessage(trx, { conversation_id, kind: "page_message", author_id, text });
    });
  await email(first.seller.email, { subject: "The boiler", mailbox_hashes: [first.id] });
  await page(first, "Can the buyers visit on Saturday?");
  await email("solicitor@example.com", { subject: "We can’t act", mailbox_hashes: [second.id] });
  await email(second.seller.email, { automatic: "reply", mailbox_hashes: [second.id] });
  await page(third, "Who is my handler?");
  await email(third.seller.email, { subject: "Thanks", mailbox_hashes: [third.id] });
  await email("agent@example.com", { text_body: `The offer on F-${second.number}` });
  await email("stranger@example.com", { subject: "A home in Leeds" });
  await email("stranger@example.com", { subject: "A home in Leeds, again" });
  await email("news@example.com", { subject: "Our newsletter" });
  await email("forged@example.com", {
    checks: { ...receivedEmail().checks, dkim: "fail", spf: "fail" },
  });
  const both = { mailbox_hashes: [first.id, second.id] };
  await email((await insertPerson(db, "surveyor@example.com")).email, both);
  return { first, second, third };
}

const waiting = async () => {
  const { html } = await open(admin.inbox({ view: "everyone" }), bronwen);
  const [, unanswered = ""] = html.split("Unanswered, oldest first");
  const [shown = ""] = unanswered.split("Answered, waiting for a reply");
  return [...shown.matchAll(/id="row-([\da-f]{24})"/g)].map(([, id]) => id!);
};

test("none of a morning’s twelve arrivals is lost", async () => {
  const { second } = await arrive();
  const stored = await db.selectFrom("messages").select("id").execute();
  // The email to two matters is stored for each.
  expect(stored).toHaveLength(13);

  let ids = await waiting();
  expect(ids).toHaveLength(7);
  let unmatched: string | undefined;
  let isSnoozed = false;
  for (const id of ids) {
    const { transaction_id, sender, version } = await db
      .selectFrom("conversations")
      .select(["transaction_id", "sender", "version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (sender === "agent@example.com") {
      unmatched = id;
    } else if (transaction_id !== null && transaction_id !== second.id && !isSnoozed) {
      isSnoozed = true;
      const path = admin.snoozeConversation(id);
      expect((await fillIn(bronwen, path, "snooze-conversation", {})).status).toBe(303);
    } else {
      const close = { intent: "close", version: String(version) };
      expect((await postAction(admin.conversation(id), bronwen, close)).status).toBe(303);
    }
  }
  const match = admin.confirmMatch(unmatched!, second.id);
  expect((await fillIn(bronwen, match, "match-conversation", {})).status).toBe(303);
  // The matched email opens the conversation of its matter again.
  ids = await waiting();
  expect(ids).toHaveLength(1);
  const { version } = await db
    .selectFrom("conversations")
    .select("version")
    .where("id", "=", ids[0]!)
    .executeTakeFirstOrThrow();
  await postAction(admin.conversation(ids[0]!), bronwen, {
    intent: "close",
    version: String(version),
  });
  expect(await waiting()).toEqual([]);

  const left = await db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .select(["messages.id", "state", "snoozed_until"])
    .execute();
  expect(left).toHaveLength(13);
  for (const { state, snoozed_until } of left) {
    expect(state === "closed" || snoozed_until !== null).toBe(true);
  }
});
