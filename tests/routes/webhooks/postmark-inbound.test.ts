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

test("an email is stored and matched once, however often Postmark delivers it (AMB-T01)", async () => {
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

test("an email on a matter records an event, emails the team and is unread until staff mark it as read (ST-1)", async () => {
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

test("an automatic reply records an event, and does not email the team (ST-1)", async () => {
  const { id } = await aSale();
  await deliverTo(id, { headers: { "Auto-Submitted": "auto-replied" } });
  expect(await eventsOf(id)).toMatchObject([
    { comments: expect.stringMatching(/^Automatic reply\. From /) },
  ]);
  expect(await toTeam(id)).toEqual([]);
  expect(await countUnreadEmails(db, staffReader(), id)).toBe(0);
});

describe("a bounce message without a sender (IN-8 ST-2)", () => {
  const bounce = { from: "<>", subject: "Undelivered Mail Returned to Sender" };

  test.each<[string, Partial<SimulatedEmail>]>([
    ["in its text", { text: "<ann@example.com>: mailbox unavailable" }],
    ["in a header", { headers: { "X-Failed-Recipients": "Ann@Example.com" } }],
  ])(
    "a bounce message that names one of our recipients %s is recorded as a delivery failure",
    async (_what, said) => {
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
    },
  );

  test.each<[string, Partial<SimulatedEmail>]>([
    ["names none of our recipients", { text: "<stranger@example.com>: unknown" }],
    ["announces a delay only", { subject: "Delayed Mail", text: "<ann@example.com>" }],
  ])("a bounce message that %s is left unread for staff", async (_what, said) => {
    const { id } = await aSale();
    await insertSent(id, "ann@example.com");
    await deliverTo(id, { ...bounce, ...said });
    expect(await eventsOf(id)).toMatchObject([{ event_name: "email_received" }]);
    expect(await toTeam(id)).toEqual([]);
    expect(await countUnreadEmails(db, staffReader(), id)).toBe(1);
  });
});

test("an email that Postmark delivers concurrently is stored once (AMB-T01)", async () => {
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
  ])(
    "a post with %s to the inbound webhook answers $3 and stores no email",
    async (_what, body, password, status) => {
      const rows = await before();
      expect(await deliver(body, password)).toBe(status);
      expect(await before()).toEqual(rows);
    },
  );
});

test("the inbound webhook throws an error while the database cannot write, and stores the email when Postmark retries", async () => {
  const message = inboundMessage(letter);
  const mend = await breakWrites(db, "inbound_emails");
  await expect(deliver(JSON.stringify(message))).rejects.toThrow();
  await mend();
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

test("the content of an inbound email is not logged", async () => {
  await deliver(JSON.stringify(inboundMessage(letter)));
  await deliver(JSON.stringify(inboundMessage(letter)), "wrong");
  await deliver(JSON.stringify({ ...inboundMessage(letter), Headers: "Canary" }));
  expect(logged()).toHaveLength(2);
  expect(JSON.stringify(logged())).not.toMatch(/canary/i);
});
