import { beforeAll, describe, expect, test } from "vitest";
import {
  assignSolicitors,
  assignSolicitorsToGroup,
  planGroupSolicitors,
} from "#app/domain/assignments/assign-solicitors.server.ts";
import { planSolicitors } from "#app/domain/assignments/plan-solicitors.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { SolicitorsChoice } from "#app/domain/assignments/solicitors-choice.server.ts";
import { listLetters } from "#app/domain/assignments/letter.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { isQueuedEmailName } from "#app/emails/index.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup, newGroup, newUnit } from "#tests/support/groups.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { staffReader } from "#tests/support/readers.ts";
import { solicitorsChoice, insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

const threeUnits = [newUnit(1), newUnit(2), newUnit(3)];

const groupsOf = (ids: string[]) =>
  db
    .selectFrom("transactions")
    .select(["id", "seller_lawyer_group_id as seller", "buyer_lawyer_group_id as buyer"])
    .select(["legals_started_at", "version"])
    .where("id", "in", ids)
    .orderBy("created_at")
    .execute();

const emailsTo = async (emails: string[]) => {
  const rows = await db
    .selectFrom("email_log")
    .select(["name", "recipient", "transaction_id", "props"])
    .where("recipient", "in", emails)
    .orderBy("name")
    .execute();
  return rows;
};

describe("assigning solicitors to a group of matters (L-063, AMB-L06, WF-17.3)", () => {
  test("assigns solicitors to every unit of a group that has none, and counts the units that it skips (AMB-L06)", async () => {
    const { id, units } = await aGroup();
    await assignOne(units[1]!);
    const [, before] = await groupsOf(units);
    const chosen = await solicitorsChoice(db);
    expect(await assignAll(id, chosen)).toEqual({ skipped: 1 });
    const now = await groupsOf(units);
    expect(now[1]).toEqual(before);
    for (const unit of [now[0], now[2]]) {
      expect(unit).toMatchObject({
        seller: chosen.seller_lawyer_group_id,
        buyer: chosen.buyer_lawyer_group_id,
        legals_started_at: expect.any(Date),
        version: 2,
      });
    }
  });

  test("queues the plot plan request and the seller emails of a group once per recipient, for all units (L-054)", async () => {
    const { id, units, representative } = await aGroup();
    const seller = await insertLawyerGroup(db, {
      solicitor: {
        first_name: "Sol",
        last_name: "Ashby",
        email: `sol.${id}@ashby.example`,
        phone_number: null,
      },
    });
    await assignAll(id, await solicitorsChoice(db, { seller_lawyer_group_id: seller }));
    const sent = await emailsTo([representative, `sol.${id}@ashby.example`]);
    expect(sent.map(({ name, recipient }) => [name, recipient])).toEqual([
      ["plot_plan_request", representative],
      ["seller_introduction", representative],
      ["seller_solicitor_instruction", `sol.${id}@ashby.example`],
    ]);
    for (const { name, props, transaction_id } of sent) {
      expect(transaction_id).toBeNull();
      if (name === "seller_solicitor_instruction") {
        const { references } = await readContents(db, name, props);
        expect(references).toHaveLength(units.length);
        continue;
      }
      expect(new Set((props as { transaction_ids: string[] }).transaction_ids)).toEqual(
        new Set(units),
      );
    }
    const events = await db
      .selectFrom("events")
      .select(["transaction_id", "event_name"])
      .where("transaction_id", "in", units)
      .where("event_name", "like", "%email_sent")
      .execute();
    expect(events).toHaveLength(3 * units.length);
  });

  test("the emails and the instruction letter about a group list every property", async () => {
    const { id, units, representative } = await aGroup();
    const { name } = await db
      .selectFrom("transaction_groups")
      .select("name")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await assignAll(id, await solicitorsChoice(db, { seller_comments: "Phase one" }));
    const homes = [1, 2, 3].map((plot) => `Plot ${plot}, Elm Field, York, YO30 7BN`);
    const [plan, introduction] = await emailsTo([representative]);
    expect(await readContents(db, "plot_plan_request", plan!.props, representative)).toEqual({
      first_name: "Rae",
      property: `3 properties in ${name}`,
      homes,
      law_firm: "Ashby & Co",
    });
    expect(
      await readContents(db, "seller_introduction", introduction!.props, representative),
    ).toMatchObject({ homes, dashboard: "http://localhost:3000/welcome-back" });
    const [kept] = await listLetters(db, staffReader(), units[0]!);
    const { letter } = kept!;
    expect(letter).toMatchObject({
      subject: `New instruction: sale of 3 properties in ${name}`,
      comment: "Phase one",
      missing: expect.arrayContaining([`${homes[2]}: There is no buyer yet.`]),
    });
    const facts = letter.parts.flatMap(({ rows }) => rows);
    expect(facts.slice(0, 3).map(({ what, text }) => [what, text.split("\n").slice(0, 3)])).toEqual(
      homes.map((home, index) => [
        home,
        [
          "Tenure: Freehold",
          "Title number: Not known",
          `Asking price: £300,00${index + 1} (no price agreed yet)`,
        ],
      ]),
    );
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: "Rae Elm",
          text: expect.stringMatching(/^Representative of Elmfield Homes Limited\n/),
          email: representative,
          phone: "07400 123456",
        }),
        expect.objectContaining({
          what: "Selling company",
          text: expect.stringMatching(/^Elmfield Homes Limited, company number 9\d{7}$/),
        }),
      ]),
    );
  });

  test("the buyer's emails are queued only for units with an active purchase (L-052, L-053, AMB-L06, X-055)", async () => {
    const { id, units } = await aGroup();
    const buyer = await withBuyer(units[1]!);
    const chosen = await solicitorsChoice(db);
    const plan = await planGroupSolicitors(db, staffReader(), id, chosen);
    expect(plan.not_sent).toEqual([]);
    expect(plan.waiting).toEqual(
      ["buyer_introduction", "buyer_additional_info", "buyer_solicitor_instruction"].map(
        (name) => ({ name, transactions: 2 }),
      ),
    );
    await assignAll(id, chosen);
    const sent = await emailsTo([buyer.email]);
    expect(sent).toMatchObject([
      { name: "buyer_additional_info", transaction_id: units[1] },
      { name: "buyer_introduction", transaction_id: units[1] },
    ]);
    for (const { name, props } of sent) {
      if (!isQueuedEmailName(name)) throw new Error(name);
      expect(await readContents(db, name, props, buyer.email)).toMatchObject({
        property: "Plot 2, Elm Field, York, YO30 7BN",
      });
    }
  });

  test("queues no introduction of a non-panel solicitor to the sellers of a group, even if its box is ticked (L-051)", async () => {
    const { id, representative } = await aGroup();
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    await assignAll(id, await solicitorsChoice(db, { seller_lawyer_group_id: outside }));
    expect((await emailsTo([representative])).map(({ name }) => name)).toEqual([
      "plot_plan_request",
    ]);
  });

  test("assigning solicitors to a group records events and an audit row for every unit", async () => {
    const { id, units } = await aGroup();
    await assignAll(id, await solicitorsChoice(db));
    for (const unit of units) {
      const events = await db
        .selectFrom("events")
        .select(["event_name", "author", "author_id", "comments"])
        .where("transaction_id", "=", unit)
        .where("event_name", "like", "%solicitors_assigned")
        .orderBy("event_name")
        .execute();
      const by = { author: "admin", author_id: actor.id, comments: "Ashby York" };
      expect(events).toEqual([
        { event_name: "buyer_solicitors_assigned", ...by },
        { event_name: "seller_solicitors_assigned", ...by },
      ]);
      const audit = await db
        .selectFrom("audit_log")
        .select("action")
        .where("subject_id", "=", unit)
        .where("actor_id", "=", actor.id)
        .execute();
      expect(audit).toEqual([{ action: "solicitors_assigned" }]);
    }
  });
});

