import { beforeAll, describe, expect, test } from "vitest";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { sharedChecksText } from "#app/routes/admin/transactions/solicitors/view.ts";
import type { QueuedEmailName } from "#app/emails/index.server.ts";
import { examples } from "#tests/emails/examples.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import {
  addSeller,
  createMatter,
  assignSolicitors,
  countEvents,
  listEmails as listAllEmails,
  listNewEvents,
  createPurchaseAtStage,
} from "../transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const at = (id: string, part: string) => `/admin/transactions/${id}/${part}`;

/**
 * Lists the matter’s emails, except the copy of the accepted terms that was sent to the buyer
 * earlier.
 */
const listEmails = async (...of: Parameters<typeof listAllEmails>) =>
  (await listAllEmails(...of)).filter(([name]) => name !== "buyer_terms_accepted");

const groupOf = async (id: string, side: "seller" | "buyer") => {
  const matter = await db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return matter[`${side}_lawyer_group_id`]!;
};

describe("replacing one side’s solicitor (AMB-K03)", () => {
  async function bothAssigned() {
    const matter = await createMatter(db);
    const buyer = await createPurchaseAtStage(db, matter, { active: true });
    await assignSolicitors(db, matter.id, ["seller", "buyer"]);
    return { ...matter, buyer };
  }

  test("the solicitors tab links to the replacement of each side’s solicitor, and has no assignment form", async () => {
    const { id } = await bothAssigned();
    const { html, text } = await open(at(id, "solicitors"), ada);
    expect(html).toContain(`href="${at(id, "solicitors/put-right/seller")}"`);
    expect(html).toContain(`href="${at(id, "solicitors/put-right/buyer")}"`);
    expect(text).not.toContain("Assign solicitors");
  });

  test("the confirmation of a replacement lists both teams, every recipient and what stays unchanged", async () => {
    const { id } = await bothAssigned();
    const { email: other } = await addSeller(db, id);
    const seller = await sellerEmail(id);
    await db
      .insertInto("identity_checks")
      .values({
        transaction_id: id,
        status: "complete",
        person_type: "seller",
        first_name: "Jo",
        last_name: "Joint",
        email: other,
        phone_number: "+447400123457",
        shared_with: await groupOf(id, "seller"),
      })
      .execute();
    const { text } = await ask(at(id, "solicitors/put-right/seller"), await brook(), {
      comments: "Abroad until May",
    });
    for (const said of [
      "Able seller, Ashby & Co",
      "Brook Leeds, Brook Law",
      "A slip",
      "Change of solicitor, to the current solicitor: sol@seller.example, copy to asha@seller.example",
      "Instruction, to the new solicitor: bea@brook.example, copy to cy@brook.example",
      `Change of solicitor, to the seller: ${seller}`,
      `Change of solicitor, to the seller: ${other}`,
      "Change of the seller’s solicitor, to the buyer’s solicitor: sol@buyer.example, copy to asha@buyer.example",
      "1 check stays shared with Able seller, Ashby & Co",
      "Searches: orders stay the same",
      "all significant dates stay",
      "Read the letter to bea@brook.example",
      "Our comment Abroad until May",
    ]) {
      expect(text).toContain(said);
    }
    expect(await listEmails(db, id)).toEqual([]);
  });

  test("submitting a replacement twice replaces the solicitor once, with events, audit rows and letters to both teams", async () => {
    const { id } = await bothAssigned();
    const seller = await sellerEmail(id);
    const path = at(id, "solicitors/put-right/seller");
    const [before, after] = [await groupOf(id, "seller"), await brook()];
    const known = await countEvents(db, id);
    const asked = await ask(path, after, { comments: "Abroad until May" });
    const fields = confirmFields(asked.html);
    const done = await send(path, ada, fields);
    expect(done.location).toBe(at(id, "solicitors"));
    expect(await flashIn(done)).toMatchObject({ kind: "success" });
    expect((await send(path, ada, fields)).location).toBe(at(id, "solicitors"));
    expect(await groupOf(id, "seller")).toBe(after);
    expect(await listEmails(db, id)).toEqual([
      ["other_solicitor_changed", "sol@buyer.example"],
      ["seller_solicitor_instruction", "bea@brook.example"],
      ["solicitor_changed", seller],
      ["solicitor_release", "sol@seller.example"],
    ]);
    const events = await listNewEvents(db, id, known);
    expect(events.map(({ event_name, comments }) => [event_name, comments])).toEqual([
      [
        "solicitors_replaced",
        "From Able seller, Ashby & Co to Brook Leeds, Brook Law. Reason: A slip",
      ],
      ["solicitor_release_email_sent", null],
      ["seller_solicitor_instruction_email_sent", null],
      ["solicitor_changed_email_sent", null],
      ["other_solicitor_changed_email_sent", null],
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "subject_id"])
      .where("subject_id", "in", [before, after])
      .where("action", "in", ["solicitors_released", "solicitors_instructed"])
      .orderBy("id")
      .execute();
    expect(audit).toEqual([
      { action: "solicitors_released", subject_id: before },
      { action: "solicitors_instructed", subject_id: after },
    ]);
    expect(await contentsOf(id, "solicitor_release")).toMatchObject({
      first_name: "Sol",
      cc: ["asha@seller.example"],
      noun: "sale",
      reference: expect.stringMatching(/^F-\d+$/),
    });
    expect(await contentsOf(id, "solicitor_changed")).toMatchObject({
      before: "Ashby & Co",
      released_is_emailed: true,
      team: { law_firm: "Brook Law", solicitor: { email: "bea@brook.example" } },
    });
    expect(await contentsOf(id, "other_solicitor_changed")).toMatchObject({
      side: "seller",
      cc: ["asha@buyer.example"],
      team: { law_firm: "Brook Law" },
    });
    expect(await contentsOf(id, "seller_solicitor_instruction")).toMatchObject({
      comment: "Abroad until May",
    });
  });

  test("replacing a solicitor withdraws a queued instruction to the previous one", async () => {
    const { id } = await bothAssigned();
    await db
      .insertInto("email_log")
      .values({
        name: "seller_solicitor_instruction",
        recipient: "sol@seller.example",
        transaction_id: id,
        props: JSON.stringify({ transaction_ids: [id] }),
      })
      .execute();
    const path = at(id, "solicitors/put-right/seller");
    await send(path, ada, confirmFields((await ask(path, await brook())).html));
    const rows = await db
      .selectFrom("email_log")
      .select(["recipient", "status", "last_error"])
      .where("transaction_id", "=", id)
      .where("name", "=", "seller_solicitor_instruction")
      .orderBy("recipient")
      .execute();
    expect(rows).toEqual([
      { recipient: "bea@brook.example", status: "queued", last_error: null },
      { recipient: "sol@seller.example", status: "failed", last_error: "withdrawn" },
    ]);
  });

  test("the email about a new solicitor does not claim that the previous team was emailed if it has no solicitor", async () => {
    const { id } = await bothAssigned();
    const members = db.deleteFrom("lawyer_group_members");
    await members.where("lawyer_group_id", "=", await groupOf(id, "seller")).execute();
    const path = at(id, "solicitors/put-right/seller");
    await send(path, ada, confirmFields((await ask(path, await brook())).html));
    const names = (await listEmails(db, id)).map(([name]) => name);
    expect(names).not.toContain("solicitor_release");
    const contents = await contentsOf(id, "solicitor_changed");
    expect(contents).toMatchObject({ before: "Ashby & Co", released_is_emailed: false });
    const { text } = await renderEmail("solicitor_changed", {
      ...examples.solicitor_changed,
      released_is_emailed: false,
    });
    expect(text).not.toContain("We have told both");
  });

  test("replacing the buyer’s solicitor sends no emails until a purchase is active", async () => {
    const { id } = await createMatter(db);
    await assignSolicitors(db, id, ["buyer"]);
    const path = at(id, "solicitors/put-right/buyer");
    const { html, text } = await ask(path, await brook());
    expect(text).toContain("All emails: no active purchase intent");
    await send(path, ada, confirmFields(html));
    expect(await listEmails(db, id)).toEqual([]);
  });

  test("replacing the buyer’s solicitor sends emails about the active purchase", async () => {
    const { id, buyer } = await bothAssigned();
    const path = at(id, "solicitors/put-right/buyer");
    const after = await brook();
    await send(path, ada, confirmFields((await ask(path, after)).html));
    expect(await listEmails(db, id)).toEqual([
      ["buyer_solicitor_instruction", "bea@brook.example"],
      ["other_solicitor_changed", "sol@seller.example"],
      ["solicitor_changed", buyer.email],
      ["solicitor_release", "sol@buyer.example"],
    ]);
    expect(await contentsOf(id, "solicitor_release")).toMatchObject({ noun: "purchase" });
  });

  test.each([
    ["no solicitor", {}, "Solicitor is required"],
    ["no reason", { reason: " " }, "Reason is required"],
  ])("the replacement form with %s shows the error $2", async (_name, typed, error) => {
    const { id } = await bothAssigned();
    const path = at(id, "solicitors/put-right/seller");
    const chosen = "reason" in typed ? await brook() : "";
    const { status, html } = await ask(path, chosen, typed);
    expect(status).toBe(400);
    expect(listSummary(html).join()).toContain(error);
  });

  test("the replacement form refuses the current solicitor, a retired or unknown one, and a group without a solicitor", async () => {
    const { id } = await bothAssigned();
    const path = at(id, "solicitors/put-right/seller");
    const retired = await brook();
    await db
      .updateTable("lawyer_groups")
      .set({ retired_at: new Date() })
      .where("id", "=", retired)
      .execute();
    for (const [chosen, error] of [
      [await groupOf(id, "seller"), "This solicitor is already assigned"],
      [retired, "This solicitor has been retired"],
      [await insertLawyerGroup(db, { solicitor: null }), "This lawyer group has no solicitor"],
      ["0".repeat(24), "This solicitor is no longer available"],
    ] as const) {
      const { html } = await ask(path, chosen);
      expect(listSummary(html).join()).toContain(error);
    }
  });

  test("the confirmation of a replacement is shown again if the recipients have changed in the meantime", async () => {
    const { id } = await bothAssigned();
    const path = at(id, "solicitors/put-right/seller");
    const asked = await ask(path, await brook());
    await addSeller(db, id);
    const again = await send(path, ada, confirmFields(asked.html));
    expect(again.text).toContain("Something has changed since you opened this page");
    expect(await listEmails(db, id)).toEqual([]);
    const done = await send(path, ada, confirmFields(again.html));
    expect(done.location).toBe(at(id, "solicitors"));
  });

  test("the replacement form keeps the typed values when staff go back to amend", async () => {
    const { id } = await bothAssigned();
    const path = at(id, "solicitors/put-right/seller");
    const chosen = await brook();
    const asked = await ask(path, chosen, { reason: "They moved away" });
    const { html } = await send(path, ada, { ...confirmFields(asked.html), amend: "yes" });
    const { reason, replacement_id } = readFields(html, "put-right");
    expect({ reason, replacement_id }).toEqual({
      reason: "They moved away",
      replacement_id: chosen,
    });
  });

  test("the replacement page answers 404 for an unknown side or matter, and 409 for a side without a solicitor", async () => {
    const { id } = await createMatter(db);
    expect((await open(at(id, "solicitors/put-right/other"), ada)).status).toBe(404);
    const none = await open(at(id, "solicitors/put-right/seller"), ada);
    expect(none.status).toBe(409);
    expect(none.text).toContain("No solicitor is assigned to the seller");
    expect((await open(at("0".repeat(24), "solicitors/put-right/seller"), ada)).status).toBe(404);
    const posted = await send(at(id, "solicitors/put-right/other"), ada, { reason: "x" });
    expect(posted.status).toBe(404);
  });
});

