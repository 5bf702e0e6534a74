import { beforeAll, describe, expect, test } from "vitest";
import { readLawyerGroup, updateLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { assignSolicitors } from "#app/domain/transactions/assign-solicitors.server.ts";
import { readAssignmentFacts } from "#app/domain/transactions/assigned-solicitors.server.ts";
import { planMark, planSolicitors } from "#app/domain/transactions/plan-solicitors.server.ts";
import { listSolicitorOptions } from "#app/domain/transactions/solicitor-options.server.ts";
import {
  type SolicitorsChoice,
  SolicitorsForm,
} from "#app/domain/transactions/solicitors-form.server.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { isQueuedEmailName } from "#app/queue/emails.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { choice, insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

const email = () => `${crypto.randomUUID()}@example.test`;

async function aSale() {
  const seller = await insertPerson(db, email());
  return { ...(await insertSale(db, seller.id)), seller: seller.email };
}

async function withBuyer(is_active = true) {
  const sale = await aSale();
  const buyer = await insertPerson(db, email());
  const purchase = await insertPurchase(db, sale, buyer.id, is_active);
  return { ...sale, buyer: buyer.email, purchase_intent_id: purchase.id };
}

const markOf = async (id: string, chosen: SolicitorsChoice) =>
  planMark(await planSolicitors(db, id, chosen));

/** Assigns what is confirmed at once. */
async function assign(id: string, chosen: SolicitorsChoice) {
  await assignSolicitors(db, id, { choice: chosen, confirmed: await markOf(id, chosen), actor });
}

const readSale = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id", "seller_comments"])
    .select(["buyer_comments", "legals_started_at", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const emailsOf = (id: string) =>
  db
    .selectFrom("email_log")
    .select(["name", "recipient", "props", "status"])
    .where("transaction_id", "=", id)
    .orderBy("name")
    .execute();

describe("L-063 WF-10.5 AMB-L01 AMB-K10 an assignment", () => {
  test("writes both sides, the date, the events, the emails and the audit row", async () => {
    const sale = await withBuyer();
    const chosen = await choice(db, { seller_comments: "Abroad", buyer_comments: "In a hurry" });
    await assign(sale.id, chosen);
    expect(await readSale(sale.id)).toEqual({
      seller_lawyer_group_id: chosen.seller_lawyer_group_id,
      buyer_lawyer_group_id: chosen.buyer_lawyer_group_id,
      seller_comments: "Abroad",
      buyer_comments: "In a hurry",
      legals_started_at: expect.any(Date),
      version: 2,
    });
    expect((await emailsOf(sale.id)).map(({ name, recipient }) => [name, recipient])).toEqual([
      ["buyer_additional_info", sale.buyer],
      ["buyer_introduction", sale.buyer],
      ["buyer_solicitor_instruction", "sol@ashby.example"],
      ["seller_introduction", sale.seller],
      ["seller_solicitor_instruction", "sol@ashby.example"],
    ]);
    const events = await db
      .selectFrom("events")
      .select(["event_name", "type", "milestone", "author", "author_id", "comments"])
      .select("purchase_intent_id")
      .where("transaction_id", "=", sale.id)
      .execute();
    const assigned = {
      milestone: true,
      author: "admin",
      author_id: actor.id,
      comments: "Ashby York",
      purchase_intent_id: null,
    };
    const sent = { milestone: false, author: "system", author_id: null, comments: null };
    const ofSale = { ...sent, type: "seller", purchase_intent_id: null };
    const ofPurchase = { ...sent, type: "buyer", purchase_intent_id: sale.purchase_intent_id };
    expect(events).toHaveLength(7);
    expect(events).toEqual(
      expect.arrayContaining([
        { event_name: "seller_solicitors_assigned", type: "seller", ...assigned },
        { event_name: "buyer_solicitors_assigned", type: "buyer", ...assigned },
        { event_name: "seller_introduction_email_sent", ...ofSale },
        { event_name: "seller_solicitor_instruction_email_sent", ...ofSale },
        { event_name: "buyer_introduction_email_sent", ...ofPurchase },
        { event_name: "buyer_additional_info_email_sent", ...ofPurchase },
        { event_name: "buyer_solicitor_instruction_email_sent", ...ofPurchase },
      ]),
    );
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "request_id", "fields"])
      .where("subject_id", "=", sale.id)
      .execute();
    expect(audit).toEqual([
      {
        action: "solicitors_assigned",
        actor_id: actor.id,
        request_id: "req-1",
        fields: ["seller_lawyer_group_id", "buyer_lawyer_group_id"],
      },
    ]);
  });

  test.each([
    ["a box that is not ticked", { seller_introduction: false }, ["seller_solicitor_instruction"]],
    ["no box ticked", { seller_introduction: false, seller_solicitor_instruction: false }, []],
  ])("L-049 %s sends nothing", async (_name, change, names) => {
    const { id } = await aSale();
    await assign(id, await choice(db, change));
    expect((await emailsOf(id)).map(({ name }) => name)).toEqual(names);
    expect(await eventNames(db, id)).toHaveLength(2 + names.length);
  });

  test("L-051 L-052 L-053 L-055 what is forced off is not sent though it is ticked", async () => {
    const { id } = await withBuyer(false);
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    await assign(id, await choice(db, { seller_lawyer_group_id: outside }));
    expect((await emailsOf(id)).map(({ name }) => name)).toEqual(["seller_solicitor_instruction"]);
  });

  test("AMB-K10 the date of the first assignment stays", async () => {
    const { id } = await aSale();
    const legals_started_at = new Date("2026-05-06T09:00:00Z");
    await db.updateTable("transactions").set({ legals_started_at }).where("id", "=", id).execute();
    await assign(id, await choice(db));
    expect((await readSale(id)).legals_started_at).toEqual(legals_started_at);
  });

  test("a failure assigns nothing and sends nothing", async () => {
    const { id } = await aSale();
    const chosen = await choice(db);
    const mend = await breakWrites(db, "email_log");
    await expect(assign(id, chosen)).rejects.toThrow();
    await mend();
    expect((await readSale(id)).seller_lawyer_group_id).toBeNull();
    expect(await eventNames(db, id)).toEqual([]);
  });
});

describe("AMB-K03 who comes second", () => {
  test("of many at once one assigns, and the others are told", async () => {
    const { id } = await aSale();
    const choices = await Promise.all(Array.from({ length: 5 }, () => choice(db)));
    const results = await Promise.allSettled(choices.map((chosen) => assign(id, chosen)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      expect(result.reason).toMatchObject({
        message: "Solicitors are already assigned to this transaction",
        status: 409,
      });
    }
    expect(await emailsOf(id)).toHaveLength(2);
  });

  test("one side alone does not close the other", async () => {
    const { id } = await aSale();
    const chosen = await choice(db);
    const { seller_lawyer_group_id } = chosen;
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id })
      .where("id", "=", id)
      .execute();
    await assign(id, chosen);
    expect((await readSale(id)).buyer_lawyer_group_id).toBe(chosen.buyer_lawyer_group_id);
  });

  test("what was confirmed is done, and nothing else", async () => {
    const sale = await withBuyer(false);
    const chosen = await choice(db);
    const mark = await markOf(sale.id, chosen);
    const confirm = () => assignSolicitors(db, sale.id, { choice: chosen, confirmed: mark, actor });
    const refused = { status: 409, message: expect.stringMatching(/^Something has changed since/) };

    const opened = await readLawyerGroup(db, chosen.seller_lawyer_group_id);
    const away = { ...opened, solicitor: lawyer("Ned") };
    const edit = { actor, opened: formValues(opened) };
    await updateLawyerGroup(db, chosen.seller_lawyer_group_id, away, edit);
    await expect(confirm()).rejects.toMatchObject(refused);
    const back = { actor, opened: formValues(away) };
    await updateLawyerGroup(db, chosen.seller_lawyer_group_id, opened, back);

    const purchase = db.updateTable("purchase_intents").where("id", "=", sale.purchase_intent_id);
    await purchase.set({ is_active: true }).execute();
    await expect(confirm()).rejects.toMatchObject(refused);
    expect((await readSale(sale.id)).seller_lawyer_group_id).toBeNull();
    await purchase.set({ is_active: false }).execute();
    await confirm();
    expect((await readSale(sale.id)).seller_lawyer_group_id).toBe(chosen.seller_lawyer_group_id);
  });
});

