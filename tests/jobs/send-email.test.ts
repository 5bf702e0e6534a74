import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import { contactRequestEmail } from "#app/domain/contact/contact.server.ts";
import { paymentReceivedEmail } from "#app/domain/payments/emails.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveEmailChoices } from "#app/domain/notifications/email-opt-outs.server.ts";
import { enqueue, sendEmailJob } from "#app/queue/enqueue.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import type { Behaviour } from "./fake-postmark.ts";

// Start the fake before the client reads its settings.
const postmark = await vi.hoisted(async () =>
  (await import("./fake-postmark.ts")).startFakePostmark(),
);
const { jobs } = await import("#app/jobs/jobs.server.ts");
const { resetBreakers } = await import("#app/clients/outbound.server.ts");

const { db } = useTestDatabase();
afterAll(() => postmark.close());
beforeEach(async () => {
  await emptyTables(db);
  postmark.forget();
  resetBreakers();
});

const recipient = "ada@example.com";
const FRIDAY_NOON = new Date("2026-11-27T12:00:00Z");

describe("the outbox", () => {
  test("an email and its job are queued in the same database transaction as the change (X-028)", async () => {
    const email = await queuePaymentReceived();
    expect(await theRow()).toMatchObject({ status: "queued", name: "payment_received", recipient });
    expect(await queuedJobs()).toBe(1);

    const undone = db.transaction().execute(async (trx) => {
      await queueEmail(trx, { ...email, dedupe_key: "another" });
      throw new Error("changed our mind");
    });
    await expect(undone).rejects.toThrow("changed our mind");
    expect(await queuedJobs()).toBe(1);
    await theRow();
  });

  test("an email with the same deduplication key is queued once (X-028)", async () => {
    const email = await queuePaymentReceived();
    await queueEmail(db, email);
    await Promise.all([queueEmail(db, email), queueEmail(db, email)]);
    await theRow();
    expect(await queuedJobs()).toBe(1);
  });
});

