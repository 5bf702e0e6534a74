import { beforeEach, describe, expect, test } from "vitest";
import {
  completeSubject,
  readAnswerEmail,
  sendAnswer,
} from "#app/domain/conversations/answer.server.ts";
import { openConversation } from "#app/domain/conversations/conversations.server.ts";
import { recordSentEmail } from "#app/domain/conversations/file-emails.server.ts";
import { addInternalNote, addPhoneNote } from "#app/domain/conversations/notes.server.ts";
import {
  askForUpdate,
  readOwnMessages,
  writeOwnMessage,
} from "#app/domain/conversations/own-messages.server.ts";
import {
  closeConversation,
  reopenConversation,
  snoozeConversation,
} from "#app/domain/conversations/state.server.ts";
import { readStream } from "#app/domain/conversations/stream.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { matchByHand, unmatch } from "#app/domain/inbound-emails/match-by-hand.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { runRematchBatch, startRematch } from "#app/domain/inbound-emails/rematch.server.ts";
import { inTransaction } from "#db/connection.ts";
import { createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { answerTo, colleague, matterOfSeller } from "#tests/support/matter-of-seller.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const LONG_AGO = new Date("2026-01-05T10:00:00Z");

const aMatter = (line_1?: string) => matterOfSeller(db, line_1);
const staff = (first_name?: string) => colleague(db, first_name);

const readAll = () =>
  db
    .selectFrom("conversations")
    .select(["id", "transaction_id", "purchase_intent_id", "side", "sender", "state"])
    .select(["unanswered", "snoozed_until", "version"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();

const only = async () => {
  const [conversation, ...others] = await readAll();
  expect(others).toEqual([]);
  if (!conversation) throw new Error("No conversation");
  return conversation;
};

const listStream = async (id: string) =>
  (await readStream(db, staffReader(), id, { limit: 50 })).items;

describe("the conversation of a received email", () => {
  test("belongs to the sellers’ side, opens and counts the emails", async () => {
    const { id, seller } = await aMatter();
    await receiveEmail(db, receivedEmail({ from_email: seller.email }));
    await receiveEmail(db, receivedEmail({ from_email: seller.email, subject: "Another subject" }));
    expect(await only()).toMatchObject({
      transaction_id: id,
      side: "seller",
      state: "open",
      unanswered: 2,
    });
  });

  test("belongs to the purchase of the buyer who sent it", async () => {
    const matter = await aMatter();
    const first = await createPurchaseAtStage(db, matter, { first_name: "Cy" });
    const active = await createPurchaseAtStage(db, matter, { active: true });
    for (const purchase of [first, active]) {
      const { email } = await db
        .selectFrom("users")
        .innerJoin("purchase_intents", "buyer_id", "users.id")
        .select("email")
        .where("purchase_intents.id", "=", purchase.id)
        .executeTakeFirstOrThrow();
      await receiveEmail(db, receivedEmail({ from_email: email, mailbox_hashes: [matter.id] }));
    }
    const found = await readAll();
    expect(found.map((each) => [each.side, each.purchase_intent_id])).toEqual([
      ["buyer", first.id],
      ["buyer", active.id],
    ]);
  });

  test("is one for each matter that the email was sent to", async () => {
    const [one, other] = [await aMatter("1 High Street"), await aMatter("2 High Street")];
    const email = receivedEmail({ mailbox_hashes: [one.id, other.id] });
    await receiveEmail(db, email);
    expect(await receiveEmail(db, email)).toBe(false);
    const found = await readAll();
    expect(new Set(found.map((each) => each.transaction_id))).toEqual(new Set([one.id, other.id]));
    expect(found.map(({ unanswered }) => unanswered)).toEqual([1, 1]);
  });

  test("is opened again by a reply, if it was closed", async () => {
    const { seller } = await aMatter();
    const actor = await staff();
    await receiveEmail(db, receivedEmail({ from_email: seller.email }));
    const { id, version } = await only();
    await closeConversation(db, { conversation_id: id, version }, { actor });
    expect(await only()).toMatchObject({ state: "closed", unanswered: 0 });
    await receiveEmail(db, receivedEmail({ from_email: seller.email }));
    expect(await only()).toMatchObject({ state: "open", unanswered: 1 });
  });

  test("is never opened by automatic replies and bounces, however many arrive", async () => {
    const { seller } = await aMatter();
    for (const automatic of ["reply", "bounce", "reply", "reply"] as const) {
      await receiveEmail(db, receivedEmail({ from_email: seller.email, automatic }));
    }
    const { id, ...conversation } = await only();
    expect(conversation).toMatchObject({ state: "closed", unanswered: 0 });
    expect(await listStream(id)).toHaveLength(4);
    // We answer none of them, so that two automatic senders can’t answer each other for ever.
    const sent = await db
      .selectFrom("email_log")
      .select("name")
      .where("recipient", "=", seller.email)
      .execute();
    expect(sent).toEqual([]);
    const told = await db
      .selectFrom("email_log")
      .select("name")
      .where("name", "=", "email_received")
      .execute();
    expect(told).toEqual([]);
  });

  test("stays the same if a reply has another subject", async () => {
    const [one] = [await aMatter("1 High Street"), await aMatter("2 High Street")];
    const postmark_message_id = crypto.randomUUID();
    await db
      .insertInto("email_log")
      .values({
        ...{ name: "staff_note", recipient: "stranger@example.com", transaction_id: one.id },
        ...{ status: "sent", sent_at: LONG_AGO, postmark_message_id },
      })
      .execute();
    const in_reply_to = [postmark_message_id];
    await receiveEmail(db, receivedEmail({ in_reply_to, subject: "Re: The first subject" }));
    await receiveEmail(db, receivedEmail({ in_reply_to, subject: "Something else entirely" }));
    expect(await only()).toMatchObject({ transaction_id: one.id, unanswered: 2 });
  });

  test("opens at a reply about a matter that has completed or fallen through, and is on the desk", async () => {
    for (const stage of ["completed", "aborted"] as const) {
      await emptyTables(db);
      const matter = await aMatter();
      const { id, seller } = matter;
      const purchase = await createPurchaseAtStage(db, matter);
      await db
        .updateTable("purchase_intents")
        .set({ is_active: true, exchanged: "2026-01-02" })
        .set(stage === "completed" ? { completed: "2026-01-05" } : { aborted: "2026-01-05" })
        .where("id", "=", purchase.id)
        .execute();
      await receiveEmail(db, receivedEmail({ from_email: seller.email, mailbox_hashes: [id] }));
      expect(await only()).toMatchObject({ transaction_id: id, state: "open", unanswered: 1 });
      const listed = await db
        .selectFrom("desk_items")
        .innerJoin("listed_transactions", "listed_transactions.id", "desk_items.transaction_id")
        .select(["kind", "stage"])
        .where("kind", "=", "message")
        .execute();
      expect(listed).toEqual([{ kind: "message", stage }]);
    }
  });

  test("stays snoozed at a message of thanks, which is counted", async () => {
    const { seller } = await aMatter();
    const actor = await staff();
    await receiveEmail(db, receivedEmail({ from_email: seller.email }));
    const { id, version } = await only();
    // Christmas Day, so that the conversation returns on the next working day.
    const until = await snoozeConversation(
      db,
      { conversation_id: id, version, snoozed_until: "2034-12-25" },
      { actor },
    );
    expect(until).toBe("2034-12-27");
    await receiveEmail(db, receivedEmail({ from_email: seller.email, text_body: "Thanks" }));
    expect(await only()).toMatchObject({ snoozed_until: until, unanswered: 2 });
  });

  test("shows at most 20,000 characters of an email of 1 MB", async () => {
    const { seller } = await aMatter();
    const text_body = `Yes\n${"> quoted\n".repeat(110_000)}`;
    await receiveEmail(db, receivedEmail({ from_email: seller.email, text_body }));
    const [message] = await listStream((await only()).id);
    expect(message).toMatchObject({ is_cut: true });
    expect(message?.text).toHaveLength(20_000);
  });
});

describe("an email with a matter’s number", () => {
  test("is filed if its proved sender belongs to the matter", async () => {
    const [one, other] = [await aMatter("1 High Street"), await aMatter("2 High Street")];
    await db
      .insertInto("parties")
      .values({
        kind: "seller",
        transaction_id: other.id,
        email: one.seller.email,
        first_name: "Sol",
        last_name: "Ashby",
        phone_number: "+447400123456",
      })
      .execute();
    const subject = `Keys (f-${other.number})`;
    await receiveEmail(db, receivedEmail({ from_email: one.seller.email, subject }));
    const email = await db.selectFrom("inbound_emails").selectAll().executeTakeFirstOrThrow();
    expect(email).toMatchObject({ transaction_id: other.id, match_type: "number" });
  });

  test.each([
    ["a stranger", { from_email: "stranger@example.com" }],
    ["a sender who isn’t proved", { has_other_senders: true }],
  ])("from %s is suggested and never filed", async (_who, change) => {
    const matter = await aMatter();
    const subject = `Keys F-${matter.number}`;
    await receiveEmail(db, receivedEmail({ from_email: "x@example.com", subject, ...change }));
    const email = await db.selectFrom("inbound_emails").selectAll().executeTakeFirstOrThrow();
    expect(email).toMatchObject({
      transaction_id: null,
      suggested_transaction_id: matter.id,
    });
    expect(await only()).toMatchObject({ transaction_id: null, state: "open" });
  });
});

describe("a match by hand", () => {
  test("moves the sender’s emails, is kept by rematches, and is followed and undone", async () => {
    const { id } = await aMatter();
    const actor = await staff();
    const hello = { from_email: "Stranger@example.com" };
    await receiveEmail(db, receivedEmail(hello));
    await receiveEmail(db, receivedEmail(hello));
    const stray = await only();
    expect(stray).toMatchObject({ sender: "Stranger@example.com", unanswered: 2 });
    const place = { transaction_id: id, purchase_intent_id: null };
    await inTransaction(db, (trx) =>
      matchByHand(trx, { conversation_id: stray.id, ...place }, { actor }),
    );
    expect(await only()).toMatchObject({ transaction_id: id, state: "open", unanswered: 2 });
    await receiveEmail(db, receivedEmail(hello));
    expect(await only()).toMatchObject({ transaction_id: id, unanswered: 3 });

    await startRematch(db, "all", { actor });
    const run = await db.selectFrom("email_rematches").select("id").executeTakeFirstOrThrow();
    await runRematchBatch(db, run.id);
    const emails = await db.selectFrom("inbound_emails").selectAll().orderBy("id").execute();
    expect(new Set(emails.map(({ match_type }) => match_type))).toEqual(
      new Set(["by_hand", "sender"]),
    );
    const { id: email_id = "" } = emails.find(({ match_type }) => match_type === "by_hand") ?? {};
    await inTransaction(db, (trx) => unmatch(trx, { email_id }, { actor }));
    expect(await only()).toMatchObject({
      transaction_id: null,
      sender: "Stranger@example.com",
      unanswered: 3,
    });
    expect(await db.selectFrom("matched_senders").selectAll().execute()).toEqual([]);
  });
});

describe("an answer", () => {
  async function asked() {
    const { id: transaction_id, seller } = await aMatter();
    await receiveEmail(db, receivedEmail({ from_email: seller.email }));
    const { id, version } = await only();
    return { transaction_id, seller, conversation_id: id, version };
  }

  test("is sent once, however often the form is submitted", async () => {
    const { seller, conversation_id, version } = await asked();
    const actor = await staff();
    const answer = { conversation_id, ...answerTo(seller.email, version) };
    await Promise.all([sendAnswer(db, answer, { actor }), sendAnswer(db, answer, { actor })]);
    expect(await only()).toMatchObject({ state: "answered", unanswered: 0 });
    const sent = await db
      .selectFrom("email_log")
      .select(["id", "recipient"])
      .where("name", "=", "conversation_answer")
      .execute();
    expect(sent).toEqual([{ id: expect.any(String), recipient: seller.email }]);
    await db
      .updateTable("email_log")
      .set({ status: "sent", sent_at: new Date() })
      .where("id", "=", sent[0]?.id ?? "")
      .execute();
    await inTransaction(db, (trx) => recordSentEmail(trx, sent[0]?.id ?? ""));
    expect((await listStream(conversation_id)).map(({ kind }) => kind)).toEqual([
      "email_sent",
      "email_received",
    ]);
  });

  test("to a firm has the number of the matter at the end of its subject, once", async () => {
    const { transaction_id, seller, conversation_id, version } = await asked();
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: await insertLawyerGroup(db) })
      .where("id", "=", transaction_id)
      .execute();
    const { number } = await db
      .selectFrom("transactions")
      .select("number")
      .where("id", "=", transaction_id)
      .executeTakeFirstOrThrow();
    const place = { id: conversation_id, transaction_id, purchase_intent_id: null };
    const subjectTo = (to: string, subject: string) => completeSubject(db, place, { to, subject });
    expect(await subjectTo("Sol@ashby.example", "Keys")).toBe(`Keys (F-${number})`);
    expect(await subjectTo("sol@ashby.example", `Re: Keys F-${number}`)).toBe(
      `Re: Keys F-${number}`,
    );
    expect(await subjectTo(seller.email, "Keys")).toBe("Keys");
    const answer = answerTo("sol@ashby.example", version, { subject: "Keys" });
    await sendAnswer(db, { conversation_id, ...answer }, { actor: await staff() });
    const [sent] = await listStream(conversation_id);
    expect(sent?.subject).toBe(`Keys (F-${number})`);
  });

  test("to the seller leaves the solicitor’s email unanswered, and the solicitor stays known after a replacement", async () => {
    const { transaction_id, seller, conversation_id } = await asked();
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: await insertLawyerGroup(db) })
      .where("id", "=", transaction_id)
      .execute();
    const answer = async (to: string) =>
      sendAnswer(
        db,
        { conversation_id, ...answerTo(to, (await only()).version) },
        { actor: await staff() },
      );
    await receiveEmail(
      db,
      receivedEmail({ from_email: "sol@ashby.example", mailbox_hashes: [transaction_id] }),
    );
    expect(await only()).toMatchObject({ state: "open", unanswered: 2 });
    await answer(seller.email);
    expect(await only()).toMatchObject({ state: "open", unanswered: 1 });
    await answer("sol@ashby.example");
    expect(await only()).toMatchObject({ state: "answered", unanswered: 0 });
    await receiveEmail(
      db,
      receivedEmail({ from_email: "sol@ashby.example", mailbox_hashes: [transaction_id] }),
    );
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: null })
      .where("id", "=", transaction_id)
      .execute();
    const newest = (await listStream(conversation_id)).find(
      ({ kind }) => kind === "email_received",
    );
    expect(newest).toMatchObject({ is_participant: true, sender_doubt: null });
  });

  test("names the thread of the newest email of its recipient", async () => {
    const { seller, conversation_id } = await asked();
    const thread = ["<first@example.com>", "<second@example.com>"];
    await receiveEmail(db, receivedEmail({ from_email: seller.email, thread }));
    const mailbox_hashes = [(await only()).transaction_id ?? ""];
    await receiveEmail(db, receivedEmail({ mailbox_hashes, thread: ["<other@example.com>"] }));
    await receiveEmail(
      db,
      receivedEmail({ from_email: seller.email, automatic: "reply", thread: ["<away@b.example>"] }),
    );
    const answer = answerTo(seller.email, (await only()).version);
    await sendAnswer(db, { conversation_id, ...answer }, { actor: await staff() });
    const [sent] = await listStream(conversation_id);
    expect(await readAnswerEmail(db, { message_id: sent?.id ?? "" })).toMatchObject({ thread });
  });

  test("of the second of two colleagues is refused with the name of the first", async () => {
    const { seller, conversation_id, version } = await asked();
    const [first, second] = [await staff("Bronwen"), await staff("Tomasin")];
    await sendAnswer(db, { conversation_id, ...answerTo(seller.email, version) }, { actor: first });
    await expect(
      sendAnswer(db, { conversation_id, ...answerTo(seller.email, version) }, { actor: second }),
    ).rejects.toThrow("Bronwen Pugh changed this conversation");
  });

  test.each([
    [
      "a fact that is not known",
      { text: "On {{completion_date}}" },
      "Completion date is not known",
    ],
    ["an address that is not on the side", { to: "x@example.com" }, "no longer on this side"],
    ["a copy to a stranger", { copies: "x@example.com" }, "no longer on this side"],
    ["a document of another matter", { documents: "a".repeat(24) }, "can no longer be sent"],
  ])("with %s is refused", async (_what, change, message) => {
    const { seller, conversation_id, version } = await asked();
    const answer = answerTo(seller.email, version, change);
    await expect(
      sendAnswer(db, { conversation_id, ...answer }, { actor: await staff() }),
    ).rejects.toThrow(message);
    expect(await only()).toMatchObject({ state: "open" });
  });

  test("to an address that bounced is refused", async () => {
    const { seller, conversation_id, version } = await asked();
    const log = await db
      .insertInto("email_log")
      .values({ name: "staff_note", recipient: seller.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("email_outcomes")
      .values({
        email_log_id: log.id,
        recipient: seller.email,
        transaction_ids: [],
        failed_at: new Date(),
        failure: "no_mailbox",
      })
      .execute();
    await expect(
      sendAnswer(
        db,
        { conversation_id, ...answerTo(seller.email, version) },
        { actor: await staff() },
      ),
    ).rejects.toThrow("are not delivered");
  });

  test("can close the conversation", async () => {
    const { seller, conversation_id, version } = await asked();
    const actor = await staff();
    const answer = answerTo(seller.email, version, { close: "on" });
    await sendAnswer(db, { conversation_id, ...answer }, { actor });
    const closed = await only();
    expect(closed).toMatchObject({ state: "closed" });
    await reopenConversation(db, { conversation_id, version: closed.version }, { actor });
    expect(await only()).toMatchObject({ state: "open" });
  });
});

