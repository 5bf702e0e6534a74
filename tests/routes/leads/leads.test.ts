import { beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { z } from "zod";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { leadsKey } from "#app/routes/leads/leads.server.ts";
import * as leads from "#app/routes/leads/leads.tsx";
import { loader as noEmail } from "#app/routes/leads/no-email.tsx";
import { sign } from "#app/platform/signature.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { typedLead } from "#tests/support/leads.ts";
import { letPass } from "#tests/support/limits.ts";
import { openPage, page as routePage } from "#tests/support/open-page.tsx";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";
import { type Answer, listErrors, get, post, typedIn } from "#tests/support/visit.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { action, loader } = leads;
const { db } = useTestDatabase();
const email = "val@northgate.example";
const LOAD_FAILURE = "Failed to load valuer information. Please check the email address.";

beforeEach(async () => {
  await emptyTables(db);
  await insertOffice(db, "Northgate York", {
    valuers: [{ first_name: "Val", last_name: "Ridley", email }],
  });
});

const open = (address = email) =>
  get(loader, { params: { email: address }, path: `/leads/${encodeURIComponent(address)}` });

const send = (fields: Record<string, string>, address = email) =>
  post(
    action,
    { form_key: leadsKey(address), ...fields },
    { params: { email: address }, path: `/leads/${encodeURIComponent(address)}` },
  );

const stored = () => db.selectFrom("leads").selectAll().orderBy("created_at").execute();
const emails = () => db.selectFrom("email_log").selectAll().execute();
const turns = () => db.selectFrom("rate_limits").selectAll().execute();
const listLeads = (answer: Answer) => typedIn(answer).leads;

describe("G-037 the page of a valuer", () => {
  test.each([email, "VAL@Northgate.example"])(
    "G-039 G-059 AMB-G06 %s: greets by the first name and the office, and says nothing else",
    async (address) => {
      const page = await open(address);
      expect(page).toMatchObject({
        status: 200,
        data: { shown: { first_name: "Val", office: "Northgate York" }, problem: "" },
      });
      expect(JSON.stringify(page.data)).not.toMatch(/Ridley|@|"id"/);
    },
  );

  test("AMB-H04 says where to read how we use what is told of sellers", async () => {
    const { html } = await openPage(
      [routePage(leads, { path: "leads/:email" })],
      `/leads/${email}`,
    );
    expect(html).toMatch(/<a [^>]*href="\/privacy-policy"[^>]*>privacy policy/);
  });

  test("G-062 nobody is known by another address", async () => {
    expect(await open("nobody@example.test")).toMatchObject({
      status: 404,
      data: { shown: null, problem: LOAD_FAILURE },
    });
  });

  test.each(["\0@x", "val", "val@northgate.example\0", `${"a".repeat(300)}@northgate.example`])(
    "G-062 %j is nobody's address, and is not looked up",
    async (address) => {
      expect(await open(address)).toMatchObject({
        status: 404,
        data: { shown: null, problem: LOAD_FAILURE },
      });
      expect(await turns()).toEqual([]);
    },
  );

  test("G-062 the same text when the valuer cannot be read", async () => {
    const spy = vi.spyOn(db, "selectFrom").mockImplementation(() => {
      throw new Error("away");
    });
    const page = await open();
    spy.mockRestore();
    expect(page).toMatchObject({ status: 500, data: { shown: null, problem: LOAD_FAILURE } });
  });

  test("G-061 without an address there is nobody to show it to", async () => {
    expect((await get(noEmail, { path: "/leads" })).status).toBe(404);
  });

  test("AMB-G06 who has found nobody twenty times in an hour is told nothing any more", async () => {
    for (let lookup = 1; lookup <= 20; lookup++) {
      expect((await open(`guess${lookup}@example.test`)).status).toBe(404);
    }
    const page = await open();
    expect(page).toMatchObject({
      status: 429,
      data: { shown: null, problem: "Too many requests. Please wait a moment and try again." },
    });
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    await letPass(db, 3_580);
    expect((await open()).status).toBe(429);
    await letPass(db, 20);
    expect((await open()).status).toBe(200);
  });

  test("AMB-G06 an office behind one address opens its pages as often as it likes", async () => {
    await open("guess@example.test");
    for (let lookup = 1; lookup <= 25; lookup++) expect((await open()).status).toBe(200);
    expect(await turns()).toHaveLength(1);
  });
});

describe("AMB-G10 the list of leads", () => {
  test("G-040 another lead is added below, and what was typed stays, without errors", async () => {
    const answer = await send({
      ...typedLead(0, { seller_1_email: "half" }),
      ...addRow("leads"),
    });
    expect(answer.status).toBe(200);
    expect(listErrors(answer)).toEqual({});
    expect(listLeads(answer)).toMatchObject([{ seller_1_email: "half" }, undefined]);
    expect(listLeads(answer)).toHaveLength(2);
  });

  test("G-041 the one whose button is pressed is removed", async () => {
    const three = {
      ...typedLead(0, { seller_1_name: "A A" }),
      ...typedLead(1, { seller_1_name: "B B" }),
      ...typedLead(2, { seller_1_name: "C C" }),
    };
    const answer = await send({ ...three, ...removeRow("leads", 1) });
    expect(answer.status).toBe(200);
    expect(listLeads(answer)).toMatchObject([{ seller_1_name: "A A" }, { seller_1_name: "C C" }]);
  });

  test.each([0, 7])("keeps the only lead when row %i is removed (G-041)", async (index) => {
    const answer = await send({ ...typedLead(), ...removeRow("leads", index) });
    expect(listLeads(answer)).toMatchObject([{ seller_1_name: "Ada Byron" }]);
  });

  test("removes and submits nothing for a row that is not there", async () => {
    const answer = await send({ ...typedLead(0), ...typedLead(1), ...removeRow("leads", 7) });
    expect(answer.status).toBe(200);
    expect(listLeads(answer)).toHaveLength(2);
  });

  test("AMB-G10 no lead comes after the twentieth", async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => typedLead(index)).reduce(
      (form, lead) => ({ ...form, ...lead }),
    );
    expect(listLeads(await send({ ...twenty, ...addRow("leads") }))).toHaveLength(20);
  });

  test("nothing is kept by any of these buttons", async () => {
    await send({ ...typedLead(), ...addRow("leads") });
    expect(await stored()).toEqual([]);
  });

  test("AMB-G06 they cost no lookup: the form was counted when it was shown", async () => {
    for (let guess = 1; guess <= 20; guess++) await open(`guess${guess}@example.test`);
    expect((await send({ ...typedLead(), ...addRow("leads") })).status).toBe(200);
  });

  test("AMB-G06 a form that is not of the page it is sent to costs one", async () => {
    for (const form_key of ["", leadsKey(email)]) {
      await send({ ...typedLead(), form_key, ...addRow("leads") }, "nobody@example.test");
    }
    expect(await turns()).toHaveLength(2);
  });

  test("AMB-G06 without scripts the page comes with the answer, and the two are one lookup", async () => {
    await runInRequest({ id: "r", socketAddress: "10.1.1.1" }, async () => {
      const nobody = "nobody@example.test";
      await send({ ...typedLead(), form_key: "", ...addRow("leads") }, nobody);
      expect((await open(nobody)).status).toBe(404);
    });
    expect(await turns()).toHaveLength(1);
  });
});