describe("replacing the estate agent (AMB-K03)", () => {
  async function withAgent(val: Parameters<typeof valuer>[1] = {}) {
    const { id } = await createMatter(db);
    const agent = await insertAgent(db, {
      office: { office_name: "Northgate York" },
      valuers: [valuer("Val", { email: "val@northgate.example", primary_valuer: true, ...val })],
    });
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: agent, estate_agent_status: "assigned" })
      .where("id", "=", id)
      .execute();
    return { id, agent };
  }
  const another = () =>
    insertAgent(db, {
      office: { office_name: "Castle & Quay Cardiff" },
      valuers: [valuer("Cas", { primary_valuer: true })],
    });

  test("the estate agent tab links to the replacement, which emails both agents and the seller", async () => {
    const { id, agent } = await withAgent({ email: `val.${crypto.randomUUID()}@example.test` });
    const path = at(id, "estate-agent/put-right");
    expect((await open(at(id, "estate-agent"), ada)).html).toContain(`href="${path}"`);
    const chosen = await another();
    const asked = await ask(path, chosen);
    for (const said of [
      "Northgate York",
      "Castle & Quay Cardiff",
      "Change of estate agent, to the current agent: val.",
      "Introduction, to the new agent: cas.",
      `Change of estate agent, to the seller: ${await sellerEmail(id)}`,
      "Searches and significant dates: no change",
    ]) {
      expect(asked.text).toContain(said);
    }
    const known = await countEvents(db, id);
    const done = await send(path, ada, confirmFields(asked.html));
    expect(done.location).toBe(at(id, "estate-agent"));
    expect((await listEmails(db, id)).map(([name]) => name)).toEqual([
      "estate_agent_changed",
      "estate_agent_introduction",
      "estate_agent_release",
    ]);
    const [event] = await listNewEvents(db, id, known);
    expect(event).toMatchObject({
      event_name: "estate_agent_replaced",
      comments: "From Northgate York to Castle & Quay Cardiff. Reason: A slip",
    });
    const { estate_agent_id } = await db
      .selectFrom("transactions")
      .select("estate_agent_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(estate_agent_id).toBe(chosen);
    expect(estate_agent_id).not.toBe(agent);
    expect(await contentsOf(id, "estate_agent_release")).toMatchObject({ first_name: "Val" });
    expect(await contentsOf(id, "estate_agent_changed")).toMatchObject({
      before: "Northgate York",
      now: "Castle & Quay Cardiff",
      valuers_are_emailed: true,
      phone: "+441904555010",
    });
  });

  test("the email about a new agent does not claim that the previous agent was emailed if that agent has no email address", async () => {
    const { id } = await withAgent({ email: null });
    const path = at(id, "estate-agent/put-right");
    await send(path, ada, confirmFields((await ask(path, await another())).html));
    expect((await listEmails(db, id)).map(([name]) => name)).not.toContain("estate_agent_release");
    expect(await contentsOf(id, "estate_agent_changed")).toMatchObject({
      valuers_are_emailed: false,
    });
  });

  test("replacing an agent is refused with the same agent, and on a matter without an agent", async () => {
    const { id, agent } = await withAgent({ email: `val.${crypto.randomUUID()}@example.test` });
    const { html } = await ask(at(id, "estate-agent/put-right"), agent);
    expect(listSummary(html).join()).toContain("This is already the estate agent");
    const without = await createMatter(db);
    const none = await open(at(without.id, "estate-agent/put-right"), ada);
    expect(none.text).toContain("No estate agent is assigned to this matter");
  });
});