describe("notes", () => {
  test("mention colleagues once and change nothing in the state", async () => {
    const { id: transaction_id } = await aMatter();
    const [actor, colleague] = [await staff("Bronwen"), await staff("Tomasin")];
    const conversation_id = await openConversation(db, {
      transaction_id,
      purchase_intent_id: null,
    });
    const note = {
      conversation_id,
      form_key: "note 1",
      note: "Phone first",
      mentions: [colleague.id],
    };
    for (let times = 0; times < 2; times++) {
      await inTransaction(db, (trx) => addInternalNote(trx, note, { actor }));
    }
    const call = { spoke_with: "Grace", call_minutes: 6, call: "She has the keys" };
    await inTransaction(db, (trx) =>
      addPhoneNote(
        trx,
        { conversation_id, form_key: "call 1", ...call, answered: false },
        { actor },
      ),
    );
    expect(await only()).toMatchObject({ state: "closed", unanswered: 0 });
    expect((await listStream(conversation_id)).map(({ kind }) => kind)).toEqual([
      "phone_note",
      "internal_note",
    ]);
    const sent = await db.selectFrom("email_log").select(["name", "user_id"]).execute();
    expect(sent.filter(({ name }) => name === "note_mention")).toEqual([
      { name: "note_mention", user_id: colleague.id },
    ]);
  });
});

