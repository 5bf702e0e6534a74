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
import { ageRateLimits } from "#tests/support/limits.ts";
import { openPage, page as routePage } from "#tests/support/open-page.tsx";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";
import { type Answer, listErrors, get, post, shownValues } from "#tests/support/call-route.ts";

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
const listRateLimits = () => db.selectFrom("rate_limits").selectAll().execute();
const listLeads = (answer: Answer) => shownValues(answer).leads;

describe("the page of a valuer (G-037)", () => {
  test.each([email, "VAL@Northgate.example"])(
    "the page of a valuer greets %s by first name and office, and contains no other personal data (G-039 G-059 AMB-G06)",
    async (address) => {
      const page = await open(address);
      expect(page).toMatchObject({
        status: 200,
        data: { shown: { first_name: "Val", office: "Northgate York" }, problem: "" },
      });
      expect(JSON.stringify(page.data)).not.toMatch(/Ridley|@|"id"/);
    },
  );

  test("the page of a valuer links to the privacy policy (AMB-H04)", async () => {
    const { html } = await openPage(
      [routePage(leads, { path: "leads/:email" })],
      `/leads/${email}`,
    );
    expect(html).toMatch(/<a [^>]*href="\/privacy-policy"[^>]*>privacy policy/);
  });

  test("the page of a valuer answers 404 for an unknown email address (G-062)", async () => {
    expect(await open("nobody@example.test")).toMatchObject({
      status: 404,
      data: { shown: null, problem: LOAD_FAILURE },
    });
  });

  test.each(["\0@x", "val", "val@northgate.example\0", `${"a".repeat(300)}@northgate.example`])(
    "the page of a valuer answers 404 for the address %j without looking it up (G-062)",
    async (address) => {
      expect(await open(address)).toMatchObject({
        status: 404,
        data: { shown: null, problem: LOAD_FAILURE },
      });
      expect(await listRateLimits()).toEqual([]);
    },
  );

  test("the page of a valuer shows the text for an unknown address if the valuer cannot be read (G-062)", async () => {
    const spy = vi.spyOn(db, "selectFrom").mockImplementation(() => {
      throw new Error("away");
    });
    const page = await open();
    spy.mockRestore();
    expect(page).toMatchObject({ status: 500, data: { shown: null, problem: LOAD_FAILURE } });
  });

  test("the leads page answers 404 without an email address (G-061)", async () => {
    expect((await get(noEmail, { path: "/leads" })).status).toBe(404);
  });

  test("the page of a valuer answers 429 after 20 failed lookups in an hour (AMB-G06)", async () => {
    for (let lookup = 1; lookup <= 20; lookup++) {
      expect((await open(`guess${lookup}@example.test`)).status).toBe(404);
    }
    const page = await open();
    expect(page).toMatchObject({
      status: 429,
      data: { shown: null, problem: "Too many requests. Please wait a moment and try again." },
    });
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    await ageRateLimits(db, 3_580);
    expect((await open()).status).toBe(429);
    await ageRateLimits(db, 20);
    expect((await open()).status).toBe(200);
  });

  test("only failed lookups of a valuer count against the rate limit (AMB-G06)", async () => {
    await open("guess@example.test");
    for (let lookup = 1; lookup <= 25; lookup++) expect((await open()).status).toBe(200);
    expect(await listRateLimits()).toHaveLength(1);
  });
});

describe("rows of the leads form (AMB-G10)", () => {
  test("the leads form adds a row below the others, and keeps the typed values without errors (G-040)", async () => {
    const answer = await send({
      ...typedLead(0, { seller_1_email: "half" }),
      ...addRow("leads"),
    });
    expect(answer.status).toBe(200);
    expect(listErrors(answer)).toEqual({});
    expect(listLeads(answer)).toMatchObject([{ seller_1_email: "half" }, undefined]);
    expect(listLeads(answer)).toHaveLength(2);
  });

  test("the leads form removes the chosen row (G-041)", async () => {
    const three = {
      ...typedLead(0, { seller_1_name: "A A" }),
      ...typedLead(1, { seller_1_name: "B B" }),
      ...typedLead(2, { seller_1_name: "C C" }),
    };
    const answer = await send({ ...three, ...removeRow("leads", 1) });
    expect(answer.status).toBe(200);
    expect(listLeads(answer)).toMatchObject([{ seller_1_name: "A A" }, { seller_1_name: "C C" }]);
  });

  test.each([0, 7])(
    "the leads form keeps its only row when row %i is removed (G-041)",
    async (index) => {
      const answer = await send({ ...typedLead(), ...removeRow("leads", index) });
      expect(listLeads(answer)).toMatchObject([{ seller_1_name: "Ada Byron" }]);
    },
  );

  test("removing a lead that does not exist keeps the others and submits no leads", async () => {
    const answer = await send({ ...typedLead(0), ...typedLead(1), ...removeRow("leads", 7) });
    expect(answer.status).toBe(200);
    expect(listLeads(answer)).toHaveLength(2);
  });

  test("the leads form has at most 20 rows (AMB-G10)", async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => typedLead(index)).reduce(
      (form, lead) => ({ ...form, ...lead }),
    );
    expect(listLeads(await send({ ...twenty, ...addRow("leads") }))).toHaveLength(20);
  });

  test("adding a row stores no leads", async () => {
    await send({ ...typedLead(), ...addRow("leads") });
    expect(await stored()).toEqual([]);
  });

  test("adding rows is allowed after the rate limit for lookups is reached (AMB-G06)", async () => {
    for (let guess = 1; guess <= 20; guess++) await open(`guess${guess}@example.test`);
    expect((await send({ ...typedLead(), ...addRow("leads") })).status).toBe(200);
  });

  test("a leads form for an unknown address counts as a lookup if it lacks the key of that address’s page (AMB-G06)", async () => {
    for (const form_key of ["", leadsKey(email)]) {
      await send({ ...typedLead(), form_key, ...addRow("leads") }, "nobody@example.test");
    }
    expect(await listRateLimits()).toHaveLength(2);
  });

  test("a post for an unknown address and the page rendered after it count as one lookup (AMB-G06)", async () => {
    await runInRequest({ id: "r", socketAddress: "10.1.1.1" }, async () => {
      const nobody = "nobody@example.test";
      await send({ ...typedLead(), form_key: "", ...addRow("leads") }, nobody);
      expect((await open(nobody)).status).toBe(404);
    });
    expect(await listRateLimits()).toHaveLength(1);
  });
});

