import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { listOwnInformationTasks } from "#app/domain/notifications/information-tasks.server.ts";
import { readConfirmersLeft } from "#app/domain/property-information/confirmers.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { paths } from "#app/paths.ts";
import { action as saveSection } from "#app/routes/dashboard/property-information/section.tsx";
import { loader as download } from "#app/routes/dashboard/property-information/download.ts";
import { action as share } from "#app/routes/dashboard/property-information/sections.tsx";
import { action as confirm } from "#app/routes/dashboard/property-information/summary.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import * as sellerDashboard from "#app/routes/dashboard/sell.tsx";
import * as section from "#app/routes/dashboard/property-information/section.tsx";
import * as sections from "#app/routes/dashboard/property-information/sections.tsx";
import * as summary from "#app/routes/dashboard/property-information/summary.tsx";
import { get, post } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { fullAnswers, saveAs } from "#tests/support/property-information.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { assignSolicitor, insertSaleAtStage } from "./matters.ts";

const { db } = useTestDatabase();
const { propertyInformation: to } = paths.dashboard;

const routes = [
  page(layout, { id: "layout" }, [
    page(sections, { path: to.sections.pattern.slice(1) }),
    page(sellerDashboard, { path: "dashboard/sell/:id" }),
    page(summary, { path: to.summary.pattern.slice(1) }),
    page(section, { path: to.section.pattern.slice(1) }),
  ]),
];

let grace: Visitor;
let tom: Visitor;
let sale: string;

beforeEach(async () => {
  const email = `tom.${crypto.randomUUID()}@example.test`;
  grace = await signIn(db, { first_name: "Grace", last_name: "Adeyemi" });
  tom = await signIn(db, { first_name: "Tom", last_name: "Adeyemi", email });
  sale = await insertSaleAtStage(db, grace.id, {
    terms: true,
    complete: true,
    change: {
      onward_purchase: "no",
      additional_sellers: [{ ...bea, first_name: "Tom", last_name: "Adeyemi", email }],
    },
  });
});

const open = (path: string, visitor: Visitor) => openPage(routes, path, visitor);

const submit = (
  name: string,
  fields: Record<string, string | string[]>,
  { visitor = grace, id = sale } = {},
) => post(saveSection, fields, { ...visitor, params: { id, section: name } });

const opened = (...ids: string[]) =>
  JSON.stringify(Object.fromEntries(ids.map((id) => [id, null])));

async function stored() {
  const rows = await db
    .selectFrom("property_answers")
    .select(["question", "answer"])
    .where("transaction_id", "=", sale)
    .orderBy("question")
    .execute();
  return Object.fromEntries(rows.map(({ question, answer }) => [question, answer]));
}

describe("the list of sections", () => {
  test("the list shows every section, who answered it, and the next one", async () => {
    await submit("council_tax", {
      opened: opened("council_tax_band"),
      council_tax_band: "D",
      not_sure: ["council_tax_amount"],
    });
    const { status, text } = await open(to.sections(sale), tom);
    expect(status).toBe(200);
    expect(text).toContain("Property information");
    expect(text).toContain("0 of 15 sections done");
    expect(text).toContain("Once you have one, you’ll have 10 working days to finish.");
    expect(text).toMatch(/Council tax ?Grace, \w{3} \d+ \w+\. ?1 left/);
    expect(text).toMatch(/Building and rooms ?\d+ short questions ?Not started/);
    expect(text).toContain("You and Grace, on any device");
    expect(text).toContain("Your solicitor may still ask you to complete their own forms.");
    expect(text).not.toMatch(/waiting/i);
  });

  test("the list says which document to send for a section, and by when, until it is sent", async () => {
    await submit("condition", { opened: opened("damp_treatment"), damp_treatment: "yes" });
    const { html, text } = await open(to.sections(sale), tom);
    expect(text).toContain("Document for you to send: damp or timber guarantee");
    expect(text).toMatch(
      /Damp or timber guarantee: Requested \. Send it by \w+ \d+ \w+( \d+)?\. Send documents/,
    );
    expect(html).toContain(`href="${paths.dashboard.documents("sell", sale)}"`);
    await db
      .updateTable("document_requests")
      .set({ status: "received" })
      .where("transaction_id", "=", sale)
      .execute();
    const { text: sent } = await open(to.sections(sale), tom);
    expect(sent).toContain("Damp or timber guarantee: Received See all documents");
    expect(sent).not.toContain("for you to send");
  });

  test("a seller who has agreed to share the answers reads which firms have them, and since when", async () => {
    await db
      .insertInto("property_information")
      .values({
        transaction_id: sale,
        confirmed_at: new Date("2026-11-20T10:00:00Z"),
        share_agreed_at: new Date("2026-11-20T10:05:00Z"),
        share_agreed_by: grace.id,
      })
      .execute();
    const ada = await signIn(db, { type: "admin" });
    expect((await open(to.sections(sale), grace)).text).not.toContain("We emailed your answers");
    const estate_agent_id = await insertAgent(db);
    const shared = {
      transaction_id: sale,
      email: "val@agent.example",
      estate_agent_id,
      shared_by: ada.id,
    };
    for (const day of ["2025-11-21", "2025-11-24"]) {
      await db
        .insertInto("property_information_shares")
        .values({ ...shared, recipient: "estate_agent", shared_at: new Date(`${day}T10:00:00Z`) })
        .execute();
    }
    const { text } = await open(to.sections(sale), grace);
    expect(text).toContain(
      "We emailed your answers to your estate agent on Monday 24 November 2025.",
    );
    expect(text).not.toContain("buyer’s solicitor on");
  });

  test("staff are sent to the tab of the matter instead", async () => {
    const staff = await signIn(db, { type: "admin" });
    const { location } = await open(to.sections(sale), staff);
    expect(location).toBe(paths.admin.transactionTab["property-information"](sale));
  });
});

