import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { queueNotification } from "#app/domain/events/pending-notifications.server.ts";
import { saveEmailChoices } from "#app/domain/notifications/email-opt-outs.server.ts";
import { EMAIL_KINDS } from "#app/domain/notifications/email-kinds.ts";
import {
  matterNewsEmail,
  queueTodaysDates,
  type NewsReader,
  readNewsEmail,
  sendNotifications,
} from "#app/domain/notifications/progress-emails.server.ts";
import { applyThirdfortResult } from "#app/domain/identity-checks/thirdfort-results.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { readCalendar } from "#app/domain/calendar/calendar.server.ts";
import { markSent } from "#app/queue/outbox.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { customerReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

let count = 0;

async function aCustomer(email: string) {
  const person = await insertPerson(db, email);
  await db.updateTable("users").set({ active: true }).where("id", "=", person.id).execute();
  return person;
}

async function aMatter() {
  count++;
  const seller = await aCustomer(`seller-${count}@example.test`);
  const buyer = await aCustomer(`buyer-${count}@example.test`);
  const sale = await insertSale(db, seller.id);
  await db
    .updateTable("transactions")
    .set({ terms_accepted_at: new Date(), terms_version: "1", terms_accepted_by: seller.id })
    .where("id", "=", sale.id)
    .execute();
  const purchase = await insertPurchase(db, sale, buyer.id, true);
  const readers = {
    seller: { user_id: seller.id, transaction_id: sale.id, side: "seller" },
    buyer: { user_id: buyer.id, transaction_id: sale.id, side: "buyer" },
  } as const;
  return { seller, buyer, sale, purchase, readers };
}

type Matter = Awaited<ReturnType<typeof aMatter>>;

async function setDate(
  { sale, purchase }: Matter,
  name: "sale_agreed" | "exchanged" | "completed" | "aborted",
  date: string | null,
) {
  await db
    .updateTable("purchase_intents")
    .set({ [name]: date })
    .where("id", "=", purchase.id)
    .execute();
  const place = { transaction_id: sale.id, purchase_intent_id: purchase.id };
  await queueNotification(db, { ...place, event_name: name, side: "buyer" });
}

const keyOf = ({ user_id, transaction_id, side }: NewsReader) =>
  `news:${user_id}:${transaction_id}:${side}`;