describe("what is not there", () => {
  test.each(["0".repeat(24), "x", "undefined", "' or 1=1"])("no transaction %s", async (id) => {
    const refused = { message: "Transaction not found", status: 404 };
    const chosen = await choice(db);
    await expect(planSolicitors(db, id, chosen)).rejects.toMatchObject(refused);
    await expect(
      assignSolicitors(db, id, { choice: chosen, confirmed: "", actor }),
    ).rejects.toMatchObject(refused);
  });

  test.each(["seller", "buyer"] as const)("a group of the %s that is gone", async (side) => {
    const { id } = await aSale();
    const field = `${side}_lawyer_group_id`;
    const chosen = await choice(db, { [field]: "0".repeat(24) });
    await expect(planSolicitors(db, id, chosen)).rejects.toMatchObject({
      message: "This solicitor is not there any more. Select another",
      status: 404,
      data: { field },
    });
  });
});

describe("AMB-L03 what the emails say", () => {
  test("as it is when they are sent, comments in the instructions alone", async () => {
    const sale = await withBuyer();
    const party = {
      transaction_id: sale.id,
      kind: "seller",
      first_name: "Bob",
      last_name: "Byron",
      email: "bob@example.test",
      phone_number: "+447400123456",
    } as const;
    await db.insertInto("parties").values(party).execute();
    const agent = await insertAgent(db);
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: agent, estate_agent_status: "assigned" })
      .where("id", "=", sale.id)
      .execute();
    const seller_lawyer_group_id = await insertLawyerGroup(db, {
      legal_assistants: [lawyer("Asa")],
    });
    const comments = { seller_comments: "For sellers", buyer_comments: "For buyers" };
    await assign(sale.id, await choice(db, { seller_lawyer_group_id, ...comments }));
    const said: Record<string, object> = {};
    for (const { name, props } of await emailsOf(sale.id)) {
      if (isQueuedEmailName(name)) said[name] = await readContents(db, name, props);
    }
    const property = "1 Arch Street, Bath";
    const contact = (first: string) => ({
      name: `${first} Ashby`,
      email: `${first.toLowerCase()}@ashby.example`,
      phone: "+441904555020",
    });
    const team = { law_firm: "Ashby & Co", solicitor: contact("Sol"), legal_assistants: [] };
    const sellerTeam = { ...team, legal_assistants: [contact("Asa")] };
    const home = { property, tenure: "Freehold", title_number: null };
    const buyers = { first_names: "Ada", cc: [], property, team };
    const dashboard = `http://localhost:3000/dashboard/buy/${sale.id}`;
    expect(said).toEqual({
      seller_introduction: {
        first_names: "Ada and Bob",
        cc: ["bob@example.test"],
        property,
        homes: [],
        team: sellerTeam,
        dashboard: `http://localhost:3000/dashboard/sell/${sale.id}`,
      },
      seller_solicitor_instruction: {
        property,
        homes: [{ ...home, asking_price: "£300,000" }],
        company: null,
        first_name: "Sol",
        cc: ["asa@ashby.example"],
        sellers: [
          { name: "Ada Byron", email: sale.seller, phone: null },
          { name: "Bob Byron", email: "bob@example.test", phone: "+447400123456" },
        ],
        estate_agent: "Northgate York",
        comments: "For sellers",
      },
      buyer_introduction: { ...buyers, dashboard },
      buyer_additional_info: { ...buyers, dashboard },
      buyer_solicitor_instruction: {
        ...home,
        first_name: "Sol",
        cc: [],
        agreed_price: "£290,000",
        ownership: "Sole",
        mortgage: "None",
        buyers: [{ name: "Ada Byron", email: sale.buyer, phone: null }],
        comments: "For buyers",
        seller_team: sellerTeam,
      },
    });
  });

  test("an introduction to somebody who is not assigned any more is not sent", async () => {
    const { id } = await aSale();
    await expect(
      readContents(db, "seller_introduction", { transaction_ids: [id] }),
    ).rejects.toThrow("The solicitor of this email is not assigned any more");
  });
});

