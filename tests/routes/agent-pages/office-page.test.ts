import { beforeAll, describe, expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { saleStage } from "#app/domain/agent-pages/sale-words.ts";
import { insertPaidOrder } from "#tests/db/people.ts";
import { agentMatter, assignOffice, signInAgent } from "#tests/support/agent-pages.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { stageFacts } from "#tests/domain/stages/facts.ts";
import { change, createAgent, listSales, visitOffice, visitSale } from "./use-agent.ts";

const { db } = useTestDatabase();
const today = londonDay(new Date());
let handler = "";

beforeAll(async () => {
  const ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  handler = ada.id;
});

const ids = async (of: Parameters<typeof listSales>[0]) =>
  (await listSales(of)).map(({ id }) => id);

describe("an office’s page", () => {
  test("lists each sale with its stage and who has the next step", async () => {
    const of = await createAgent(db, handler);
    await assignSolicitors(db, of.id, ["seller"]);
    expect(await listSales(of)).toMatchObject([
      {
        address: `${of.line_1}, York, YO1 7HZ`,
        stage: "Stage 2 of 7: ID checks",
        holder: { label: "With", text: "Fanlight" },
        exchange: null,
        is_over: false,
      },
    ]);
  });

  test("lists only the sales of this office that are paid for", async () => {
    const of = await createAgent(db, handler);
    await agentMatter(db);
    const unpaid = await createMatter(db);
    await assignOffice(db, unpaid.id, of.estate_agent_id);
    expect(await ids(of)).toEqual([of.id]);
    expect((await visitSale({ ...of, id: unpaid.id })).status).toBe(404);
  });

  test("lists 50 sales a page, newest first", async () => {
    const of = await createAgent(db, handler);
    for (let sale = 0; sale < 51; sale++) {
      const { id } = await createMatter(db, `${sale} Keyset Street`);
      await insertPaidOrder(db, id);
      await assignOffice(db, id, of.estate_agent_id);
    }
    const first = (await visitOffice(of)).data as { sales: { id: string }[]; next: string };
    expect(first.sales).toHaveLength(50);
    const after = new URL(first.next, "http://localhost:3000").searchParams.get("after");
    const second = (await visitOffice(of, { after })).data as typeof first;
    expect(second.sales).toHaveLength(2);
    expect(second.next).toBeNull();
    const all = [...first.sales, ...second.sales].map(({ id }) => id);
    expect(new Set(all).size).toBe(52);
    expect(all.at(-1)).toBe(of.id);
  });

  test("a place in the list of another office, or none, shows nothing more", async () => {
    const of = await createAgent(db, handler);
    const other = await agentMatter(db);
    const odd = await visitOffice(of, { after: other.id });
    expect(odd.data).toMatchObject({ sales: [] });
    expect((await visitOffice(of, { after: "x'" })).status).toBe(200);
  });

  test.each([
    ["ended today", { ended_on: today }, "Ended", true],
    ["ended 30 days ago", { ended_on: addDays(today, -30) }, "Ended", true],
    ["ended 31 days ago", { ended_on: addDays(today, -31) }, "Ended", false],
  ])("a sale that %s is shown as ended, for 30 days", async (_, matter, stage, isShown) => {
    const of = await createAgent(db, handler);
    await change(db, of, matter);
    expect((await listSales(of)).map((sale) => sale.stage)).toEqual(isShown ? [stage] : []);
    expect((await visitSale(of)).status).toBe(isShown ? 200 : 404);
  });

  test("a sale that completed is shown for 30 days, with its dates", async () => {
    const of = await createAgent(db, handler);
    const purchase = await createPurchaseAtStage(db, of, { active: true });
    const complete = (completed: string) =>
      db
        .updateTable("purchase_intents")
        .set({ exchanged: addDays(completed, -7), completed })
        .where("id", "=", purchase.id)
        .execute();
    await complete(today);
    expect(await listSales(of)).toMatchObject([
      { stage: "Completed", holder: null, completion: expect.any(String) as string },
    ]);
    await complete(addDays(today, -31));
    expect(await listSales(of)).toEqual([]);
  });
});

describe("an office’s page of a sale", () => {
  test("shows the stage, what is ready, the dates and our handler", async () => {
    const of = await createAgent(db, handler);
    const { status, data } = await visitSale(of);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      line_1: of.line_1,
      stage: "Stage 1 of 7: solicitors",
      contact: { name: "Ada Marsh" },
      ready: [{ title: "Solicitor" }, {}, {}, {}, {}],
      memorandum: { state: "open", declined: null },
    });
  });

  test("shows the day by which the stage is usually done, and no day without enough past sales", async () => {
    const of = await createAgent(db, handler);
    await db.deleteFrom("stage_duration_stats").where("stage", "=", "instructed").execute();
    expect((await visitSale(of)).data).toMatchObject({ expected: null });
    await db
      .insertInto("stage_duration_stats")
      .values({ stage: "instructed", sales: 40, from_days: 2, to_days: 6, late_days: 9 })
      .execute();
    expect((await visitSale(of)).data).toMatchObject({
      expected: expect.stringMatching(/^This stage is usually done by .+\.$/) as string,
    });
  });

  test("says that exchange and completion are planned, until exchange sets completion", async () => {
    const of = await createAgent(db, handler);
    const purchase = await createPurchaseAtStage(db, of, { active: true });
    const daysOf = async (exchanged: string, completed: string) => {
      await db
        .updateTable("purchase_intents")
        .set({ exchanged, completed })
        .where("id", "=", purchase.id)
        .execute();
      const { dates } = (await visitSale(of)).data as { dates: { day: string }[] };
      return dates.map(({ day }) => day.startsWith("Planned for "));
    };
    expect(await daysOf(addDays(today, 5), addDays(today, 12))).toEqual([true, true]);
    expect(await daysOf(today, addDays(today, 12))).toEqual([false, false]);
  });

  test("has nothing about the people, the money or the checks of either side", async () => {
    const of = await createAgent(db, handler);
    const purchase = await createPurchaseAtStage(
      db,
      of,
      { active: true },
      {
        mortgage_required_for_purchase: "yes",
        mortgage_provider: "Skipton Building Society",
      },
    );
    await assignSolicitors(db, of.id, ["seller", "buyer"]);
    await db
      .insertInto("identity_checks")
      .values({
        ...{ transaction_id: of.id, purchase_intent_id: purchase.id, person_type: "buyer" },
        ...{ email: purchase.email, first_name: "Bea", last_name: "Byron" },
        ...{ phone_number: "+447400123456", status: "complete", result: "consider" },
      })
      .execute();
    await db
      .insertInto("stage_notes")
      .values({
        ...{ transaction_id: of.id, stage: "identity", reader: "both", author_id: handler },
        note: "A note for customers",
      })
      .execute();
    for (const { data } of [await visitSale(of), await visitOffice(of)]) {
      expect(JSON.stringify(data)).not.toMatch(
        /\bBea\b|Byron|Skipton|mortgage|lender|deposit|gift|consider|note for|Ashby|Able/i,
      );
    }
  });

  test("the sale of another office, and any other name, is a 404", async () => {
    const of = await createAgent(db, handler);
    const other = await agentMatter(db);
    for (const id of [other.id, "x", "65a000000000000000000001"]) {
      expect((await visitSale({ ...of, id })).status).toBe(404);
    }
  });

  test("a colleague at the same office sees the same sales", async () => {
    const of = await createAgent(db, handler);
    const cookie = await signInAgent(db, { ...of, email: `ned.${of.email}` });
    expect(await ids({ ...of, cookie })).toEqual([of.id]);
  });
});

describe("the words about a sale for its estate agent", () => {
  const day = "2026-03-02";

  test("do not say that a giftor has the next step, nor whose check is open", () => {
    const facts = stageFacts({
      sides: "both",
      purchase: {},
      progress: { payment: "complete", id_checks: "in_progress", searches: "complete" },
      waits: {
        check: { person_type: "giftor", created_at: "2026-02-01", is_unconfirmed: false },
      },
    });
    const { holder } = saleStage(facts, day);
    expect(holder).toEqual({ label: "Needs", text: "Everyone’s ID check to be complete" });
  });

  test("say that a paused sale is on hold", () => {
    const facts = stageFacts({ sides: "seller" });
    expect(saleStage({ ...facts, pause: { until: null } }, day).holder).toEqual({
      label: "Next step",
      text: "On hold",
    });
  });
});
