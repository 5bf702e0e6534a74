import { beforeEach, describe, expect, test } from "vitest";
import { readLeadsByOffice } from "#app/domain/stats/offices.server.ts";
import {
  readNewLeads,
  readNewTransactions,
  readSolicitorAssignments,
} from "#app/domain/stats/statistics.server.ts";
import { statsMonths } from "#app/domain/stats/months.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
/** November, October (the month in which summer time ends) and September. */
const MONTHS = statsMonths(new Date("2026-11-22T12:00:00Z"));
let seller_id: string;

beforeEach(async () => {
  await emptyTables(db);
  seller_id = (await insertPerson(db, "seller@example.test")).id;
});

type Change = Partial<{
  type: "resale" | "development";
  created_at: Date;
  legals_started_at: Date | null;
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
}>;

const change = (id: string, change: Change) =>
  db.updateTable("transactions").set(change).where("id", "=", id).execute();

describe("the count of new matters (S-001, S-020, X-060)", () => {
  test("counts new matters by the month of their creation in London, paid or not (S-002, AMB-S01)", async () => {
    expect(await readNewTransactions(db, MONTHS)).toEqual(
      MONTHS.map((month) => ({ month, total: 0, resale: 0, development: 0 })),
    );
    await aMatter("2026-11-01T00:00:00Z");
    await aMatter("2026-11-30T23:59:59Z", { type: "development" });
    await aMatter("2026-12-01T00:00:00Z");
    // In summer time, 1 October starts in London while it is still September in UTC.
    await aMatter("2026-09-30T23:00:00Z");
    await aMatter("2026-10-31T23:59:59Z");
    await aMatter("2026-09-30T22:59:59Z", { type: "development" });
    await aMatter("2026-08-31T22:59:59Z");
    expect(await readNewTransactions(db, MONTHS)).toEqual([
      { month: "2026-11", total: 2, resale: 1, development: 1 },
      { month: "2026-10", total: 2, resale: 2, development: 0 },
      { month: "2026-09", total: 1, resale: 0, development: 1 },
    ]);
  });

  test("the count of new matters follows changes and deletions, and ignores a matter that was rolled back", async () => {
    const id = await aMatter("2026-11-02T12:00:00Z");
    await change(id, { type: "development" });
    await change(id, { created_at: new Date("2026-10-02T12:00:00Z") });
    const undone = db.transaction().execute(async (trx) => {
      await insertSale(trx, seller_id);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await readNewTransactions(db, MONTHS)).toMatchObject([
      { total: 0 },
      { total: 1, development: 1 },
      { total: 0 },
    ]);
    await db.deleteFrom("transactions").execute();
    expect(await readNewTransactions(db, MONTHS)).toMatchObject([
      { total: 0 },
      { total: 0 },
      { total: 0 },
    ]);
  });
});

describe("the count of leads (S-003, S-021, S-022)", () => {
  test("counts leads by the month of their submission (X-061, AMB-S01)", async () => {
    const { id } = await insertOffice(db, "One");
    for (const made of ["2026-11-01T00:00:00Z", "2026-10-31T23:59:59Z", "2026-08-31T23:00:00Z"]) {
      await aLead(id, made);
    }
    await aLead(id, "2026-12-01T00:00:00Z");
    await aLead(id, "2026-08-31T22:59:59Z");
    expect(await readNewLeads(db, MONTHS)).toEqual(MONTHS.map((month) => ({ month, total: 1 })));
  });

  test("the statistics list offices by this month's leads, then by those of earlier months, then by name (S-004, X-062)", async () => {
    const given: [office: string, leads: [now: number, before: number, first: number]][] = [
      ["Zeal", [2, 0, 0]],
      ["Yard", [1, 3, 0]],
      ["Abbey", [1, 3, 1]],
      ["north", [0, 0, 1]],
      ["East", [0, 0, 1]],
    ];
    for (const [office, months] of given) {
      const { id } = await insertOffice(db, office);
      for (const [place, count] of months.entries()) {
        for (let n = 0; n < count; n++) await aLead(id, `${MONTHS[place]}-15T12:00:00Z`);
      }
    }
    const silent = await insertOffice(db, "Silent");
    await aLead(silent.id, "2026-08-15T12:00:00Z");
    const gone = await aLead(silent.id, "2026-11-15T12:00:00Z");
    await db.deleteFrom("leads").where("id", "=", gone).execute();

    const { rows, total } = await readLeadsByOffice(db, MONTHS, 10);
    expect(rows.map(({ office, totals }) => [office, totals])).toEqual([
      ["Zeal", [2, 0, 0]],
      ["Abbey", [1, 3, 1]],
      ["Yard", [1, 3, 0]],
      ["East", [0, 0, 1]],
      ["north", [0, 0, 1]],
    ]);
    expect(total).toBe(5);
    const first = await readLeadsByOffice(db, MONTHS, 2);
    expect([first.rows.map(({ office }) => office), first.total]).toEqual([["Zeal", "Abbey"], 5]);
  });
});

describe("the count of solicitor assignments (S-007, S-023, X-063)", () => {
  test("counts solicitor assignments by start date of the legal work, per law firm with all its lawyer groups (AMB-S01)", async () => {
    const ashby = await insertLawFirm(db, { name: "Ashby" });
    const brunel = await insertLawFirm(db, { name: "Brunel" });
    const [york, bath] = [
      await insertLawyerGroup(db, { law_firm_id: ashby }),
      await insertLawyerGroup(db, { law_firm_id: ashby, name: "Ashby Bath" }),
    ];
    const other = await insertLawyerGroup(db, { law_firm_id: brunel });
    const assigned = (seller: string, buyer: string, on: string) =>
      aMatter("2026-01-01T00:00:00Z", {
        seller_lawyer_group_id: seller,
        buyer_lawyer_group_id: buyer,
        legals_started_at: new Date(on),
      });
    await assigned(york, other, "2026-11-01T00:00:00Z");
    await assigned(bath, york, "2026-11-30T23:59:59Z");
    await assigned(other, bath, "2026-10-31T23:59:59Z");
    await assigned(other, bath, "2026-09-30T22:59:59Z");
    await aMatter("2026-11-05T00:00:00Z", { seller_lawyer_group_id: york });

    const { firms, all } = await readSolicitorAssignments(db, MONTHS);
    expect(firms).toEqual([
      {
        law_firm_id: ashby,
        law_firm_name: "Ashby",
        current: { seller_count: 2, buyer_count: 1, total: 3 },
        previous: { seller_count: 0, buyer_count: 1, total: 1 },
      },
      {
        law_firm_id: brunel,
        law_firm_name: "Brunel",
        current: { seller_count: 0, buyer_count: 1, total: 1 },
        previous: { seller_count: 1, buyer_count: 0, total: 1 },
      },
    ]);
    expect(all).toMatchObject({
      current: { seller_count: 2, buyer_count: 2, total: 4 },
      previous: { seller_count: 1, buyer_count: 1, total: 2 },
    });
  });

  test("the count of solicitor assignments excludes a law firm that was removed from the matter", async () => {
    const [one, two] = [await insertLawyerGroup(db), await insertLawyerGroup(db)];
    const id = await aMatter("2026-11-02T12:00:00Z", {
      seller_lawyer_group_id: one,
      buyer_lawyer_group_id: two,
      legals_started_at: new Date("2026-11-03T12:00:00Z"),
    });
    await change(id, { buyer_lawyer_group_id: null });
    expect((await readSolicitorAssignments(db, MONTHS)).firms).toHaveLength(1);
    await change(id, { legals_started_at: null });
    expect((await readSolicitorAssignments(db, MONTHS)).firms).toEqual([]);
  });
});

async function aMatter(made: string, changes: Change = {}) {
  const { id } = await insertSale(db, seller_id);
  await change(id, { created_at: new Date(made), ...changes });
  return id;
}

async function aLead(estate_agent_id: string, made: string) {
  const { id } = await db
    .insertInto("leads")
    .values({
      estate_agent_id,
      property_address: "1 Arch Street, Bath",
      initial_asking_price_pounds: 300_000,
      seller_1_name: "Ada Byron",
      seller_1_email: "ada@example.test",
      seller_1_phone: "+447400123456",
      created_at: new Date(made),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