describe("a section", () => {
  test("an answer that calls for a document brings its upload form, outside the form of the questions", async () => {
    const path = to.section(sale, "condition");
    expect((await open(path, grace)).html).not.toContain('type="file"');
    await submit("condition", { opened: opened("damp_treatment"), damp_treatment: "yes" });
    const { html, text } = await open(path, grace);
    expect(text).toContain("Damp or timber guarantee : Requested. Upload it below");
    const [, upload = ""] = html.split("Documents for your answers");
    const action = paths.dashboard.documents("sell", sale);
    expect(upload).toMatch(
      new RegExp(`<form[^>]*action="${action}"[^>]*enctype="multipart/form-data"`, "i"),
    );
    expect(upload).toContain('name="from" value="condition"');
    expect(html.match(/<form[^>]*>(?:(?!<\/form>).)*type="file"/gs)).toHaveLength(1);
    await db
      .updateTable("document_requests")
      .set({ missing_reason: "Lost" })
      .where("transaction_id", "=", sale)
      .execute();
    expect((await open(path, grace)).html).not.toContain('type="file"');
  });

  test("its page asks the questions, and has the follow-ups below their answer", async () => {
    const { status, html, title } = await open(to.section(sale, "alterations"), grace);
    expect(status).toBe(200);
    expect(title).toContain("Alterations and consents");
    expect(html).toContain('name="windows_replaced"');
    expect(html).toContain("follow-up");
    expect(html).not.toContain("aria-invalid");
  });

  test("a saved section leads to the next one that is not done", async () => {
    const answer = await submit("council_tax", {
      opened: opened("council_tax_band", "council_tax_amount", "council_tax_alterations"),
      council_tax_band: "D",
      council_tax_amount: "1,680.50",
      council_tax_alterations: "no",
    });
    expect(answer.status).toBe(303);
    expect(answer.location).toBe(to.section(sale, "energy_certificate"));
    expect(await stored()).toEqual({
      council_tax_alterations: "no",
      council_tax_amount: "168050",
      council_tax_band: "D",
    });
    const { html } = await open(to.section(sale, "council_tax"), tom);
    expect(html).toContain('value="1680.50"');
  });

  test("an empty section saves nothing and is no error", async () => {
    const answer = await submit("council_tax", { opened: opened("council_tax_band") });
    expect(answer.status).toBe(303);
    expect(await stored()).toEqual({});
  });

  test("saving for later leads back to the list", async () => {
    const answer = await submit("council_tax", {
      opened: opened("council_tax_band"),
      council_tax_band: "D",
      later: "yes",
    });
    expect(answer.path).toBe(to.sections(sale));
    expect(await stored()).toEqual({ council_tax_band: "D" });
  });

  test("“Not sure” next to a typed answer is an answer", async () => {
    await submit("council_tax", {
      opened: opened("council_tax_amount"),
      council_tax_amount: "",
      not_sure: "council_tax_amount",
    });
    expect(await stored()).toEqual({ council_tax_amount: "not_sure" });
  });

  test("an amount that is not one is an error at its field, and the typed text stays", async () => {
    const fields = {
      opened: opened("council_tax_band", "council_tax_amount"),
      council_tax_band: "D",
      council_tax_amount: "lots",
    };
    const answer = await submit("council_tax", fields);
    expect(answer.status).toBe(400);
    expect(answer.data).toMatchObject({
      lastResult: {
        status: "error",
        initialValue: { council_tax_band: "D", council_tax_amount: "lots" },
        error: {
          council_tax_amount: ["Council tax bill: enter an amount in pounds, like 250 or 250.50"],
        },
      },
    });
    expect(await stored()).toEqual({});
  });

  test("an answer that reveals a question keeps the hidden answer when it changes back", async () => {
    const ids = ["council_tax_alterations", "council_tax_alterations_details"];
    const details = { council_tax_alterations_details: "A loft, 2014" };
    await submit("council_tax", {
      opened: opened(...ids),
      council_tax_alterations: "yes",
      ...details,
    });
    await submit("council_tax", {
      opened: JSON.stringify({
        council_tax_alterations: "yes",
        council_tax_alterations_details: "A loft, 2014",
      }),
      council_tax_alterations: "no",
      council_tax_alterations_details: "",
    });
    expect(await stored()).toEqual({
      council_tax_alterations: "no",
      council_tax_alterations_details: "A loft, 2014",
    });
  });

  test("two sellers on one page at once: the second sees both answers and can save again", async () => {
    const page_of_both = { opened: opened("council_tax_band") };
    await submit("council_tax", { ...page_of_both, council_tax_band: "C" }, { visitor: tom });
    const conflict = await submit("council_tax", { ...page_of_both, council_tax_band: "D" });
    expect(conflict.status).toBe(409);
    expect(conflict.data).toMatchObject({
      lastResult: { initialValue: { council_tax_band: "D" } },
      others: { council_tax_band: expect.stringContaining("Tom has answered “C”.") },
    });
    expect(await stored()).toEqual({ council_tax_band: "C" });
    const again = await submit("council_tax", {
      opened: JSON.stringify({ council_tax_band: "C" }),
      council_tax_band: "D",
    });
    expect(again.status).toBe(303);
    expect(await stored()).toEqual({ council_tax_band: "D" });
  });

  test.each([
    [
      "a question of another section",
      { opened: opened("windows_replaced"), windows_replaced: "yes" },
    ],
    ["an unknown question", { opened: opened("constructor"), constructor: "yes" }],
    ["broken text instead of the opened answers", { opened: "{", council_tax_band: "D" }],
  ])("a form with %s saves nothing", async (_what, fields) => {
    expect((await submit("council_tax", fields)).status).toBe(303);
    expect(await stored()).toEqual({});
  });

  test("an unknown section is a 404", async () => {
    expect((await open(to.section(sale, "attic"), grace)).status).toBe(404);
    expect((await submit("attic", {})).status).toBe(404);
  });
});

