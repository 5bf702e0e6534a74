import { describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { action } from "#app/routes/webhooks/postmark-inbound.ts";
import { countUnreadEmails } from "#app/domain/inbound-emails/received-emails.server.ts";
import { markEmailRead } from "#app/domain/inbound-emails/arrivals.server.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { inboundMessage, type Letter } from "#mocks/postmark-inbound.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { logged } from "#tests/support/log-guard.ts";

const { db } = useTestDatabase();

const letter = {
  from: "canary.sender@example.com",
  to: env.INBOUND_EMAIL,
  subject: "Canary subject",
  text: "Canary text of 1 Canary Street",
};

async function deliver(body: string, password = env.POSTMARK_WEBHOOK_PASSWORD[0]) {
  const credentials = Buffer.from(`postmark:${password}`).toString("base64");
  const request = new Request("http://localhost:3000/webhooks/postmark/inbound", {
    method: "POST",
    body,
    headers: { Authorization: `Basic ${credentials}` },
  });
  return (await action({ request, params: {}, context: {} })).status;
}

async function aSale() {
  const person = await insertPerson(db, `${crypto.randomUUID()}@example.com`);
  const { id } = await insertSale(db, person.id);
  return { id, actor: { id: person.id, request_id: "req-1" } };
}

/** Writes to the reply address of a matter. */
const deliverTo = (id: string, change: Partial<Letter>) =>
  deliver(
    JSON.stringify(
      inboundMessage({ ...letter, to: env.INBOUND_EMAIL.replace("@", `+${id}@`), ...change }),
    ),
  );

const insertSent = (transaction_id: string, recipient: string) =>
  db
    .insertInto("email_log")
    .values({ name: "seller_introduction", recipient, transaction_id, status: "sent" })
    .execute();

const eventsOf = (id: string) =>
  db
    .selectFrom("events")
    .select(["event_name", "comments"])
    .where("transaction_id", "=", id)
    .execute();

const emailsOf = (id: string) =>
  db.selectFrom("inbound_emails").select("id").where("transaction_id", "=", id).execute();

async function toTeam(id: string) {
  const keys = (await emailsOf(id)).map((email) => `email_received:${email.id}`);
  return db.selectFrom("email_log").select("recipient").where("dedupe_key", "in", keys).execute();
}

/** Whether the list marks a matter as one with unread emails. */
async function markOf(id: string) {
  const { items } = await listTransactions(db, staffReader(), {}, { limit: 100, after: undefined });
  return items.find((matter) => matter.id === id)?.has_unread;
}

const placeOf = (id: string) =>
  db.selectFrom("listed_transactions").selectAll().where("id", "=", id).executeTakeFirst();

const kept = (message_id: string) =>
  db.selectFrom("inbound_emails").selectAll().where("message_id", "=", message_id).execute();

test("AMB-T01 an email is kept and matched once, however often it is sent", async () => {
  const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
  const message = inboundMessage({ ...letter, to: env.INBOUND_EMAIL.replace("@", `+${id}@`) });
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await deliver(JSON.stringify({ ...message, Subject: "Another" }))).toBe(200);
  expect(await kept(message.MessageID)).toMatchObject([
    {
      from_email: letter.from,
      subject: letter.subject,
      text_body: letter.text,
      transaction_id: id,
      match_type: "mailbox_hash",
      received_at: expect.any(Date),
    },
  ]);
});

test("an email on a matter is an event, an email to the team, and unread until it is marked (ST-1)", async () => {
  const { id, actor } = await aSale();
  const before = await placeOf(id);
  await deliverTo(id, {});
  expect(await placeOf(id)).toEqual(before);
  expect(await eventsOf(id)).toEqual([
    {
      event_name: "email_received",
      comments: "From canary.sender@example.com (sender not verified): “Canary subject”",
    },
  ]);
  expect(await toTeam(id)).toHaveLength(1);
  expect(await countUnreadEmails(db, staffReader(), id)).toBe(1);
  expect(await markOf(id)).toBe(true);
  const [email] = await emailsOf(id);
  const place = { transaction_id: id, email_id: email!.id };
  await Promise.all([1, 2].map(() => markEmailRead(db, place, { actor })));
  expect(await countUnreadEmails(db, staffReader(), id)).toBe(0);
  expect(await markOf(id)).toBe(false);
  await expect(
    markEmailRead(db, { ...place, transaction_id: "0".repeat(24) }, { actor }),
  ).rejects.toThrow("Email not found");
});