describe("a customer’s messages", () => {
  test("leave out notes, firms’ emails, doubtful senders and automatic emails to others", async () => {
    const { id, seller } = await aMatter();
    const actor = await staff();
    const own = { transaction_id: id, side: "seller" as const, reader: customerReader(seller.id) };
    await inTransaction(db, (trx) => writeOwnMessage(trx, { ...own, key: "a", message: "Hello" }));
    const { id: conversation_id } = await only();
    await receiveEmail(db, receivedEmail({ from_email: seller.email, subject: "Mine" }));
    const to = { mailbox_hashes: [id] };
    await receiveEmail(db, receivedEmail({ ...to, from_email: "firm@example.com" }));
    await receiveEmail(
      db,
      receivedEmail({ ...to, from_email: seller.email, has_other_senders: true }),
    );
    const log = await db
      .insertInto("email_log")
      .values(
        [seller.email, "tom@example.com"].map((recipient) => ({
          name: "staff_note",
          recipient,
          transaction_id: id,
          status: "sent" as const,
          sent_at: LONG_AGO,
          subject: `To ${recipient === seller.email ? "the seller" : "Tom"}`,
          body_text: "Hello",
        })),
      )
      .returning("id")
      .execute();
    for (const email of log) await inTransaction(db, (trx) => recordSentEmail(trx, email.id));
    await inTransaction(db, (trx) =>
      addInternalNote(
        trx,
        { conversation_id, form_key: "n", note: "Secret", mentions: [] },
        { actor },
      ),
    );
    const { items } = await readOwnMessages(db, own, { limit: 50 });
    expect(items.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["email_received", "Mine"],
      ["page_message", null],
      ["email_sent", "To the seller"],
    ]);
  });

  test("are hidden from other people and from another purchase’s buyers", async () => {
    const matter = await aMatter();
    const first = await createPurchaseAtStage(db, matter, { first_name: "Cy" });
    await recordEvent(db, {
      transaction_id: matter.id,
      purchase_intent_id: first.id,
      event_name: "purchase_intent_success_email_sent",
      author: "system",
    });
    const active = await createPurchaseAtStage(db, matter, { active: true });
    const buyerOf = async (purchase_id: string) =>
      (
        await db
          .selectFrom("purchase_intents")
          .select("buyer_id")
          .where("id", "=", purchase_id)
          .executeTakeFirstOrThrow()
      ).buyer_id;
    const of = async (purchase: string) => ({
      transaction_id: matter.id,
      side: "buyer" as const,
      reader: customerReader(await buyerOf(purchase)),
    });
    await inTransaction(db, async (trx) =>
      writeOwnMessage(trx, { ...(await of(first.id)), key: "b", message: "From Cy" }),
    );
    const { items } = await readOwnMessages(db, await of(active.id), { limit: 50 });
    expect(items).toEqual([]);
    const seller = { ...(await of(first.id)), reader: customerReader(matter.seller.id) };
    await expect(readOwnMessages(db, seller, { limit: 50 })).rejects.toThrow("not found");
  });

  test("include one request for an update on a working day", async () => {
    const { id, seller } = await aMatter();
    const own = { transaction_id: id, side: "seller" as const, reader: customerReader(seller.id) };
    await inTransaction(db, (trx) => askForUpdate(trx, own));
    await expect(inTransaction(db, (trx) => askForUpdate(trx, own))).rejects.toThrow(
      "already asked for an update",
    );
    const { unanswered_since, asked } = await readOwnMessages(db, own, { limit: 50 });
    expect(unanswered_since).toBeInstanceOf(Date);
    expect(asked).not.toBeNull();
    await db.updateTable("messages").set({ at: LONG_AGO }).execute();
    await inTransaction(db, (trx) => askForUpdate(trx, own));
    expect(await only()).toMatchObject({ unanswered: 2 });
  });

  test("are sent once, however often the form is submitted", async () => {
    const { id, seller } = await aMatter();
    const own = { transaction_id: id, side: "seller" as const, reader: customerReader(seller.id) };
    const write = () =>
      inTransaction(db, (trx) => writeOwnMessage(trx, { ...own, key: "c", message: "Hello" }));
    await Promise.all(Array.from({ length: 6 }, write));
    expect(await only()).toMatchObject({ unanswered: 1 });
  });
});