describe("more firms than fit in a select, without scripts", () => {
  const LOOKED_FOR = { find_replacement_id: "quill", look_for: "yes", reason: "They moved away" };

  /**
   * Expects the search to find an option that the select does not list at first, and that option
   * to stay chosen after the confirmation.
   */
  async function expectFound(path: string, { id, name }: { id: string; name: string }) {
    const first = await open(path, ada);
    expect(first.html).not.toContain(`value="${id}"`);
    const found = await send(path, ada, LOOKED_FOR);
    expect(found.status).toBe(200);
    expect(found.text).toContain(": 1 found");
    expect(listSummary(found.html)).toEqual([]);
    expect(readFields(found.html, "put-right").reason).toBe("They moved away");
    expect(found.html).toContain(`<option value="${id}">${name}</option>`);

    const chosen = `<option value="${id}" selected="">${name}</option>`;
    const refused = await send(path, ada, { replacement_id: id, reason: "" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(chosen);
    const asked = await ask(path, id);
    const again = await send(path, ada, { ...confirmFields(asked.html), amend: "yes" });
    expect(again.html).toContain(chosen);
  }

  test("staff who replace a solicitor can search for a lawyer group, and the form keeps the one they choose", async () => {
    const matter = await createMatter(db);
    await assignSolicitors(db, matter.id, ["seller"]);
    const law_firm_id = await insertLawFirm(db, { name: "Many Law" });
    const many = Array.from({ length: MAX_OPTIONS }, (_, n) => ({
      name: `Team ${n}`,
      law_firm_id,
    }));
    await db.insertInto("lawyer_groups").values(many).execute();
    const id = await insertLawyerGroup(db, { name: "Quillfeather", law_firm_id });
    const path = at(matter.id, "solicitors/put-right/seller");
    await expectFound(path, { id, name: "Quillfeather, Many Law" });
  });

  test("staff who replace the estate agent can search for an agent, and the form keeps the one they choose", async () => {
    const matter = await createMatter(db);
    const known = await insertAgent(db, { office: { office_name: "Known" } });
    const many = Array.from({ length: MAX_OPTIONS }, (_, n) => ({ office_name: `Office ${n}` }));
    await db.insertInto("estate_agents").values(many).execute();
    const id = await insertAgent(db, { office: { office_name: "Quillfeather" } });
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: known, estate_agent_status: "assigned" })
      .where("id", "=", matter.id)
      .execute();
    await expectFound(at(matter.id, "estate-agent/put-right"), { id, name: "Quillfeather" });
  });
});