describe("before it is assigned", () => {
  test("AMB-L02 groups of one firm are of the same firm", async () => {
    const { id } = await aSale();
    const law_firm_id = await insertLawFirm(db);
    const one = await insertLawyerGroup(db, { law_firm_id });
    const other = await insertLawyerGroup(db, { law_firm_id });
    const both = { seller_lawyer_group_id: one, buyer_lawyer_group_id: other };
    expect((await planSolicitors(db, id, await choice(db, both))).same_firm).toBe(true);
    expect((await planSolicitors(db, id, await choice(db))).same_firm).toBe(false);
  });

  test("L-045 groups are called by their names, and by their firms' where several are alike", async () => {
    await insertLawyerGroup(db, { name: "Outside LLP", panel_solicitor: false });
    const law_firm_id = await insertLawFirm(db, { name: "Twin One" });
    await insertLawyerGroup(db, { name: "Twins", law_firm_id });
    await insertLawyerGroup(db, { name: "Twins", panel_solicitor: false });
    const labels = (await listSolicitorOptions(db)).map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining([
        "Outside LLP (Non-Panel)",
        "Twins, Ashby & Co (Non-Panel)",
        "Twins, Twin One",
      ]),
    );
    expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, "en-GB")));
  });

  test.each(["payment_successful", "referral_code_applied"] as const)(
    "L-031 AMB-E07 paid once %s is on record",
    async (event_name) => {
      const { id } = await aSale();
      expect((await readAssignmentFacts(db, id)).unpaid).toBe(true);
      await recordEvent(db, { transaction_id: id, event_name, author: "system" });
      expect((await readAssignmentFacts(db, id)).unpaid).toBe(false);
    },
  );
});