describe("sending an email", () => {
  test("one email is sent to a shared mailbox and greets everyone who uses the mailbox (AMB-L03, CU-10)", async () => {
    const seller = await insertPerson(db, recipient);
    const { id: transaction_id } = await insertSale(db, seller.id);
    const party = { transaction_id, kind: "seller", last_name: "Byron", phone_number: "" } as const;
    await db
      .insertInto("parties")
      .values([
        { ...party, first_name: "Augustus", email: "Ada@example.com" },
        { ...party, first_name: "Bob", email: "bob@example.com" },
        { ...party, first_name: "Bea", email: "Bob@Example.com" },
      ])
      .execute();
    const seller_lawyer_group_id = await insertLawyerGroup(db);
    await db.updateTable("transactions").set({ seller_lawyer_group_id }).execute();
    await queueEmail(db, {
      email: ASSIGNMENT_EMAILS.seller_introduction,
      recipient,
      props: { transaction_ids: [transaction_id] },
    });
    await attempt();
    expect(postmark.accepted).toMatchObject([{ To: recipient }]);
    expect(postmark.accepted[0]?.TextBody).toContain("Hello Ada and Augustus,");
    expect(postmark.accepted[0]?.Cc ?? "").toBe("");
    const [message] = postmark.accepted;
    expect(await theRow()).toMatchObject({
      transaction_id: null,
      subject: message?.Subject,
      body_text: message?.TextBody,
      copied_to: [],
    });
  });

  test("an email is rendered with current data and recorded in the log (X-028)", async () => {
    await queuePaymentReceived();
    await db.updateTable("users").set({ first_name: "Augusta" }).execute();
    await attempt();

    const row = await theRow();
    const [message] = postmark.accepted;
    expect(message).toMatchObject({
      To: recipient,
      Subject: "We’ve received your payment: 1 Arch Street, Bath",
      Tag: "payment_received",
      Metadata: { email_log_id: row.id },
    });
    for (const words of ["Hello Augusta", "1 Arch Street, Bath", "£200.00", "£40.00", "£240.00"]) {
      expect(message?.HtmlBody).toContain(words);
      expect(message?.TextBody).toContain(words);
    }
    expect(row).toMatchObject({ status: "sent", postmark_message_id: message?.MessageID });
    expect(row.sent_at).toBeInstanceOf(Date);
  });

  test("an email to a law firm has the reference with which the firm accepted", async () => {
    const seller = await insertPerson(db, recipient);
    const { id: transaction_id } = await insertSale(db, seller.id);
    const lawyer_group_id = await insertLawyerGroup(db);
    await db
      .insertInto("instruction_answers")
      .values({
        ...{ transaction_id, lawyer_group_id, side: "seller", answer: "accepted" },
        ...{ fee_earner: "Sol Ashby", firm_reference: "ASH/2231", answered_by: "Sol Ashby" },
      })
      .execute();
    await queueEmail(db, {
      email: ASSIGNMENT_EMAILS.solicitor_release,
      recipient: "sol@ashby.example",
      transaction_id,
      props: { transaction_id, side: "seller", from: lawyer_group_id, to: lawyer_group_id },
    });
    await attempt();
    expect(postmark.accepted[0]?.TextBody).toContain("Your reference: ASH/2231.");
  });

  test("the text of an email about a matter is stored, even after an interrupted attempt", async () => {
    await queuePaymentReceived();
    postmark.expect("accept and break");
    await expect(attempt()).rejects.toThrow();
    const [message] = postmark.accepted;
    const kept = { subject: message?.Subject, body_text: message?.TextBody, copied_to: [] };
    expect(await theRow()).toMatchObject({ status: "sending", ...kept });
    await db.updateTable("users").set({ first_name: "Augusta" }).execute();
    await attempt({ number: 2, isLast: false });
    expect(await theRow()).toMatchObject({ status: "sent", ...kept });
  });

  test("the text of an email that is not about a matter is not stored", async () => {
    const { id: contact_request_id } = await db
      .insertInto("contact_requests")
      .values({ full_name: "Ada", email: recipient, message: "How long?", referrer: "" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await queueEmail(db, { email: contactRequestEmail, recipient, props: { contact_request_id } });
    await attempt();
    expect(postmark.accepted).toHaveLength(1);
    expect(await theRow()).toMatchObject({ status: "sent", subject: null, body_text: null });
  });

  test("an email is sent once if its job runs twice (X-028)", async () => {
    await queuePaymentReceived();
    await attempt();
    await attempt({ number: 2, isLast: false });
    expect(postmark.accepted).toHaveLength(1);
  });

  test("an email is sent once if two workers have its job (X-028)", async () => {
    await queuePaymentReceived();
    let attempts: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await sql`select from email_log for update`.execute(trx);
      attempts = Promise.all([attempt(), attempt()]);
      await waitForLockWaiters(db, 2);
    });
    await attempts;
    expect(postmark.accepted).toHaveLength(1);
  });

  test("Postmark is searched before a retry after an unknown outcome (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("accept and break");
    await expect(attempt()).rejects.toThrow();
    const { id, status } = await theRow();
    expect(status).toBe("sending");

    await attempt({ number: 2, isLast: false });
    expect(postmark.searches).toEqual([id]);
    expect(postmark.accepted).toHaveLength(1);
    expect(await theRow()).toMatchObject({
      status: "sent",
      postmark_message_id: postmark.accepted[0]?.MessageID,
    });
  });

  test("replies are directed to the address of the matter (AMB-T01)", async () => {
    const { transaction_id } = await queuePaymentReceived();
    await attempt();
    expect(postmark.accepted[0]?.ReplyTo).toBe(
      `matters+${transaction_id}@inbound.fanlight.example`,
    );
  });

  test("an email that Postmark does not know is sent again (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("break");
    await expect(attempt()).rejects.toThrow();
    await attempt({ number: 2, isLast: false });
    expect(postmark.searches).toHaveLength(1);
    expect(postmark.accepted).toHaveLength(1);
    expect(await theRow()).toMatchObject({ status: "sent", last_error: null });
  });

  test("an email with an unknown outcome is not sent again while the search at Postmark fails (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("accept and break");
    await expect(attempt()).rejects.toThrow();
    postmark.expect(...Array<Behaviour>(3).fill("search is down"));
    await expect(attempt({ number: 2, isLast: false })).rejects.toThrow();
    expect(postmark.accepted).toHaveLength(1);
    expect(await theRow()).toMatchObject({ status: "sending" });
  });

  test("a recipient that Postmark rejects is not retried (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("inactive recipient");
    await attempt();
    const row = await theRow();
    expect(row).toMatchObject({ status: "failed", last_error: "postmark 4xx 406" });
    await attempt({ number: 2, isLast: false });
    expect(postmark.accepted).toEqual([]);
  });

  test("a rejection that is our fault is retried without a search (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("bad token");
    await expect(attempt()).rejects.toThrow();
    expect(await theRow()).toMatchObject({ status: "queued" });
    await attempt({ number: 2, isLast: false });
    expect(postmark.searches).toEqual([]);
    expect(await theRow()).toMatchObject({ status: "sent" });
  });

  test("the email’s row keeps its error after the last attempt (X-028)", async () => {
    await queuePaymentReceived();
    postmark.expect("break");
    await expect(attempt({ number: 12, isLast: true })).rejects.toThrow();
    const row = await theRow();
    expect(row).toMatchObject({ status: "failed", last_error: "postmark network" });
    expect(row.last_error).not.toContain("@");
  });
});