async function sellerEmail(id: string) {
  const { email } = await db
    .selectFrom("users")
    .innerJoin("transactions", "transactions.seller_id", "users.id")
    .select("users.email")
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
  return email;
}

async function brook() {
  const law_firm_id = await insertLawFirm(db, { name: "Brook Law" });
  return insertLawyerGroup(db, {
    name: "Brook Leeds",
    law_firm_id,
    solicitor: { ...lawyer("Bea"), email: "bea@brook.example" },
    legal_assistants: [{ ...lawyer("Cy"), email: "cy@brook.example" }],
  });
}

async function ask(path: string, replacement_id: string, typed: Record<string, string> = {}) {
  const { html } = await open(path, ada);
  const fields = { ...readFields(html, "put-right"), replacement_id, reason: "A slip", ...typed };
  return send(path, ada, fields);
}

async function contentsOf(id: string, name: QueuedEmailName) {
  const { props, recipient } = await db
    .selectFrom("email_log")
    .select(["props", "recipient"])
    .where("transaction_id", "=", id)
    .where("name", "=", name)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return readContents(db, name, props, recipient);
}

test.each([
  [
    0,
    "Identity checks: none have been shared with the current solicitor. New checks will be shared with the new solicitor.",
  ],
  [
    1,
    "Identity checks: 1 check stays shared with Able Law. Send its report to the new solicitor yourself. New checks will be shared with the new solicitor.",
  ],
  [
    2,
    "Identity checks: 2 checks stay shared with Able Law. Send their reports to the new solicitor yourself. New checks will be shared with the new solicitor.",
  ],
  [
    3,
    "Identity checks: 3 checks stay shared with Able Law. Send their reports to the new solicitor yourself. New checks will be shared with the new solicitor.",
  ],
])("sharedChecksText says about %i shared identity checks: “%s” (AMB-K03)", (shared, expected) => {
  expect(sharedChecksText(shared, "Able Law")).toBe(expected);
});
