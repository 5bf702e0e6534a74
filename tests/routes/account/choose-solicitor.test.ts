import { describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { listSummary } from "../admin/fields.ts";
import { assignSolicitor, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const complete = { terms: true, complete: true };

const dashboardOf = (id: string) => `/dashboard/sell/${id}`;
const pageOf = (id: string) => `${dashboardOf(id)}/solicitor`;

async function aSeller(stage = complete) {
  const sam = await signIn(db);
  return { sam, id: await insertSaleAtStage(db, sam.id, stage) };
}

const choose = (id: string, visitor: Visitor, solicitor: string) =>
  open(pageOf(id), { ...visitor, fields: { solicitor } });

const readChoice = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["solicitor_preference", "preferred_lawyer_group_id", "seller_lawyer_group_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const eventsOf = async (id: string) => {
  const events = await db
    .selectFrom("events")
    .select(["comments", "author", "author_id"])
    .where("transaction_id", "=", id)
    .where("event_name", "=", "seller_solicitor_preferred")
    .orderBy("date_time")
    .execute();
  return events;
};

const NOBODY = {
  solicitor_preference: null,
  preferred_lawyer_group_id: null,
  seller_lawyer_group_id: null,
};

describe("a seller’s choice of solicitor (A-015 H-049 H-052 AMB-H03)", () => {
  test("the solicitor page offers “No preference” and the panel’s teams that have a solicitor, and the dashboard links to the page", async () => {
    const { sam, id } = await aSeller();
    const law_firm_id = await insertLawFirm(db, { name: "Minster Law" });
    const group = await insertLawyerGroup(db, { name: "Minster North", law_firm_id });
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    const empty = await insertLawyerGroup(db, { solicitor: null });
    const { html } = await open(dashboardOf(id), sam);
    expect(html).toMatch(new RegExp(`href="${pageOf(id)}"[^>]*>Choose your solicitor</a>`));
    const page = await open(pageOf(id), sam);
    expect(page.status).toBe(200);
    expect(page.title).toBe("Choose your solicitor - 12 Arch Street - Fanlight");
    expect(page.text).toContain(
      "Minster North, Minster Law Your solicitor will be Sol Ashby, in York",
    );
    expect(page.text).toContain("No preference");
    for (const [value, shown] of [
      [group, true],
      ["none", true],
      [outside, false],
      [empty, false],
    ] as const) {
      expect(page.html.includes(`value="${value}"`)).toBe(shown);
    }
    expect(page.html).not.toContain('checked=""');
  });

  test.each([
    ["no assistant", "York", 0, "Your solicitor will be Sol Ashby, in York"],
    ["1 assistant", "York", 1, "Your solicitor will be Sol Ashby, in York, with 1 legal assistant"],
    [
      "2 assistants",
      "York",
      2,
      "Your solicitor will be Sol Ashby, in York, with 2 legal assistants",
    ],
    ["no town", null, 0, "Your solicitor will be Sol Ashby"],
    [
      "no town and 1 assistant",
      null,
      1,
      "Your solicitor will be Sol Ashby, with 1 legal assistant",
    ],
  ])(
    "the solicitor page describes a team that has %s as $3",
    async (_what, town, assistants, hint) => {
      const { sam, id } = await aSeller();
      const law_firm_id = await insertLawFirm(db, {
        name: `Firm ${crypto.randomUUID()}`,
        ...(town === null && { address: null }),
      });
      const group = await insertLawyerGroup(db, {
        law_firm_id,
        legal_assistants: ["Ann", "Bob"].slice(0, assistants).map(lawyer),
      });
      const { html } = await open(pageOf(id), sam);
      const radio = html.slice(html.indexOf(`value="${group}"`));
      expect(/Your solicitor will be [^<]*/.exec(radio)?.[0]).toBe(hint);
    },
  );

  test("the solicitor page offers only teams that act for this type of property, with the fee and working days that staff entered (CU-20)", async () => {
    const { sam, id } = await aSeller();
    const law_firm_id = await insertLawFirm(db, { name: "Choice Law" });
    const freehold = await insertLawyerGroup(db, {
      law_firm_id,
      for_freehold: true,
      legal_fee_pounds: 1_250,
      usual_working_days: 48,
    });
    const leasehold = await insertLawyerGroup(db, { law_firm_id, for_leasehold: true });
    const new_build = await insertLawyerGroup(db, { law_firm_id, for_new_build: true });
    const { html, text } = await open(pageOf(id), sam);
    expect(text).toContain(
      "Your solicitor will be Sol Ashby, in York. Usual legal fee: £1,250, including VAT. Usual time to exchange of contracts: 48 working days",
    );
    expect(html).toContain(`value="${freehold}"`);
    for (const other of [leasehold, new_build]) {
      expect(html).not.toContain(other);
      expect((await choose(id, sam, other)).status).toBe(409);
    }
    expect(await readChoice(id)).toEqual(NOBODY);
  });

  test("the solicitor page saves and shows the seller’s choice, lets the seller change it, and assigns no solicitor", async () => {
    const { sam, id } = await aSeller();
    const group = await insertLawyerGroup(db, { name: "Wanted" });
    const saved = await choose(id, sam, group);
    expect(saved.location).toBe(dashboardOf(id));
    expect(await readChoice(id)).toEqual({
      ...NOBODY,
      solicitor_preference: "panel_group",
      preferred_lawyer_group_id: group,
    });
    const dashboard = await open(dashboardOf(id), sam);
    expect(dashboard.text).toContain("You chose Wanted, Ashby & Co.");
    expect(dashboard.text).toContain("Change your choice");
    expect((await open(pageOf(id), sam)).html).toMatch(
      new RegExp(`<input[^>]*value="${group}"[^>]*checked=""|checked=""[^>]*value="${group}"`),
    );
    await choose(id, sam, group);
    await choose(id, sam, "none");
    expect(await readChoice(id)).toEqual({ ...NOBODY, solicitor_preference: "no_preference" });
    expect((await open(dashboardOf(id), sam)).text).toContain(
      "You asked us to choose a solicitor.",
    );
    const by = { author: "seller", author_id: sam.id };
    expect(await eventsOf(id)).toEqual([
      { ...by, comments: "Wanted, Ashby & Co" },
      { ...by, comments: "No preference" },
    ]);
  });

  test.each([
    ["nothing", "", 400, "Choose a solicitor, or select “No preference”"],
    ["an invalid id", "x'--", 400, "Invalid ObjectId format. Reload the page and choose again"],
    [
      "an unknown team",
      "0".repeat(24),
      409,
      "This solicitor is no longer available. Choose another",
    ],
  ])(
    "choosing %s on the solicitor page answers $2 with the error $3",
    async (_name, solicitor, status, said) => {
      const { sam, id } = await aSeller();
      const page = await choose(id, sam, solicitor);
      expect(page.status).toBe(status);
      expect(listSummary(page.html)).toEqual([said]);
      expect(await readChoice(id)).toEqual(NOBODY);
    },
  );

  test("the solicitor page refuses a team that has left the panel", async () => {
    const { sam, id } = await aSeller();
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    expect((await choose(id, sam, outside)).status).toBe(409);
    expect(await readChoice(id)).toEqual(NOBODY);
  });
});

describe("sellers and staff who cannot choose a solicitor (AMB-H03)", () => {
  test("the solicitor page redirects to the dashboard once a solicitor is assigned, and saves no choice", async () => {
    const { sam, id } = await aSeller();
    await assignSolicitor(db, id);
    expect((await open(dashboardOf(id), sam)).text).not.toContain("Choose your solicitor");
    expect((await open(pageOf(id), sam)).location).toBe(dashboardOf(id));
    expect((await choose(id, sam, "none")).location).toBe(dashboardOf(id));
    expect((await readChoice(id)).solicitor_preference).toBeNull();
  });

  test("the solicitor page redirects to the dashboard before the sale is paid for, and saves no choice", async () => {
    const { sam, id } = await aSeller({ terms: true, complete: false });
    expect((await open(pageOf(id), sam)).location).toBe(dashboardOf(id));
    expect((await choose(id, sam, "none")).status).toBe(404);
    expect(await readChoice(id)).toEqual(NOBODY);
  });

  test("the solicitor page redirects signed-out visitors to sign in, answers 404 for other customers, and saves no choice by staff (AMB-A10)", async () => {
    const { id } = await aSeller();
    expect((await open(pageOf(id))).location).toMatch(/^\/sign-in/);
    const other = await signIn(db);
    expect((await open(pageOf(id), other)).status).toBe(404);
    expect((await choose(id, other, "none")).status).toBe(404);
    const admin = await signIn(db, { type: "admin" });
    expect((await open(dashboardOf(id), admin)).html).not.toContain(`href="${pageOf(id)}"`);
    expect((await open(pageOf(id), admin)).location).toBe(dashboardOf(id));
    expect((await choose(id, admin, "none")).status).toBe(404);
    expect(await readChoice(id)).toEqual(NOBODY);
  });
});
