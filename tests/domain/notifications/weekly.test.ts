import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { saveEmailChoices } from "#app/domain/notifications/email-opt-outs.server.ts";
import { EMAIL_KINDS } from "#app/domain/notifications/email-kinds.ts";
import {
  isStaleSummary,
  isTimeForSummaries,
  queueSummaries,
  readNextSummary,
  readSummary,
} from "#app/domain/notifications/weekly-summary.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const FRIDAY = new Date("2026-11-27T09:00:00Z");
let count = 0;

async function aCustomer() {
  const person = await insertPerson(db, `weekly-${count++}@example.test`);
  await db.updateTable("users").set({ active: true }).where("id", "=", person.id).execute();
  return person;
}

async function aMatter() {
  const [seller, buyer] = [await aCustomer(), await aCustomer()];
  const sale = await insertSale(db, seller.id);
  const purchase = await insertPurchase(db, sale, buyer.id, true);
  await db
    .insertInto("events")
    .values({
      transaction_id: sale.id,
      event_name: "payment_successful",
      type: "seller",
      milestone: true,
      author: "system",
    })
    .execute();
  // Summaries are sent only for a matter that is paid for and instructed.
  await sql`update listed_transactions set stage = 'searches' where id = ${sale.id}`.execute(db);
  return { seller, buyer, sale, purchase };
}

const summariesOf = async ({ id }: { id: string }) =>
  db
    .selectFrom("email_log")
    .select(["id", "recipient", "props", "dedupe_key"])
    .where("user_id", "=", id)
    .where("name", "=", "weekly_summary")
    .execute();

test.each([
  ["2026-11-27T09:00:00Z", "due", true],
  ["2026-11-27T08:59:59Z", "not due", false],
  ["2026-11-27T10:00:00Z", "not due", false],
  ["2026-11-26T09:00:00Z", "not due", false],
  ["2026-07-03T08:00:00Z", "due", true],
  ["2026-07-03T09:00:00Z", "not due", false],
])("the weekly summaries at %s are %s", (at, _state, expected) => {
  expect(isTimeForSummaries(new Date(at))).toBe(expected);
});

test.each([
  ["at noon on its Friday", "2026-11-27T12:00:00Z", "not stale", false],
  ["a second before the evening", "2026-11-27T19:59:59Z", "not stale", false],
  ["in the evening, after the worker was down", "2026-11-27T20:00:00Z", "stale", true],
  ["in the night", "2026-11-28T02:00:00Z", "stale", true],
  ["on Saturday", "2026-11-28T09:00:00Z", "stale", true],
  ["a week later, at the same hour", "2026-12-04T09:00:00Z", "stale", true],
])("a summary still unsent %s (%s) is %s", (_when, at, _state, expected) => {
  const now = new Date(at);
  expect(isStaleSummary({ name: "weekly_summary", created_at: FRIDAY }, now)).toBe(expected);
  expect(isStaleSummary({ name: "matter_news", created_at: FRIDAY }, now)).toBe(false);
});