describe("withdrawing an email that no longer applies", () => {
  const paid = (transaction_id: string) => ({
    transaction_id,
    event_name: "payment_successful",
    type: "seller" as const,
    milestone: true,
    author: "system" as const,
  });
  const emails = {
    matter_news: {
      said: { event_names: ["sale_agreed"] },
      over: () => db.updateTable("purchase_intents").set({ sale_agreed: null }).execute(),
    },
    weekly_summary: {
      said: {},
      over: () => db.updateTable("purchase_intents").set({ aborted: "2026-11-02" }).execute(),
    },
    start_reminder: {
      said: { after: "week" },
      over: (sale: string) => db.insertInto("events").values(paid(sale)).execute(),
    },
  };
  const names = ["matter_news", "weekly_summary", "start_reminder"] as const;

  test.each([
    ...names.flatMap((name) => [
      [name, "over"] as const,
      [name, "switched off"] as const,
      [name, "for an inactive user"] as const,
    ]),
    ["weekly_summary", "late"] as const,
  ])("the %s email is withdrawn at its first attempt (reason: %s)", async (name, why) => {
    vi.useFakeTimers({ now: FRIDAY_NOON, toFake: ["Date"] });
    const { id: user_id } = await insertPerson(db, recipient);
    await db.updateTable("users").set({ active: true }).execute();
    const sale = await insertSale(db, user_id);
    if (name !== "start_reminder") await db.insertInto("events").values(paid(sale.id)).execute();
    const buyer = await insertPerson(db, "buyer@example.com");
    await insertPurchase(db, sale, buyer.id, true);
    await db.updateTable("purchase_intents").set({ sale_agreed: "2026-11-03" }).execute();
    const { said, over } = emails[name];
    const props = { user_id, transaction_id: sale.id, side: "seller", ...said };
    const queue = async () => {
      await db.deleteFrom("email_log").execute();
      const ofMatter = name !== "start_reminder" && { transaction_id: sale.id };
      const created_at = FRIDAY_NOON;
      const row = { name, recipient, user_id, created_at, ...ofMatter };
      await db
        .insertInto("email_log")
        .values({ ...row, props: JSON.stringify(props) })
        .execute();
    };
    await queue();
    await attempt();
    expect(postmark.accepted).toHaveLength(1);
    // The stored text has no unsubscribe link, so that staff cannot use it.
    const [message] = postmark.accepted;
    expect(message?.TextBody).toContain("/your-emails/off/");
    const { body_text } = await theRow();
    if (name === "start_reminder") expect(body_text).toBeNull();
    else {
      expect(body_text).toContain("1 Arch Street");
      expect(body_text).toContain("We never ask for bank details by email.");
      expect(body_text).not.toContain("/your-emails");
    }

    if (why === "late") vi.setSystemTime("2026-11-27T20:30:00Z");
    else if (why === "over") await over(sale.id);
    else if (why === "switched off") await saveEmailChoices(db, { user_id, wanted: [] });
    else await db.updateTable("users").set({ active: false }).execute();
    await queue();
    await attempt();
    expect(postmark.accepted).toHaveLength(1);
    expect(await theRow()).toMatchObject({
      status: "failed",
      last_error: "withdrawn",
      body_text: null,
    });
  });
});