const jobsOf = async (reader: NewsReader) => {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${keyOf(reader)}`.execute(db);
  return rows;
};

const emailsOf = ({ user_id }: NewsReader) =>
  db
    .selectFrom("email_log")
    .selectAll()
    .where("user_id", "=", user_id)
    .orderBy("created_at")
    .execute();

const setClock = (time: string) => vi.useFakeTimers({ now: new Date(time), toFake: ["Date"] });

describe("notification emails about a matter", () => {
  test("sends one email about three events within ten minutes, and a separate one about a fourth event", async () => {
    const matter = await aMatter();
    const { seller, buyer } = matter.readers;
    setClock("2026-11-26T12:00:00Z");
    await setDate(matter, "exchanged", "2026-12-04");
    setClock("2026-11-26T12:05:00Z");
    await setDate(matter, "completed", "2026-12-18");
    setClock("2026-11-26T12:09:00Z");
    await setDate(matter, "exchanged", "2026-12-07");
    for (const reader of [seller, buyer]) {
      expect(await jobsOf(reader)).toEqual([{ run_at: new Date("2026-11-26T12:10:00Z") }]);
    }

    setClock("2026-11-26T12:10:00Z");
    await sendNotifications(db, seller);
    const [email, ...others] = await emailsOf(seller);
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      name: "matter_news",
      recipient: matter.seller.email,
      status: "queued",
    });
    const { items, property, dashboard } = await readNewsEmail(db, {
      ...seller,
      event_names: ["exchanged", "completed"],
      purchase_intent_id: matter.purchase.id,
    });
    expect(property).toBe("1 Arch Street, Bath");
    expect(dashboard).toContain(`/dashboard/sell/${matter.sale.id}`);
    expect(items.map(({ what }) => what)).toEqual([
      "Exchange is planned for Monday 7 December",
      "Completion is planned for Friday 18 December",
    ]);
    await sendNotifications(db, seller);
    expect(await emailsOf(seller)).toHaveLength(1);

    await sql`select graphile_worker.remove_job(${keyOf(seller)})`.execute(db);
    setClock("2026-11-26T12:11:00Z");
    await setDate(matter, "completed", "2026-12-21");
    expect(await jobsOf(seller)).toEqual([{ run_at: new Date("2026-11-26T12:21:00Z") }]);
    await sendNotifications(db, seller);
    expect(await emailsOf(seller)).toHaveLength(2);
    expect(await emailsOf(buyer)).toHaveLength(0);
  });

  test("emails every event exactly once when events and sending run concurrently", async () => {
    const matter = await aMatter();
    const { seller } = matter.readers;
    const day = "2026-11-25";
    const names = ["sale_agreed", "exchanged", "completed"] as const;
    const steps = ["contract_pack_sent", "enquiries_raised", "enquiries_answered"] as const;
    const days = { sale_agreed: day, exchanged: day, completed: day };
    const on = { contract_pack_sent_on: day, enquiries_raised_on: day, enquiries_answered_on: day };
    await db
      .updateTable("purchase_intents")
      .set({ ...days, ...on })
      .where("id", "=", matter.purchase.id)
      .execute();
    const place = { transaction_id: matter.sale.id, purchase_intent_id: matter.purchase.id };
    const tell = () => db.transaction().execute((trx) => sendNotifications(trx, seller));
    const happens = (event_name: (typeof names | typeof steps)[number]) =>
      db.transaction().execute(async (trx) => {
        await recordEvent(trx, { ...place, event_name, author: "admin" });
      });
    for (let round = 0; round < 5; round++) {
      await db.deleteFrom("email_log").where("user_id", "=", seller.user_id).execute();
      await Promise.all([...names, ...steps].flatMap((name) => [happens(name), tell()]));
      const pending = db.selectFrom("pending_notifications").where("user_id", "=", seller.user_id);
      const waits = await pending.select("event_names").execute();
      if (waits.length > 0) expect(await jobsOf(seller)).toHaveLength(1);
      await tell();
      const told = await emailsOf(seller);
      const event_names = told.flatMap(
        ({ props }) => (props as { event_names: string[] }).event_names,
      );
      expect(event_names.sort()).toEqual([...names, ...steps].sort());
    }
  });

  test("an event in the evening is emailed at 8am on the next day", async () => {
    const matter = await aMatter();
    setClock("2026-11-26T19:55:00Z");
    await setDate(matter, "exchanged", "2026-12-04");
    expect(await jobsOf(matter.readers.seller)).toEqual([
      { run_at: new Date("2026-11-27T08:00:00Z") },
    ]);
  });

  test.each([
    ["19:45", "20:30", 0],
    ["19:45", "19:58", 1],
    ["11:00", "23:59", 0],
    // An event at night has a job that is due at 8am. Only a job that is overdue waits for the
    // morning.
    ["21:00", "21:10", 1],
  ])(
    "no overdue news is emailed in quiet hours: queued at %s, job run late at %s, emails that evening: %i",
    async (noted, told, emails) => {
      const matter = await aMatter();
      const { seller } = matter.readers;
      setClock(`2026-11-26T${noted}:00Z`);
      await setDate(matter, "exchanged", "2026-12-04");
      setClock(`2026-11-26T${told}:00Z`);
      await sql`
        update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
        where key = ${keyOf(seller)}`.execute(db);
      await sendNotifications(db, seller);
      expect(await emailsOf(seller)).toHaveLength(emails);
      if (emails > 0) return;
      expect(await jobsOf(seller)).toEqual([{ run_at: new Date("2026-11-27T08:00:00Z") }]);
      setClock("2026-11-27T08:00:00Z");
      await sendNotifications(db, seller);
      expect(await emailsOf(seller)).toHaveLength(1);
    },
  );

  test("sends no email about a date that was cleared before the email was sent", async () => {
    const matter = await aMatter();
    await setDate(matter, "exchanged", "2026-12-04");
    await setDate(matter, "exchanged", null);
    await sendNotifications(db, matter.readers.seller);
    expect(await emailsOf(matter.readers.seller)).toEqual([]);
  });

  test("an email leaves out the kinds of news that the customer has opted out of", async () => {
    const matter = await aMatter();
    setClock("2026-11-26T12:00:00Z");
    const { seller, buyer } = matter.readers;
    const kinds = EMAIL_KINDS.map(({ kind }) => kind);
    await saveEmailChoices(db, {
      user_id: seller.user_id,
      wanted: kinds.filter((kind) => kind !== "dates"),
    });
    await saveEmailChoices(db, { user_id: buyer.user_id, wanted: [] });
    await setDate(matter, "completed", "2026-12-04");
    await setDate(matter, "sale_agreed", "2026-11-26");
    await sendNotifications(db, seller);
    await sendNotifications(db, buyer);
    expect(await emailsOf(buyer)).toEqual([]);
    expect(await emailsOf(seller)).toHaveLength(1);
    const { items } = await readNewsEmail(db, {
      ...seller,
      event_names: ["completed", "sale_agreed"],
      purchase_intent_id: matter.purchase.id,
    });
    expect(items.map(({ kind }) => kind)).toEqual(["steps"]);
  });

  test.each([
    ["exchanged", "2026-11-25"],
    ["completed", "2026-11-26"],
    ["completed", "2026-12-18"],
    ["aborted", "2026-11-25"],
  ] as const)(
    "the email about the event “%s” ignores an opt-out and has no unsubscribe link (CU-15)",
    async (happened, day) => {
      const matter = await aMatter();
      setClock("2026-11-26T12:00:00Z");
      const { buyer } = matter.readers;
      await saveEmailChoices(db, { user_id: buyer.user_id, wanted: [] });
      if (happened === "completed") await setDate(matter, "exchanged", "2026-11-25");
      await setDate(matter, happened, day);
      const { items, unsubscribe } = await readNewsEmail(db, {
        ...buyer,
        event_names: [happened],
        purchase_intent_id: matter.purchase.id,
      });
      expect(items.map(({ kind }) => kind)).toEqual(["milestones"]);
      expect(unsubscribe).toBeNull();
    },
  );

  test("does not email the seller about an inactive purchase, or a buyer who has not accepted the terms", async () => {
    const matter = await aMatter();
    const other = await aCustomer(`other-${count}@example.test`);
    const idle = await insertPurchase(db, matter.sale, other.id, false);
    const place = { transaction_id: matter.sale.id, purchase_intent_id: idle.id };
    await recordEvent(db, { ...place, event_name: "aborted", author: "admin" });
    const pending = db
      .selectFrom("pending_notifications")
      .select(["user_id", "side"])
      .where("transaction_id", "=", matter.sale.id);
    expect(await pending.execute()).toEqual([{ user_id: other.id, side: "buyer" }]);
    const shy = await aCustomer(`shy-${count}@example.test`);
    const begun = await insertPurchase(db, matter.sale, shy.id, false);
    await db
      .updateTable("purchase_intents")
      .set({ terms_accepted_at: null, terms_version: null })
      .where("id", "=", begun.id)
      .execute();
    const unsaid = { transaction_id: matter.sale.id, purchase_intent_id: begun.id };
    await recordEvent(db, { ...unsaid, event_name: "aborted", author: "admin" });
    expect(await pending.execute()).toHaveLength(1);
    await recordEvent(db, {
      transaction_id: matter.sale.id,
      purchase_intent_id: idle.id,
      event_name: "searches_ordered",
      author: "admin",
    });
    await sendNotifications(db, {
      user_id: other.id,
      transaction_id: matter.sale.id,
      side: "buyer",
    });
    expect(await emailsOf({ ...matter.readers.buyer, user_id: other.id })).toEqual([]);
  });

  test("sends one email per side to a customer who is on both sides of a matter", async () => {
    const matter = await aMatter();
    await db
      .updateTable("purchase_intents")
      .set({ buyer_id: matter.seller.id })
      .where("id", "=", matter.purchase.id)
      .execute();
    await setDate(matter, "exchanged", "2026-12-04");
    const both = [matter.readers.seller, { ...matter.readers.buyer, user_id: matter.seller.id }];
    for (const reader of both) await sendNotifications(db, reader);
    expect((await emailsOf(matter.readers.seller)).map(({ props }) => props)).toMatchObject([
      { side: "seller" },
      { side: "buyer" },
    ]);
  });

  test("emails co-sellers and co-buyers who have a verified account", async () => {
    const matter = await aMatter();
    const [wife, friend] = [
      await aCustomer(`wife-${count}@example.test`),
      await insertPerson(db, `friend-${count}@example.test`),
    ];
    await recordEvent(db, {
      transaction_id: matter.sale.id,
      event_name: "payment_successful",
      author: "system",
    });
    const named = {
      first_name: "Bea",
      last_name: "Byron",
      position: 0,
      phone_number: "+447400123456",
    };
    await db
      .insertInto("parties")
      .values([
        { ...named, kind: "seller", email: wife.email, transaction_id: matter.sale.id },
        { ...named, kind: "buyer", email: friend.email, purchase_intent_id: matter.purchase.id },
      ])
      .execute();
    await setDate(matter, "exchanged", "2026-12-04");
    const pending = await db
      .selectFrom("pending_notifications")
      .select(["user_id", "side"])
      .where("transaction_id", "=", matter.sale.id)
      .execute();
    expect(pending).toHaveLength(3);
    expect(pending).toContainEqual({ user_id: wife.id, side: "seller" });
    const reader = { ...matter.readers.seller, user_id: wife.id };
    await sendNotifications(db, reader);
    expect(await emailsOf(reader)).toMatchObject([{ recipient: wife.email }]);
    await setDate(matter, "exchanged", "2026-12-11");
    await db.deleteFrom("parties").where("transaction_id", "=", matter.sale.id).execute();
    await sendNotifications(db, reader);
    expect(await emailsOf(reader)).toHaveLength(1);
  });

  test("sends another email about an ID check that Thirdfort confirms after the email about the first one", async () => {
    const matter = await aMatter();
    const { seller } = matter.readers;
    const { first_name, last_name, email } = await db
      .selectFrom("users")
      .select(["first_name", "last_name", "email"])
      .where("id", "=", matter.seller.id)
      .executeTakeFirstOrThrow();
    const huw = { first_name: "Huw", last_name: "Byron", email: `huw-${count}@example.test` };
    const phone_number = "+447400123456";
    await db
      .insertInto("parties")
      .values({ ...huw, phone_number, kind: "seller", transaction_id: matter.sale.id, position: 0 })
      .execute();
    const order = async (person: typeof huw) => {
      const order_key = crypto.randomUUID();
      await db
        .insertInto("identity_checks")
        .values({
          ...{ ...person, phone_number, order_key, status: "pending", person_type: "seller" },
          transaction_id: matter.sale.id,
          requested_by: matter.buyer.id,
          order_sent_at: new Date(),
        })
        .execute();
      return order_key;
    };
    const confirm = (order_key: string) =>
      applyThirdfortResult(db, {
        ...{ thirdfort_id: order_key, status: "pending", result: null, reports: [], order_key },
        ...{ ref: null, phone: null },
      });
    const [own, his] = [await order({ first_name, last_name, email }), await order(huw)];
    const told = async () => {
      await sendNotifications(db, seller);
      const emails = await emailsOf(seller);
      const news = emails.map(({ props }) => readNewsEmail(db, matterNewsEmail.ids.parse(props)));
      return (await Promise.all(news)).map(({ items }) => items.map(({ what }) => what));
    };
    await confirm(own);
    expect(await told()).toEqual([["Your ID check is on its way"]]);
    await confirm(his);
    expect(await told()).toEqual([
      ["Your ID check is on its way"],
      ["Huw’s ID check is on its way"],
    ]);
  });

  test("sends no email to a customer whose account was closed", async () => {
    const matter = await aMatter();
    await setDate(matter, "exchanged", "2026-12-04");
    await db
      .updateTable("users")
      .set({ active: false })
      .where("id", "=", matter.seller.id)
      .execute();
    await sendNotifications(db, matter.readers.seller);
    expect(await emailsOf(matter.readers.seller)).toEqual([]);
  });

  test("a date that was set earlier is emailed once on the day it arrives", async () => {
    const matter = await aMatter();
    setClock("2026-11-20T12:00:00Z");
    const { seller } = matter.readers;
    const { rows } = await sql<{
      today: string;
    }>`select (now() at time zone 'Europe/London')::date::text as today`.execute(db);
    const today = rows[0]!.today;
    await setDate(matter, "completed", today);
    await sendNotifications(db, seller);
    vi.useRealTimers();
    await queueTodaysDates(db);
    await queueTodaysDates(db);
    await sendNotifications(db, seller);
    expect(await emailsOf(seller)).toHaveLength(2);
    const news = { event_names: ["completion_today"], purchase_intent_id: matter.purchase.id };
    const { items } = await readNewsEmail(db, { ...seller, ...news });
    expect(items.map(({ what }) => what)).toEqual(["Completion is today"]);
  });

  test("an email compares a moved or withdrawn date with the one that its reader was last sent (CU-2)", async () => {
    const matter = await aMatter();
    const { seller, buyer } = matter.readers;
    setClock("2026-11-26T12:00:00Z");
    const send = async (reader: NewsReader) => {
      await sendNotifications(db, reader);
      const last = (await emailsOf(reader)).at(-1);
      if (last?.status !== "queued") return null;
      const { items } = await readNewsEmail(db, matterNewsEmail.ids.parse(last.props));
      await markSent(db, last.id, "message");
      return items.map(({ what }) => what);
    };
    await setDate(matter, "completed", "2026-12-28");
    expect(await send(seller)).toEqual(["Completion is planned for Monday 28 December"]);
    await setDate(matter, "completed", "2026-12-21");
    await setDate(matter, "completed", "2026-12-18");
    expect(await send(seller)).toEqual(["Planned completion has moved to Friday 18 December"]);
    expect(await send(buyer)).toEqual(["Completion is planned for Friday 18 December"]);
    await setDate(matter, "completed", "2026-12-21");
    await setDate(matter, "completed", "2026-12-18");
    expect(await send(seller)).toBeNull();
    await setDate(matter, "completed", null);
    for (const reader of [seller, buyer]) {
      expect(await send(reader)).toEqual(["The planned completion date has been withdrawn"]);
    }
    await setDate(matter, "completed", "2027-01-08");
    expect(await send(seller)).toEqual(["Completion is planned for Friday 8 January"]);
  });

  test("an email about an exchange planned for today has no calendar file and no next stage (CU-6)", async () => {
    const matter = await aMatter();
    setClock("2026-11-26T12:00:00Z");
    await setDate(matter, "exchanged", "2026-11-26");
    await setDate(matter, "completed", "2026-12-18");
    const news = { event_names: ["exchange_today"], purchase_intent_id: matter.purchase.id };
    for (const reader of Object.values(matter.readers)) {
      const { items, calendar, where } = await readNewsEmail(db, { ...reader, ...news });
      expect(items.map(({ what }) => what)).toEqual(["Exchange is planned for today"]);
      expect(calendar).toEqual([]);
      expect(where).toBeNull();
    }
  });

  test("an email about an exchange attaches the completion date, as it is in the reader’s calendar (CU-3)", async () => {
    const matter = await aMatter();
    const { seller, buyer } = matter.readers;
    const payment_successful = {
      transaction_id: matter.sale.id,
      event_name: "payment_successful",
      author: "system",
    } as const;
    await recordEvent(db, payment_successful);
    setClock("2026-11-26T12:00:00Z");
    await setDate(matter, "completed", "2026-12-18");
    const news = {
      event_names: ["exchanged", "completed"],
      purchase_intent_id: matter.purchase.id,
    };
    // A planned date is in no calendar file, because it may move.
    expect((await readNewsEmail(db, { ...buyer, ...news })).calendar).toEqual([]);
    await setDate(matter, "exchanged", "2026-11-25");
    for (const [reader, day] of [
      [seller, "2026-12-21"],
      [buyer, "2026-12-16"],
    ] as const) {
      const { calendar } = await readNewsEmail(db, { ...reader, ...news });
      const days = calendar.map(({ kind, certainty, ...entry }) => [kind, entry.day, certainty]);
      expect(days).toContainEqual(["completion", "2026-12-18", "set"]);
      expect(days).toContainEqual(["balance", day, "set"]);
      const own = await readCalendar(db, customerReader(reader.user_id));
      for (const entry of calendar) expect(own).toContainEqual(entry);
    }
  });
});