describe("L-047 L-048 L-050 L-057 the form", () => {
  const id = "a".repeat(24);
  const both = { seller_lawyer_group_id: id, buyer_lawyer_group_id: id };

  test.each([
    ["nothing", {}, { seller_lawyer_group_id: "Solicitor is required" }],
    [
      "empty selects",
      { seller_lawyer_group_id: "", buyer_lawyer_group_id: "" },
      { buyer_lawyer_group_id: "Solicitor is required" },
    ],
    [
      "no id",
      { ...both, buyer_lawyer_group_id: "x" },
      { buyer_lawyer_group_id: "Invalid ObjectId format" },
    ],
    [
      "too long a comment",
      { ...both, seller_comments: "x".repeat(2_001) },
      { seller_comments: "Enter at most 2,000 characters" },
    ],
  ])("%s is refused", (_name, typed, said) => {
    const issues = SolicitorsForm.safeParse(typed).error!.issues;
    const errors = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
    expect(errors).toMatchObject(said);
  });

  test("boxes are true or false, comments may be left out", () => {
    const typed = { ...both, seller_introduction: "on", buyer_introduction: "maybe" };
    expect(SolicitorsForm.parse(typed)).toEqual({
      ...both,
      seller_introduction: true,
      seller_solicitor_instruction: false,
      plot_plan_request: false,
      buyer_introduction: false,
      buyer_additional_info: false,
      buyer_solicitor_instruction: false,
      seller_comments: null,
      buyer_comments: null,
    });
  });
});
