import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readCalendar, readDates } from "#app/domain/calendar/calendar.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { insertPurchaseAtStage, insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const TODAY = "2026-11-26";

let seller: { id: string };
let buyer: { id: string };
let id: string;
let purchase: string;

beforeAll(async () => {
  seller = await signIn(db, { first_name: "Sam" });
  buyer = await signIn(db, { first_name: "Bea" });
});

beforeEach(async () => {
  id = await insertSaleAtStage(db, seller.id, { terms: true, complete: true });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  ({ id: purchase } = await insertPurchase(db, { id, property_id }, buyer.id, true));
});

const set = (dates: Record<string, string | boolean | null>) =>
  db.updateTable("purchase_intents").set(dates).where("id", "=", purchase).execute();
const read = async (who: { id: string }) =>
  (await readCalendar(db, customerReader(who.id), TODAY)).filter(
    (entry) => entry.transaction_id === id,
  );
const short = async (who: { id: string }) =>
  (await read(who)).map(
    ({ kind, day, sequence, is_cancelled }) =>
      `${kind} ${day} ${sequence}${is_cancelled ? " cancelled" : ""}`,
  );
const completionOf = async (who: { id: string }) =>
  (await short(who)).filter((line) => line.startsWith("completion"));

describe("a person's calendar", () => {
  test("the calendar shows each side its own dates of a matter", async () => {
    await set({ exchanged: "2026-12-01", completed: "2026-12-18" });
    expect(await short(seller)).toEqual([
      "exchange 2026-12-01 0",
      "completion 2026-12-18 0",
      "balance 2026-12-21 0",
    ]);
    expect(await short(buyer)).toEqual([
      "deposit 2026-11-30 0",
      "exchange 2026-12-01 0",
      "balance 2026-12-16 0",
      "completion 2026-12-18 0",
      "tax_return 2027-01-01 0",
    ]);
  });

  test("the calendar raises the sequence number of an entry once each time its date moves, is removed or returns", async () => {
    await set({ completed: "2026-12-18" });
    expect(await completionOf(seller)).toEqual(["completion 2026-12-18 0"]);
    expect(await completionOf(seller)).toEqual(["completion 2026-12-18 0"]);
    const [first] = await read(seller);
    await set({ completed: "2027-01-04" });
    expect(await completionOf(seller)).toEqual(["completion 2027-01-04 1"]);
    const [moved] = await read(seller);
    expect(moved?.uid).toBe(first?.uid);
    expect(moved?.changed_at.getTime()).toBeGreaterThan(first?.changed_at.getTime() ?? 0);
    await set({ completed: null });
    expect(await completionOf(seller)).toEqual(["completion 2027-01-04 2 cancelled"]);
    expect(await completionOf(seller)).toEqual(["completion 2027-01-04 2 cancelled"]);
    await set({ completed: "2027-01-04" });
    expect(await completionOf(seller)).toEqual(["completion 2027-01-04 3"]);
  });

  test("the calendar marks a planned completion as tentative, and confirms it at exchange with a higher sequence number (CU-17)", async () => {
    const completion = async () => (await read(seller)).find(({ kind }) => kind === "completion");
    await set({ exchanged: "2026-12-01", completed: "2026-12-18" });
    expect(await completion()).toMatchObject({ certainty: "plan", sequence: 0 });
    await set({ exchanged: TODAY });
    expect(await completion()).toMatchObject({ certainty: "set", sequence: 1 });
    expect(await completion()).toMatchObject({ certainty: "set", sequence: 1 });
    await set({ completed: null });
    expect(await completion()).toMatchObject({ is_cancelled: true, sequence: 2 });
  });

  test("the calendar does not raise the sequence number if a date moves and returns between two reads", async () => {
    await set({ completed: "2026-12-18" });
    await completionOf(seller);
    await set({ completed: "2027-01-04" });
    await set({ completed: "2026-12-18" });
    expect(await completionOf(seller)).toEqual(["completion 2026-12-18 0"]);
  });

  test("the calendar cancels the dates of an aborted matter and restores them when it is reopened", async () => {
    await set({ exchanged: "2026-12-01" });
    await short(seller);
    await set({ aborted: TODAY });
    expect(await short(seller)).toEqual(["exchange 2026-12-01 1 cancelled"]);
    await set({ aborted: null });
    expect(await short(seller)).toEqual(["exchange 2026-12-01 2"]);
  });

  test("concurrent reads of a calendar return the same dates and raise the sequence number once", async () => {
    await set({ exchanged: "2026-12-01" });
    const both = await Promise.all([short(seller), short(seller)]);
    expect(both[0]).toEqual(both[1]);
    await set({ exchanged: "2026-12-02" });
    await Promise.all([short(seller), short(seller), short(seller)]);
    expect(await short(seller)).toEqual(["exchange 2026-12-02 1"]);
  });

  test("the calendar names the property, but no price, person or phone number", async () => {
    await set({ exchanged: "2026-12-01", completed: "2026-12-18", priority_search_on: TODAY });
    for (const { summary, description, url } of [...(await read(seller)), ...(await read(buyer))]) {
      expect(summary).toMatch(/: 12 Arch Street, York, YO1 7HZ$/);
      expect(url).toMatch(/^http.*\/dashboard\/(?:sell|buy)\/[0-9a-f]{24}$/);
      expect(summary + description.replace(url, "")).not.toMatch(/£|\d{3},\d{3}|Sam|Bea|07\d{3}|@/);
    }
  });

  test("the calendar shows searches and the priority period only to the active buyer", async () => {
    await addSearch(db, id, { product_id: "LLC1CON29", pages: null });
    await db
      .updateTable("searches")
      .set({ completion_date: "2026-10-15" })
      .where("transaction_id", "=", id)
      .execute();
    await set({ priority_search_on: "2026-12-01" });
    expect(await short(buyer)).toEqual(["priority 2027-01-15 0", "searches 2027-04-15 0"]);
    expect(await short(seller)).toEqual([]);
    const event_name = "purchase_intent_success_email_sent";
    const place = { transaction_id: id, purchase_intent_id: purchase };
    await recordEvent(db, { ...place, event_name, author: "buyer" });
    await set({ is_active: false });
    expect(await short(buyer)).toEqual([
      "priority 2027-01-15 1 cancelled",
      "searches 2027-04-15 1 cancelled",
    ]);
  });

  test("the calendar cancels the date on which searches turn 6 months old once contracts are exchanged", async () => {
    await addSearch(db, id, { product_id: "LLC1CON29", pages: null });
    await db
      .updateTable("searches")
      .set({ completion_date: "2026-10-15" })
      .where("transaction_id", "=", id)
      .execute();
    const reader = customerReader(buyer.id);
    const shown = async () =>
      (await readDates(db, { id, side: "buyer", reader }, TODAY)).map(({ title }) => title);
    expect(await read(buyer)).toMatchObject([
      {
        kind: "searches",
        is_cancelled: false,
        summary: "Searches will be 6 months old: 12 Arch Street, York, YO1 7HZ",
        description: expect.stringMatching(
          /^Most lenders need searches to be less than 6 months old when you complete\. Your oldest search is dated Thursday 15 October\.\nhttp/,
        ),
      },
    ]);
    expect(await shown()).toEqual(["Searches will be 6 months old"]);
    await set({ exchanged: TODAY });
    expect(await short(buyer)).toEqual([`exchange ${TODAY} 0`, "searches 2027-04-15 1 cancelled"]);
    expect(await shown()).toEqual(["Contracts exchanged"]);
  });

  test("the calendar titles a completion date as planned until contracts are exchanged", async () => {
    const titles = async () => (await read(seller)).map(({ summary }) => summary.split(":")[0]);
    await set({ exchanged: "2026-12-01", completed: "2026-12-18" });
    expect(await titles()).toEqual([
      "Planned exchange of contracts",
      "Planned completion",
      "Balance of your sale expected",
    ]);
    await set({ exchanged: TODAY });
    expect(await titles()).toEqual([
      "Contracts exchanged",
      "Completion",
      "Balance of your sale expected",
    ]);
  });

  test("the calendar shows an estimated exchange until its date is set, and cancels it for an inactive buyer", async () => {
    const longAgo = "2026-11-02T10:00:00Z";
    const seller_lawyer_group_id = await insertLawyerGroup(db);
    const buyer_lawyer_group_id = await insertLawyerGroup(db);
    const sides = { seller_lawyer_group_id, buyer_lawyer_group_id, legals_started_at: longAgo };
    await db.updateTable("transactions").set(sides).where("id", "=", id).execute();
    const range = { stage: "exchange", from_days: 20, to_days: 30, late_days: 40 } as const;
    const reckoned = (sales: number) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("stage_duration_stats").execute();
        await trx
          .insertInto("stage_duration_stats")
          .values({ ...range, sales })
          .execute();
      });
    await reckoned(19);
    expect(await short(seller)).toEqual([]);
    await reckoned(120);
    for (const who of [seller, buyer]) {
      expect(await read(who)).toMatchObject([
        {
          kind: "exchange",
          day: "2026-12-14",
          certainty: "estimate",
          summary: expect.stringMatching(/^Estimated exchange of contracts: /),
          description: expect.stringMatching(/^Half of our last 120 sales took 20 to 30 working/),
        },
      ]);
    }
    const reader = customerReader(seller.id);
    expect(await readDates(db, { id, side: "seller", reader }, TODAY)).toEqual([]);
    await set({ exchanged: "2026-12-04" });
    expect(await read(seller)).toMatchObject([
      { day: "2026-12-04", sequence: 1, certainty: "plan" },
    ]);
    await recordEvent(db, {
      transaction_id: id,
      purchase_intent_id: purchase,
      event_name: "purchase_intent_success_email_sent",
      author: "system",
    });
    await set({ exchanged: null, is_active: false });
    expect(await short(buyer)).toEqual(["exchange 2026-12-14 1 cancelled"]);
    await db.deleteFrom("stage_duration_stats").execute();
  });

  test("the calendar cancels a seller's dates if the sale has no active buyer", async () => {
    await set({ completed: "2026-12-18" });
    await short(seller);
    await set({ is_active: false });
    expect(await short(seller)).toEqual([
      "completion 2026-12-18 1 cancelled",
      "balance 2026-12-21 1 cancelled",
    ]);
  });

  test("the calendar uses the date of the later search if a search product was ordered again", async () => {
    await addSearch(db, id, { product_id: "LLC1CON29", pages: null });
    await db
      .updateTable("searches")
      .set({ completion_date: "2026-05-01", created_at: new Date("2026-04-01") })
      .where("transaction_id", "=", id)
      .execute();
    await addSearch(db, id, { product_id: "LLC1CON29", pages: null });
    await db
      .updateTable("searches")
      .set({ completion_date: "2026-11-02" })
      .where("transaction_id", "=", id)
      .where("completion_date", "is distinct from", "2026-05-01")
      .execute();
    expect(await short(buyer)).toEqual(["searches 2027-05-02 0"]);
  });

  test("the calendar lists the dates of every matter and side that a person is on", async () => {
    const both = await signIn(db);
    const theirs = await insertSaleAtStage(db, both.id, { terms: true, complete: true });
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", theirs)
      .executeTakeFirstOrThrow();
    const sold = await insertPurchase(db, { id: theirs, property_id }, buyer.id, true);
    const bought = await insertPurchaseAtStage(db, both.id, { complete: true });
    await db
      .updateTable("purchase_intents")
      .set({ completed: "2026-12-18" })
      .where("id", "in", [sold.id, bought.id])
      .execute();
    const entries = await readCalendar(db, customerReader(both.id), TODAY);
    expect(entries.map(({ side, kind }) => `${side} ${kind}`).toSorted()).toEqual([
      "buyer balance",
      "buyer completion",
      "buyer tax_return",
      "seller balance",
      "seller completion",
    ]);
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(5);
  });

  test("the calendar and the dashboards show a stranger no dates of the matter", async () => {
    await set({ exchanged: TODAY });
    const stranger = await insertPerson(db, "stranger@example.test");
    expect(await readCalendar(db, customerReader(stranger.id), TODAY)).toEqual([]);
    for (const side of ["seller", "buyer"] as const) {
      const reader = customerReader(stranger.id);
      expect(await readDates(db, { id, side, reader }, TODAY)).toEqual([]);
      const staff = staffReader(stranger);
      expect(await readDates(db, { id, side, reader: staff }, TODAY)).toHaveLength(1);
    }
  });
});