describe("the weekly summary on Fridays", () => {
  test("the weekly summary is sent to both sides once a week, with the lowest priority", async () => {
    const { seller, buyer, sale } = await aMatter();
    await queueSummaries(db, FRIDAY);
    await queueSummaries(db, FRIDAY);
    const [summary, ...others] = await summariesOf(seller);
    expect(others).toEqual([]);
    expect(summary).toMatchObject({
      recipient: seller.email,
      props: { user_id: seller.id, transaction_id: sale.id, side: "seller" },
    });
    expect(await summariesOf(buyer)).toHaveLength(1);
    const { rows } = await sql<{ priority: number }>`
      select priority from graphile_worker._private_jobs
      where payload ->> 'email_log_id' = ${summary!.id}`.execute(db);
    expect(rows).toEqual([{ priority: 100 }]);
    await queueSummaries(db, new Date("2026-12-04T09:00:00Z"));
    expect(await summariesOf(seller)).toHaveLength(2);
  });

  test("the weekly summary is not sent after recent news, an opt-out or a closed account, but the other side gets its own", async () => {
    const { seller, buyer, sale } = await aMatter();
    const [shy, gone] = [await aMatter(), await aMatter()];
    await db
      .insertInto("email_log")
      .values({
        name: "matter_news",
        recipient: seller.email,
        user_id: seller.id,
        transaction_id: sale.id,
        created_at: new Date("2026-11-26T09:00:01Z"),
      })
      .execute();
    await saveEmailChoices(db, {
      user_id: shy.seller.id,
      wanted: EMAIL_KINDS.map(({ kind }) => kind).filter((kind) => kind !== "weekly"),
    });
    await db.updateTable("users").set({ active: false }).where("id", "=", gone.seller.id).execute();
    await queueSummaries(db, FRIDAY);
    for (const person of [seller, shy.seller, gone.seller])
      expect(await summariesOf(person)).toEqual([]);
    for (const person of [buyer, shy.buyer, gone.buyer])
      expect(await summariesOf(person)).toHaveLength(1);
    // A withdrawn email counts as not sent.
    const withdrawn = { status: "failed", last_error: "withdrawn" } as const;
    await db.updateTable("email_log").set(withdrawn).where("user_id", "=", seller.id).execute();
    await queueSummaries(db, FRIDAY);
    expect(await summariesOf(seller)).toHaveLength(1);
  });

  test.each([
    ["on a Monday, with no news", "2026-11-23T12:00:00Z", null, "2026-11-27"],
    ["on its Friday, before nine", "2026-11-27T08:59:59Z", null, "2026-11-27"],
    ["on its Friday, from nine on", "2026-11-27T09:00:00Z", null, "2026-12-04"],
    ["on a Saturday", "2026-11-28T12:00:00Z", null, "2026-12-04"],
    ["in summer, before nine", "2026-07-03T07:59:59Z", null, "2026-07-03"],
    ["in summer, from nine on", "2026-07-03T08:00:00Z", null, "2026-07-10"],
    ["after news earlier that week", "2026-11-24T12:00:00Z", "2026-11-23T12:00:00Z", "2026-11-27"],
    [
      "after news the day before that Friday",
      "2026-11-26T12:00:00Z",
      "2026-11-26T09:30:00Z",
      "2026-12-04",
    ],
    ["after news that Friday", "2026-11-27T08:00:00Z", "2026-11-27T07:00:00Z", "2026-12-04"],
  ])(
    "the weekly summary arrives on the day announced to the customer %s: $3",
    async (_when, now, told, day) => {
      const { seller, sale } = await aMatter();
      const reader = { user_id: seller.id, transaction_id: sale.id };
      if (told) {
        const created_at = new Date(told);
        const email = { name: "matter_news", recipient: seller.email, created_at } as const;
        await db
          .insertInto("email_log")
          .values({ ...reader, ...email })
          .execute();
      }
      expect(await readNextSummary(db, reader, new Date(now))).toBe(day);
      const summer = day.startsWith("2026-07");
      await queueSummaries(db, new Date(`${day}T${summer ? "08" : "09"}:00:00Z`));
      expect(await summariesOf(seller)).toHaveLength(1);
      await saveEmailChoices(db, { user_id: seller.id, wanted: ["searches"] });
      expect(await readNextSummary(db, reader, new Date(now))).toBeNull();
    },
  );

  test("the weekly summary is not delayed by news about another matter or to another person", async () => {
    const { seller, buyer, sale } = await aMatter();
    const other = await insertSale(db, seller.id);
    const created_at = new Date("2026-11-26T12:00:00Z");
    for (const [person, matter] of [
      [buyer, sale],
      [seller, other],
    ] as const) {
      const to = { user_id: person.id, transaction_id: matter.id, recipient: person.email };
      await db
        .insertInto("email_log")
        .values({ name: "matter_news", created_at, ...to })
        .execute();
    }
    const reader = { user_id: seller.id, transaction_id: sale.id };
    expect(await readNextSummary(db, reader, new Date("2026-11-26T13:00:00Z"))).toBe("2026-11-27");
  });

  test.each([23, 24, 25, 26, 27, 28, 29])(
    "the weekly summary arrives within 8 days of news on day %i of November (CU-14)",
    async (day) => {
      const { seller, sale } = await aMatter();
      const reader = { user_id: seller.id, transaction_id: sale.id };
      const now = new Date(`2026-11-${day}T12:00:00Z`);
      const email = { name: "matter_news", recipient: seller.email, created_at: now } as const;
      await db
        .insertInto("email_log")
        .values({ ...reader, ...email })
        .execute();
      const next = await readNextSummary(db, reader, now);
      expect(Date.parse(next ?? "") - now.getTime()).toBeLessThanOrEqual(8 * 86_400_000);
    },
  );

  test.each(["not_instructed", "completed", "aborted"])(
    "the weekly summary is not sent for a matter that is %s",
    async (stage) => {
      const { seller, buyer, sale } = await aMatter();
      await sql`update listed_transactions set stage = ${stage} where id = ${sale.id}`.execute(db);
      await queueSummaries(db, FRIDAY);
      expect([...(await summariesOf(seller)), ...(await summariesOf(buyer))]).toEqual([]);
    },
  );

  test("the weekly summary shows the current stage, and only to its reader", async () => {
    const { seller, buyer, sale } = await aMatter();
    const reader = { user_id: seller.id, transaction_id: sale.id, side: "seller" } as const;
    const { where, now } = await readSummary(db, reader);
    expect(where).toHaveLength(7);
    expect(now.title).toBe("Solicitors");
    await expect(readSummary(db, { ...reader, user_id: buyer.id })).rejects.toThrow(
      "no longer needed",
    );
  });
});