describe("refused assignments of solicitors to a group", () => {
  test.each(["x", "0".repeat(24)])(
    "rejects the assignment of solicitors to an unknown group: %s (M-085, P-063)",
    async (id) => {
      await expect(
        planGroupSolicitors(db, staffReader(), id, await solicitorsChoice(db)),
      ).rejects.toMatchObject({
        message: "Transaction group not found",
        status: 404,
      });
    },
  );

  test("rejects the assignment of solicitors to a group if all its units have solicitors (AMB-L06)", async () => {
    const { id } = await aGroup();
    await assignAll(id, await solicitorsChoice(db));
    await expect(
      planGroupSolicitors(db, staffReader(), id, await solicitorsChoice(db)),
    ).rejects.toMatchObject({
      message: "Solicitors are already assigned to every transaction in this group",
      status: 409,
    });
  });

  test("rejects the assignment of solicitors to a group if a unit has been assigned solicitors since the page was opened", async () => {
    const { id, units } = await aGroup();
    const chosen = await solicitorsChoice(db);
    const confirmed = hashPlan(await planGroupSolicitors(db, staffReader(), id, chosen));
    await assignOne(units[2]!);
    const before = await groupsOf(units);
    await expect(
      assignSolicitorsToGroup(db, id, { choice: chosen, confirmed, actor }),
    ).rejects.toThrow("Something has changed since you opened this page.");
    expect(await groupsOf(units)).toEqual(before);
  });

  test("rejects an unknown lawyer group for a group of matters and returns the name of its form field", async () => {
    const { id } = await aGroup();
    const chosen = { ...(await solicitorsChoice(db)), buyer_lawyer_group_id: "0".repeat(24) };
    await expect(planGroupSolicitors(db, staffReader(), id, chosen)).rejects.toMatchObject({
      data: { field: "buyer_lawyer_group_id" },
    });
  });
});