describe("access", () => {
  test("another customer gets a 404 on every page, form and file", async () => {
    const visitor = await signIn(db);
    for (const path of [to.sections(sale), to.summary(sale), to.section(sale, "parking")]) {
      expect((await open(path, visitor)).status).toBe(404);
    }
    const fields = { opened: opened("council_tax_band"), council_tax_band: "D" };
    expect((await submit("council_tax", fields, { visitor })).status).toBe(404);
    const own = { ...visitor, params: { id: sale, format: "json" } };
    expect((await post(confirm, { name: "Eve" }, own)).status).toBe(404);
    expect((await post(share, { share: "agree" }, own)).status).toBe(404);
    expect((await get(download, own)).status).toBe(404);
    expect(await stored()).toEqual({});
  });

  test("a co-seller who is removed gets a 404", async () => {
    expect((await open(to.sections(sale), tom)).status).toBe(200);
    await db.deleteFrom("parties").where("transaction_id", "=", sale).execute();
    expect((await open(to.sections(sale), tom)).status).toBe(404);
  });

  test("the sellers download their answers, and no other format exists", async () => {
    const params = { id: sale, format: "json" };
    const json = await get(download, { ...tom, params });
    expect(json.status).toBe(200);
    expect(json.headers.get("Content-Disposition")).toContain("property information.json");
    expect(json.data).toMatchObject({ transactionId: sale });
    const pdf = await get(download, { ...tom, params: { ...params, format: "pdf" } });
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    expect((await get(download, { ...tom, params: { ...params, format: "exe" } })).status).toBe(
      404,
    );
  });
});