describe("submitting leads (G-060)", () => {
  const two = { ...typedLead(), ...typedLead(1, { seller_1_name: "Cy Dent" }) };

  test("submitted leads are stored for the valuer’s office, the team gets one email, and the success page opens (G-038 WF-23)", async () => {
    expect(await send(two)).toMatchObject({ status: 303, location: "/leads/success" });
    const valuer = await db.selectFrom("valuers").selectAll().executeTakeFirstOrThrow();
    const kept = { valuer_id: valuer.id, estate_agent_id: valuer.estate_agent_id };
    expect(await stored()).toMatchObject([
      { ...kept, initial_asking_price_pounds: 350_000 },
      { ...kept, initial_asking_price_pounds: 350_000 },
    ]);
    expect((await emails()).map(({ name }) => name)).toEqual(["valuer_leads_submitted"]);
  });

  test("a double submit stores the leads once", async () => {
    const form = { ...two, form_key: leadsKey(email) };
    const answers = await Promise.all([send(form), send(form)]);
    expect(answers.map(({ location }) => location)).toEqual(Array(2).fill("/leads/success"));
    expect(await stored()).toHaveLength(2);
    expect(await emails()).toHaveLength(1);
  });

  test("submitting different leads with a used form key answers 409, and gives the page a new key", async () => {
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

  test("the leads form shows each error next to its lead, with the typed values (G-050 to G-054)", async () => {
    const answer = await send({ ...typedLead(), ...typedLead(1, { property_address: "" }) });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({
      "leads[1].property_address": ["Property address is required"],
    });
    expect(listLeads(answer)).toMatchObject([{}, { seller_1_name: "Ada Byron" }]);
    expect(await stored()).toEqual([]);
  });

  test("submitting the leads form requires at least one lead (G-049)", async () => {
    expect(listErrors(await send({}))).toEqual({ leads: ["At least one lead is required"] });
  });

  test("the leads form shows an error if saving fails, and can be submitted again (G-063)", async () => {
    const mend = await breakWrites(db, "leads");
    const form = { ...two, form_key: leadsKey(email) };
    const answer = await send(form);
    await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)).toEqual({ "": ["Failed to submit leads. Please try again."] });
    expect(listLeads(answer)).toMatchObject([{}, { seller_1_name: "Cy Dent" }]);
    expect((await send(form)).status).toBe(303);
  });

  test("submitting leads for an unknown address answers 404 (G-062)", async () => {
    expect((await send(two, "nobody@example.test")).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  const from = (socketAddress: string, fields: Record<string, string>, address = email) =>
    runInRequest({ id: crypto.randomUUID(), socketAddress }, () => send(fields, address));

  test("repeated submits of one leads form count once against the rate limit (AMB-G06)", async () => {
    const form = { ...two, form_key: leadsKey(email) };
    for (let copy = 1; copy <= 25; copy++) {
      expect((await from("10.6.6.6", form)).location).toBe("/leads/success");
    }
    expect(await stored()).toHaveLength(2);
    expect((await from("10.6.6.6", two)).status).toBe(303);
  });

  test("submits from one network do not block the same valuer on another network (AMB-G06)", async () => {
    for (let turn = 1; turn <= 25; turn++) await from("10.6.6.6", typedLead());
    expect(await stored()).toHaveLength(20);
    expect((await from("10.6.6.6", two)).status).toBe(429);
    expect((await from("10.1.1.1", two)).status).toBe(303);
  });

  test("a valuer may submit 20 times an hour from one network (AMB-G06)", async () => {
    for (let turn = 1; turn <= 20; turn++) {
      expect((await from("10.6.6.6", typedLead())).status).toBe(303);
    }
    await ageRateLimits(db, 3_590);
    expect((await from("10.6.6.6", typedLead())).status).toBe(429);
    await ageRateLimits(db, 10);
    expect((await from("10.6.6.6", typedLead())).status).toBe(303);
  });

  test("each valuer and each network may submit 100 times an hour in total (AMB-G06)", async () => {
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

  test("a submit that cannot be saved does not count against the rate limit (AMB-G06)", async () => {
    const mend = await breakWrites(db, "leads");
    await send(two);
    await mend();
    expect(await listRateLimits()).toEqual([]);
  });

  test("another valuer on the same network may submit after the first has reached 20 an hour (AMB-G06)", async () => {
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

  test("a leads form with the key of another valuer’s page answers 409 and stores no leads", async () => {
    const answer = await send({ ...two, form_key: leadsKey("other@example.test") });
    expect(answer.status).toBe(409);
    expect(await stored()).toEqual([]);
  });
});
