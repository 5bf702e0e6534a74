import { beforeAll, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { readFields, listSummary } from "../fields.ts";
import { open, send } from "../pages.ts";

const { db } = useTestDatabase();
const path = "/admin/estate-agents/add";
const form = "new-estate-agent";
let ada: Visitor;
let brand_id: string;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  brand_id = await insertBrand(db, "Northgate");
});

const emptyForm = async () => readFields((await open(path, ada)).html, form);

const listRows = (html: string, list: string) =>
  [...html.matchAll(new RegExp(`name="${list}\\[\\d+\\]\\.first_name"`, "g"))].length;

const least = () => ({
  "office.brand_id": brand_id,
  "office.office_name": "Northgate York",
  "valuers[0].first_name": "Val",
});

const agentAt = (location: string | null) => /[0-9a-f]{24}$/.exec(location ?? "")?.[0] ?? "";

describe("adding an estate agent (I-011 M-029 M-031 M-050 M-051 AMB-M03)", () => {
  test("submitting an empty estate agent form lists the missing parts (WF-21.2)", async () => {
    const { html } = await open(path, ada);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Submit<\/button>/);
    const page = await send(path, ada, readFields(html, form));
    expect(page.status).toBe(400);
    expect(page.title).toBe("Error: Add estate agent - Fanlight");
    expect(listSummary(page.html)).toEqual([
      "Please fill in the office details",
      "Please add at least one valuer",
    ]);
    for (const place of ["office", "valuers"]) {
      expect(page.html).toContain(`href="#${form}-${place}"`);
      expect(page.html).toContain(`id="${form}-${place}"`);
    }
  });

  test("adding and removing rows of the estate agent form keeps the typed values", async () => {
    const typed = { ...(await emptyForm()), "office.office_name": "Northgate York" };
    const one = await send(path, ada, { ...typed, ...addRow("valuers") });
    expect(one.status).toBe(200);
    expect(listSummary(one.html)).toEqual([]);
    expect(listRows(one.html, "valuers")).toBe(1);
    expect(one.html).toContain('value="Northgate York"');
    const two = await send(path, ada, {
      ...readFields(one.html, form),
      "valuers[0].first_name": "Val",
      ...addRow("valuers"),
    });
    expect(listRows(two.html, "valuers")).toBe(2);
    const removed = await send(path, ada, {
      ...readFields(two.html, form),
      "valuers[1].first_name": "Bob",
      ...removeRow("valuers", 0),
    });
    expect(listRows(removed.html, "valuers")).toBe(1);
    expect(removed.html).toContain('value="Bob"');
    expect(removed.html).not.toContain('value="Val"');
  });

  test("a new estate agent has at most five negotiators (M-027)", async () => {
    let fields = await emptyForm();
    for (let count = 1; count <= 5; count++) {
      const { html } = await send(path, ada, { ...fields, ...addRow("negotiators") });
      expect(listRows(html, "negotiators")).toBe(count);
      expect(html.includes("Add negotiator")).toBe(count < 5);
      fields = readFields(html, form);
    }
    const sixth = await send(path, ada, { ...fields, ...addRow("negotiators") });
    expect(listRows(sixth.html, "negotiators")).toBe(5);
  });

  test("the only valuer of a new estate agent is primary (M-055)", async () => {
    const { location } = await send(path, ada, { ...(await emptyForm()), ...least() });
    const id = agentAt(location);
    expect(location).toBe(`/admin/estate-agents/${id}`);
    expect(await valuersIn(db, id)).toMatchObject([{ first_name: "Val", primary_valuer: true }]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toEqual([{ action: "estate_agent_created", actor_id: ada.id }]);
  });

  test("every field of a new estate agent is saved, and the last valuer marked as primary is primary", async () => {
    const { location } = await send(path, ada, {
      ...(await emptyForm()),
      ...least(),
      "office.office_phone_number": "01904 555010",
      "office.address.line_1": "1 Coney Street",
      "office.address.post_town": "York",
      "office.address.postcode": "yo1 9na",
      "valuers[0].primary_valuer": "on",
      "valuers[1].first_name": "Bob",
      "valuers[1].primary_valuer": "on",
      "valuers[2].first_name": "Cy",
      "negotiators[0].first_name": "Ned",
      "negotiators[0].last_name": "Marsh",
      "negotiators[0].email": "ned@example.test",
      "negotiators[0].phone_number": "01904 555011",
      "coordinator.first_name": "Cora",
      "coordinator.last_name": "Dale",
      "coordinator.email": "cora@example.test",
      "coordinator.is_subscribed": "on",
      "checks.requests_seller_thirdfort_checks": "on",
      "checks.thirdfort_requester_emails[0]": "compliance@example.test",
    });
    const id = agentAt(location);
    expect(await valuersIn(db, id)).toMatchObject([
      { first_name: "Val", primary_valuer: false },
      { first_name: "Bob", primary_valuer: true },
      { first_name: "Cy", primary_valuer: false },
    ]);
    const { text } = await open(`/admin/estate-agents/${id}`, ada);
    for (const words of [
      "1 Coney Street, York, YO1 9NA",
      "01904 555010",
      "Ned Marsh",
      "Cora Dale",
      "compliance@example.test",
    ]) {
      expect(text).toContain(words);
    }
  });

  test("concurrent submits of one form create one estate agent", async () => {
    const fields = { ...(await emptyForm()), ...least(), "office.office_name": "Once Only" };
    const answers = await Promise.all([1, 2, 3].map(() => send(path, ada, fields)));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    const made = await db
      .selectFrom("estate_agents")
      .select("id")
      .where("office_name", "=", "Once Only")
      .execute();
    expect(made).toHaveLength(1);
  });

  test("a valuer’s email that another office uses is refused with an error next to the field, and no estate agent is created (AMB-M04)", async () => {
    await insertAgent(db, { valuers: [valuer("Known", { email: "known@example.test" })] });
    const page = await send(path, ada, {
      ...(await emptyForm()),
      ...least(),
      "office.office_name": "Not made",
      "valuers[1].first_name": "Bob",
      "valuers[1].email": "Known@example.test",
    });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual(["Valuer 2: A valuer with this email already exists"]);
    expect(page.html).toContain(`href="#${form}-valuers-1-email"`);
    const made = db.selectFrom("estate_agents").select("id").where("office_name", "=", "Not made");
    expect(await made.execute()).toEqual([]);
    // The form that was returned with the error can be submitted again.
    const mended = await send(path, ada, {
      ...readFields(page.html, form),
      "valuers[1].email": "bob@example.test",
    });
    expect(mended.status).toBe(303);
    expect(await made.execute()).toHaveLength(1);
  });

  test("the estate agent form shows an error and keeps the values if saving fails (M-063 M-066)", async () => {
    expectError(/Error creating estate agent/);
    const mend = await breakWrites(db, "estate_agents");
    const page = await send(path, ada, { ...(await emptyForm()), ...least() });
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual(["There was an error while adding the estate agent"]);
    expect(page.html).toContain('value="Northgate York"');
  });

  test("the estate agent form shows an error if the brands cannot be read (M-019)", async () => {
    expectError(/relation "brands" does not exist/);
    await withoutTable(db, "brands", async () => {
      const { status, text } = await open(path, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error fetching the data");
      expect(text).toContain("Menu");
    });
  });
});