describe("G-060 submitting leads", () => {
  const two = { ...typedLead(), ...typedLead(1, { seller_1_name: "Cy Dent" }) };

  test("G-038 WF-23 they are kept for the valuer's office, the team is told, and the success page follows", async () => {
    expect(await send(two)).toMatchObject({ status: 303, location: "/leads/success" });
    const valuer = await db.selectFrom("valuers").selectAll().executeTakeFirstOrThrow();
    const kept = { valuer_id: valuer.id, estate_agent_id: valuer.estate_agent_id };
    expect(await stored()).toMatchObject([
      { ...kept, initial_asking_price_pounds: 350_000 },
      { ...kept, initial_asking_price_pounds: 350_000 },
    ]);
    expect((await emails()).map(({ name }) => name)).toEqual(["valuer_leads_submitted"]);
  });

  test("a double press is one submission", async () => {
    const form = { ...two, form_key: leadsKey(email) };
    const answers = await Promise.all([send(form), send(form)]);
    expect(answers.map(({ location }) => location)).toEqual(Array(2).fill("/leads/success"));
    expect(await stored()).toHaveLength(2);
    expect(await emails()).toHaveLength(1);
  });

  test("the same form with other leads is a conflict, and a new key comes with it", async () => {
    const form = { ...two, form_key: leadsKey(email) };
    await send(form);
    const answer = await send({ ...form, ...typedLead(0, { seller_1_name: "Eve Fox" }) });
    expect(answer.status).toBe(409);
    expect(listErrors(answer)).toEqual({
      "": ["You’ve already sent this form. Review your answers"],
    });
    const { formKey } = z.object({ formKey: z.string() }).parse(answer.data);
    expect((await send({ ...two, form_key: formKey })).status).toBe(303);
  });

  test("G-050 to G-054 what is wrong is said with 400 at its lead, and what was typed stays", async () => {
    const answer = await send({ ...typedLead(), ...typedLead(1, { property_address: "" }) });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({
      "leads[1].property_address": ["Property address is required"],
    });
    expect(listLeads(answer)).toMatchObject([{}, { seller_1_name: "Ada Byron" }]);
    expect(await stored()).toEqual([]);
  });

  test("G-049 no lead at all", async () => {
    expect(listErrors(await send({}))).toEqual({ leads: ["At least one lead is required"] });
  });

  test("G-063 a failure says so, keeps what was typed, and does not use the form up", async () => {
    const mend = await breakWrites(db, "leads");
    const form = { ...two, form_key: leadsKey(email) };
    const answer = await send(form);
    await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)).toEqual({ "": ["Failed to submit leads. Please try again."] });
    expect(listLeads(answer)).toMatchObject([{}, { seller_1_name: "Cy Dent" }]);
    expect((await send(form)).status).toBe(303);
  });

  test("G-062 nobody's leads are taken for an address that nobody has", async () => {
    expect((await send(two, "nobody@example.test")).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  const from = (socketAddress: string, fields: Record<string, string>, address = email) =>
    runInRequest({ id: crypto.randomUUID(), socketAddress }, () => send(fields, address));

  test("AMB-G06 copies of one form take one turn, however often it is sent", async () => {
    const form = { ...two, form_key: leadsKey(email) };
    for (let copy = 1; copy <= 25; copy++) {
      expect((await from("10.6.6.6", form)).location).toBe("/leads/success");
    }
    expect(await stored()).toHaveLength(2);
    expect((await from("10.6.6.6", two)).status).toBe(303);
  });

  test("AMB-G06 a stranger's forms lock the valuer out neither of the hour nor of the page", async () => {
    for (let turn = 1; turn <= 25; turn++) await from("10.6.6.6", typedLead());
    expect(await stored()).toHaveLength(20);
    expect((await from("10.6.6.6", two)).status).toBe(429);
    expect((await from("10.1.1.1", two)).status).toBe(303);
  });

  test("AMB-G06 twenty an hour from one address, and the hour is an hour", async () => {
    for (let turn = 1; turn <= 20; turn++) {
      expect((await from("10.6.6.6", typedLead())).status).toBe(303);
    }
    await letPass(db, 3_590);
    expect((await from("10.6.6.6", typedLead())).status).toBe(429);
    await letPass(db, 10);
    expect((await from("10.6.6.6", typedLead())).status).toBe(303);
  });

  test("AMB-G06 a hundred an hour for a valuer and from an address", async () => {
    const other = "vic@northgate.example";
    await insertOffice(db, "Northgate Leeds", { valuers: [{ first_name: "Vic", email: other }] });
    const keys = await db.selectFrom("valuers").select(["id", "email"]).execute();
    const val = keys.find((each) => each.email === email)?.id;
    const full = (key: string) =>
      sql`insert into rate_limits (key, window_start, count)
        select ${sign("limit", key)}, clock_timestamp() - n * interval '1 second', 1 from generate_series(1, 100) n`.execute(
        db,
      );
    await full(`leads:${val}`);
    expect((await from("10.1.1.1", two)).status).toBe(429);
    expect((await from("10.1.1.1", two, other)).status).toBe(303);
    await full("leads-network:10.2.2.2");
    expect((await from("10.2.2.2", two, other)).status).toBe(429);
    expect((await from("10.1.1.1", two, other)).status).toBe(303);
  });

  test("AMB-G06 leads that cannot be kept take no turn", async () => {
    const mend = await breakWrites(db, "leads");
    await send(two);
    await mend();
    expect(await turns()).toEqual([]);
  });

  test("AMB-G06 a valuer submits twenty times an hour, whatever others behind the address do", async () => {
    const other = "vic@northgate.example";
    await insertOffice(db, "Northgate Leeds", { valuers: [{ first_name: "Vic", email: other }] });
    for (let turn = 1; turn <= 20; turn++) await send(two, other);
    expect((await send(two)).status).toBe(303);
    await db.deleteFrom("leads").execute();
    const answer = await send(two, other);
    expect(answer.status).toBe(429);
    expect(listErrors(answer)[""]).toEqual([
      "Too many requests. Please wait a moment and try again.",
    ]);
    expect(await stored()).toEqual([]);
  });

  test("a form of another valuer's page submits nothing", async () => {
    const answer = await send({ ...two, form_key: leadsKey("other@example.test") });
    expect(answer.status).toBe(409);
    expect(await stored()).toEqual([]);
  });
});
