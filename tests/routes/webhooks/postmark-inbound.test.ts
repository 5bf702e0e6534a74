import { describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { action } from "#app/routes/webhooks/postmark-inbound.ts";
import { countUnreadEmails } from "#app/domain/inbound-emails/received-emails.server.ts";
import { markEmailRead } from "#app/domain/inbound-emails/received-email-events.server.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { inboundMessage, type SimulatedEmail } from "#mocks/postmark-inbound.ts";
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

const deliverTo = (id: string, change: Partial<SimulatedEmail>) =>
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

async function markOf(id: string) {
  const { items } = await listTransactions(db, staffReader(), {}, { limit: 100, after: undefined });
  return items.find((matter) => matter.id === id)?.has_unread;
}

const placeOf = (id: string) =>
  db.selectFrom("listed_transactions").selectAll().where("id", "=", id).executeTakeFirst();

const kept = (message_id: string) =>
  db.selectFrom("inbound_emails").selectAll().where("message_id", "=", message_id).execute();

test("an email is stored and matched once, however often it is delivered (AMB-T01)", async () => {
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

test("an email on a matter adds an event, emails the team and is unread until marked (ST-1)", async () => {
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

test("an automatic reply is an event without an email to the team (ST-1)", async () => {
  const { id } = await aSale();
  await deliverTo(id, { headers: { "Auto-Submitted": "auto-replied" } });
  expect(await eventsOf(id)).toMatchObject([
    { comments: expect.stringMatching(/^Automatic reply\. From /) },
  ]);
  expect(await toTeam(id)).toEqual([]);
  expect(await countUnreadEmails(db, staffReader(), id)).toBe(0);
});

describe("a bounce without a sender (IN-8 ST-2)", () => {
  const bounce = { from: "<>", subject: "Undelivered Mail Returned to Sender" };

  test.each<[string, Partial<SimulatedEmail>]>([
    ["in its text", { text: "<ann@example.com>: mailbox unavailable" }],
    ["in a header", { headers: { "X-Failed-Recipients": "Ann@Example.com" } }],
  ])("a bounce is a delivery failure if it names the recipient %s", async (_what, said) => {
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

  test.each<[string, Partial<SimulatedEmail>]>([
    ["names none of our recipients", { text: "<stranger@example.com>: unknown" }],
    ["announces a delay only", { subject: "Delayed Mail", text: "<ann@example.com>" }],
  ])("a bounce is left for staff to read if it %s", async (_what, said) => {
    const { id } = await aSale();
    await insertSent(id, "ann@example.com");
    await deliverTo(id, { ...bounce, ...said });
    expect(await eventsOf(id)).toMatchObject([{ event_name: "email_received" }]);
    expect(await toTeam(id)).toEqual([]);
    expect(await countUnreadEmails(db, staffReader(), id)).toBe(1);
  });
});

test("the same email delivered concurrently is stored once (AMB-T01)", async () => {
  const message = inboundMessage(letter);
  const body = JSON.stringify(message);
  expect(await Promise.all([deliver(body), deliver(body), deliver(body)])).toEqual([200, 200, 200]);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

describe("a post to the inbound webhook (AMB-T01)", () => {
  const before = () => db.selectFrom("inbound_emails").select("id").execute();
  test.each([
    ["a wrong password", JSON.stringify(inboundMessage(letter)), "x".repeat(32), 401],
    ["no password", JSON.stringify(inboundMessage(letter)), "", 401],
    // 403 stops Postmark’s retries, which would otherwise last half a day.
    ["broken JSON", `{"MessageID": "1", "From": "canary@example.com`, undefined, 403],
    ["no email", "{}", undefined, 403],
  ])("a post with %s is refused and changes nothing", async (_what, body, password, status) => {
    const rows = await before();
    expect(await deliver(body, password)).toBe(status);
    expect(await before()).toEqual(rows);
  });
});

test("an inbound email fails while the database cannot write, so that Postmark retries", async () => {
  const message = inboundMessage(letter);
  const mend = await breakWrites(db, "inbound_emails");
  await expect(deliver(JSON.stringify(message))).rejects.toThrow();
  await mend();
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

test("no content of an inbound email is logged", async () => {
  await deliver(JSON.stringify(inboundMessage(letter)));
  await deliver(JSON.stringify(inboundMessage(letter)), "wrong");
  await deliver(JSON.stringify({ ...inboundMessage(letter), Headers: "Canary" }));
  expect(logged()).toHaveLength(2);
  expect(JSON.stringify(logged())).not.toMatch(/canary/i);
});