test("an automatic reply is an event that nobody is told of (ST-1)", async () => {
  const { id } = await aSale();
  await deliverTo(id, { headers: { "Auto-Submitted": "auto-replied" } });
  expect(await eventsOf(id)).toMatchObject([
    { comments: expect.stringMatching(/^Automatic reply\. From /) },
  ]);
  expect(await toTeam(id)).toEqual([]);
  expect(await countUnreadEmails(db, staffReader(), id)).toBe(0);
});

describe("IN-8 ST-2 an email from nobody that says what was not delivered:", () => {
  const bounce = { from: "<>", subject: "Undelivered Mail Returned to Sender" };

  test.each<[string, Partial<Letter>]>([
    ["its text names the reader", { text: "<ann@example.com>: mailbox unavailable" }],
    ["a header names the reader", { headers: { "X-Failed-Recipients": "Ann@Example.com" } }],
  ])("%s", async (_what, said) => {
    const { id } = await aSale();
    await insertSent(id, "ann@example.com");
    await deliverTo(id, { ...bounce, ...said });
    expect(await eventsOf(id)).toEqual([
      {
        event_name: "email_could_not_be_delivered",
        comments: expect.stringContaining("to ann@example.com. The recipient’s mail server"),
      },
    ]);
    expect(await toTeam(id)).toEqual([]);
    expect(await countUnreadEmails(db, staffReader(), id)).toBe(0);
  });

  test.each<[string, Partial<Letter>]>([
    ["names nobody whom we wrote to", { text: "<stranger@example.com>: unknown" }],
    ["says that it is only late", { subject: "Delayed Mail", text: "<ann@example.com>" }],
  ])("one that %s is left for staff to read", async (_what, said) => {
    const { id } = await aSale();
    await insertSent(id, "ann@example.com");
    await deliverTo(id, { ...bounce, ...said });
    expect(await eventsOf(id)).toMatchObject([{ event_name: "email_received" }]);
    expect(await toTeam(id)).toEqual([]);
    expect(await countUnreadEmails(db, staffReader(), id)).toBe(1);
  });
});

test("AMB-T01 the same email twice at the same moment is one", async () => {
  const message = inboundMessage(letter);
  const body = JSON.stringify(message);
  expect(await Promise.all([deliver(body), deliver(body), deliver(body)])).toEqual([200, 200, 200]);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

describe("AMB-T01 what does not come from Postmark, or is no email, changes nothing:", () => {
  const before = () => db.selectFrom("inbound_emails").select("id").execute();
  test.each([
    ["another password", JSON.stringify(inboundMessage(letter)), "x".repeat(32), 401],
    ["no password", JSON.stringify(inboundMessage(letter)), "", 401],
    // 403 is what makes Postmark stop: it would send the same again for half a day.
    ["broken JSON", `{"MessageID": "1", "From": "canary@example.com`, undefined, 403],
    ["no email", "{}", undefined, 403],
  ])("%s", async (_what, body, password, status) => {
    const rows = await before();
    expect(await deliver(body, password)).toBe(status);
    expect(await before()).toEqual(rows);
  });
});

test("while the database cannot write, an email is not swallowed: Postmark sends it again", async () => {
  const message = inboundMessage(letter);
  const mend = await breakWrites(db, "inbound_emails");
  await expect(deliver(JSON.stringify(message))).rejects.toThrow();
  await mend();
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

test("nothing of an email is logged, whatever becomes of it", async () => {
  await deliver(JSON.stringify(inboundMessage(letter)));
  await deliver(JSON.stringify(inboundMessage(letter)), "wrong");
  await deliver(JSON.stringify({ ...inboundMessage(letter), Headers: "Canary" }));
  expect(logged()).toHaveLength(2);
  expect(JSON.stringify(logged())).not.toMatch(/canary/i);
});