test.each([
  ["matter_news", "2026-11-27T12:00:00Z", "2026-11-27T20:00:00Z", "2026-11-28T08:00:00.000Z"],
  ["start_reminder", "2026-11-27T12:00:00Z", "2026-11-28T07:59:59Z", "2026-11-28T08:00:00.000Z"],
  ["matter_news", "2026-07-10T12:00:00Z", "2026-07-10T19:00:00Z", "2026-07-11T07:00:00.000Z"],
  ["matter_news", "2026-11-27T12:00:00Z", "2026-11-27T19:59:59Z", null],
  ["matter_news", "2026-11-27T21:00:00Z", "2026-11-27T21:00:01Z", null],
])(
  "the %s email, queued at %s and unsent at %s, is rescheduled or withdrawn (new time: %s)",
  async (name, created_at, now, until) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
    const [user_id, transaction_id] = ["a".repeat(24), "b".repeat(24)];
    const props = { user_id, transaction_id, side: "seller", event_names: [], after: "day" };
    await db
      .insertInto("email_log")
      .values({ name, recipient, created_at, props: JSON.stringify(props) })
      .execute();
    await attempt();
    // Attempts again, as after an interruption that followed the rescheduling.
    if (until) await attempt();
    const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker._private_jobs`.execute(db);
    expect(rows.map(({ run_at }) => run_at.toISOString())).toEqual(until ? [until] : []);
    expect((await theRow()).status).toBe(until ? "queued" : "failed");
  },
);

test("the email job rejects an invalid payload and ignores an email that does not exist (X-028)", async () => {
  await expect(
    jobs["send-email"]!.handle({ id: 1 }, { number: 1, isLast: false }),
  ).rejects.toThrow();
  await enqueue(db, sendEmailJob, { email_log_id: "0".repeat(24) });
  await jobs["send-email"]!.handle({ email_log_id: "0".repeat(24) }, { number: 1, isLast: false });
  expect(postmark.accepted).toEqual([]);
});

async function queuePaymentReceived() {
  const seller = await insertPerson(db, recipient);
  const sale = await insertSale(db, seller.id);
  const order = await db
    .insertInto("orders")
    .values({ transaction_id: sale.id, payment_type: "stripe_direct", total_amount_pence: 24_000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("order_items")
    .values({ order_id: order.id, product_name: "Service fee", product_price_pence: 24_000 })
    .execute();
  const email = {
    email: paymentReceivedEmail,
    recipient,
    transaction_id: sale.id,
    user_id: seller.id,
    props: { order_id: order.id },
    dedupe_key: `payment_received:${order.id}`,
  } as const;
  await queueEmail(db, email);
  return email;
}

async function theRow() {
  const rows = await db.selectFrom("email_log").selectAll().execute();
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function attempt(attempt = { number: 1, isLast: false }) {
  const { id } = await theRow();
  return jobs["send-email"]!.handle({ email_log_id: id }, attempt);
}

async function queuedJobs() {
  const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
  return rows.length;
}