test("concurrent assignments of solicitors to a group and to its units do not deadlock", async () => {
  const { id, units } = await aGroup();
  const chosen = await solicitorsChoice(db);
  const confirmed = hashPlan(await planGroupSolicitors(db, staffReader(), id, chosen));
  const all = assignSolicitorsToGroup(db, id, { choice: chosen, confirmed, actor });
  const singles = [...units].reverse().map((unit) => assignOne(unit));
  const settled = await Promise.allSettled([all, ...singles]);
  const reasons = settled.flatMap((one) =>
    one.status === "rejected" ? [one.reason as Error] : [],
  );
  for (const { message } of reasons) expect(message).toMatch(/already assigned|has changed/);
  for (const { seller, buyer } of await groupsOf(units)) {
    expect([seller, buyer]).not.toContain(null);
  }
});

async function aGroup() {
  const group = newGroup({ units: threeUnits });
  const representative = "person" in group.representative ? group.representative.person.email : "";
  return { ...(await insertGroup(db, group)), representative };
}

async function withBuyer(transaction_id: string) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const buyer = await signIn(db);
  const purchase = await insertPurchase(db, { id: transaction_id, property_id }, buyer.id, true);
  return { email: buyer.email, purchase_intent_id: purchase.id };
}

async function assignAll(id: string, chosen: SolicitorsChoice) {
  const confirmed = hashPlan(await planGroupSolicitors(db, staffReader(), id, chosen));
  return assignSolicitorsToGroup(db, id, { choice: chosen, confirmed, actor });
}

async function assignOne(id: string) {
  const chosen = await solicitorsChoice(db);
  const confirmed = hashPlan(await planSolicitors(db, staffReader(), id, chosen));
  await assignSolicitors(db, id, { choice: chosen, confirmed, actor });
}