test("a seller who downloads the PDF more than 20 times in an hour gets a 429", async () => {
  const params = { id: sale, format: "pdf" };
  const taken = Array.from({ length: 20 }, () =>
    consumeLimit(db, { key: `pdf-of-answers:${tom.id}`, limit: 20, seconds: 3_600 }),
  );
  await Promise.all(taken);
  const refused = await get(download, { ...tom, params });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expect((await get(download, { ...grace, params })).status).toBe(200);
  expect((await get(download, { ...tom, params: { ...params, format: "json" } })).status).toBe(200);
});

describe("the summary", () => {
  const known = { tenure: "Freehold", onward_purchase: "no" };

  test("the summary offers no confirmation until every section is done", async () => {
    const { text, html } = await open(to.summary(sale), grace);
    expect(text).toContain(
      "3. Council tax 3.1 Which council tax band is the home in? Not answered",
    );
    expect(text).toContain("15 sections left. Once all are done, you can confirm your answers.");
    expect(html).not.toContain("Confirm answers");
  });

  test("both sellers confirm with their names, then one agrees to share", async () => {
    await assignSolicitor(db, sale);
    await saveAs(db, grace.id, sale, fullAnswers(known));
    const { html } = await open(to.summary(sale), grace);
    const seen = /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const args = { params: { id: sale } };
    const nameless = await post(confirm, { name: " ", seen }, { ...grace, ...args });
    expect(nameless.status).toBe(400);
    await post(confirm, { name: "Grace Adeyemi", seen }, { ...grace, ...args });
    const between = await open(to.summary(sale), grace);
    expect(between.text).toContain("Confirmed Grace Adeyemi,");
    expect(between.text).toContain("Tom still needs to confirm.");
    const { text } = await open(paths.dashboard.sell(sale), grace);
    expect(text).toContain("Property information: you’ve confirmed");
    expect(text).toContain("Property information In progress With Tom");
    expect(text).not.toContain("about your home (");
    expect((await open(paths.dashboard.sell(sale), tom)).text).toContain(
      "Property information Yours With you",
    );
    const staff = await signIn(db, { type: "admin" });
    expect((await open(paths.dashboard.sell(sale), staff)).text).toContain(
      "Property information In progress With Tom",
    );
    expect(await readConfirmersLeft(db, { transaction_id: sale, user_id: grace.id })).toBe("Tom");
    const asked = [grace, tom].map(({ email }) =>
      listOwnInformationTasks(db, { transaction_id: sale, recipient: email }),
    );
    expect((await Promise.all(asked)).map((tasks) => tasks.length)).toEqual([0, 1]);
    await post(confirm, { name: "Tom Adeyemi", seen }, { ...tom, ...args });
    const before = await open(to.sections(sale), tom);
    expect(before.text).toContain("Your answers are confirmed");
    expect(before.text).toContain("Agree to share");
    const summary = await open(to.summary(sale), grace);
    expect(summary.text).toMatch(/^(?!.*Check your answers).*Your answers are confirmed/s);
    expect(summary.text).toContain("We’ll email them to your solicitor soon.");
    await db
      .updateTable("property_information")
      .set({ confirmed_at: sql<Date>`confirmed_at - interval '3 days'` })
      .where("transaction_id", "=", sale)
      .execute();
    expect((await open(to.summary(sale), grace)).text).toContain(
      "We’ve emailed them to your solicitor. There’s nothing more for you to do here.",
    );
    await post(share, { share: "agree" }, { ...tom, ...args });
    const after = await open(to.sections(sale), grace);
    expect(after.text).toMatch(/Tom agreed on \w+ \d+ \w+\./);
    await saveAs(db, tom.id, sale, { council_tax_band: "C" }, { council_tax_band: "not_sure" });
    expect((await open(to.summary(sale), grace)).text).toMatch(
      /C ?Changed by Tom on .*, after it was confirmed/,
    );
  });
});
