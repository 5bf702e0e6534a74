import { beforeAll, describe, expect, test } from "vitest";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import {
  firmAddress,
  insertLawFirm,
  insertLawyerGroup,
  lawyer,
} from "#tests/support/solicitors.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { listDifferences, signInEditors } from "../estate-agents/editors.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

const LIST = "/admin/law-firms";
const whole = {
  name: "Brook Law",
  email: "post@brook.example",
  phone_number: "01904 555030",
  "address.organisation_name": "Brook Law Ltd",
  "address.line_1": "2 Coney Street",
  "address.line_2": "",
  "address.line_3": "",
  "address.post_town": "York",
  "address.postcode": "yo19na",
  "address.country": "United Kingdom",
};

async function listNames() {
  const firms = await db.selectFrom("law_firms").select("name").orderBy("name").execute();
  return firms.map(({ name }) => name);
}

async function auditActions(id: string) {
  const rows = await db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "fields"])
    .where("subject_id", "=", id)
    .where("action", "!=", "law_firm_viewed")
    .orderBy("id")
    .execute();
  return rows;
}

describe("the list of law firms (I-014 I-043 L-008)", () => {
  test("the list of law firms is ordered by name, and shows the email or “unknown”, and the phone number (L-001 to L-003)", async () => {
    const known = await insertLawFirm(db, { name: "Zed Law" });
    await insertLawFirm(db, { name: "Able Law", email: null, phone_number: null });
    const { html, text, status } = await open(LIST, ada);
    expect(status).toBe(200);
    expect(text).toMatch(/Name Email Phone Able Law unknown . ?None Zed Law post@ashby\.example/);
    expect(text).toContain("01904 555021");
    expect(html).toContain(`href="${LIST}/${known}"`);
    expect(html).toContain(`href="${LIST}">Law Firms</a>`);
  });

  test("the list of law firms shows an error if it cannot be read", async () => {
    expectError(/relation "law_firms" does not exist/);
    await withoutTable(db, "law_firms", async () => {
      const { status, text } = await open(LIST, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error fetching law firms");
    });
  });
});

describe("adding a law firm (L-010 AMB-L04)", () => {
  const path = `${LIST}/add`;
  const empty = async () => readFields((await open(path, ada)).html, "law-firm");

  test("the law firm form lists the missing fields (L-012 L-015 to L-019)", async () => {
    const page = await send(path, ada, await empty());
    expect(page.status).toBe(400);
    expect(page.title).toMatch(/^Error: Add law firm/);
    expect(listSummary(page.html)).toEqual([
      "Name is required",
      "Organisation name is required",
      "Address line 1 is required",
      "Post town is required",
      "Postcode is not valid. Enter a full UK postcode, like SW1A 1AA",
      "Country is required",
    ]);
  });

  test.each([
    [
      "L-013",
      "email",
      "nobody",
      "Please enter a valid email address. It should look like name@example.com",
    ],
    ["L-014", "phone_number", "12", "Invalid mobile number. Enter a number like 07400 123456"],
    [
      "L-018",
      "address.postcode",
      "ZZ99",
      "Postcode is not valid. Enter a full UK postcode, like SW1A 1AA",
    ],
    [
      "L-018",
      "address.postcode",
      "75001",
      "Postcode is not valid. Enter a full UK postcode, like SW1A 1AA",
    ],
    ["L-017", "address.country", "France", "Country is required"],
    ["L-012", "name", "n".repeat(256), "Name must be less than 255 characters long"],
  ])(
    "the law firm form refuses the value $2 in the field $1 with the error $3 ($0)",
    async (_id, field, value, message) => {
      const before = await listNames();
      const page = await send(path, ada, { ...(await empty()), ...whole, [field]: value });
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual([message]);
      expect(await listNames()).toEqual(before);
    },
  );

  test("a law firm with the name of another one needs confirmation, and the error links to that firm", async () => {
    const known = await insertLawFirm(db, { name: "Twice Law" });
    const form = { ...(await empty()), ...whole, name: " twice LAW " };
    const asked = await send(path, ada, form);
    expect(asked.status).toBe(409);
    expect(asked.html).toContain(`href="${LIST}/${known}">Twice Law</a>`);
    expect(listSummary(asked.html)).toEqual([
      "A law firm with this name already exists. Open it, or confirm that this is a different firm",
    ]);
    expect((await listNames()).filter((name) => /twice/i.test(name))).toHaveLength(1);
    // The confirmation is still ticked after an error in a different field.
    const fields = { ...readFields(asked.html, "law-firm"), same_name: "on" };
    const wrong = await send(path, ada, { ...fields, email: "nobody" });
    expect(readFields(wrong.html, "law-firm").same_name).toBe("on");
    const done = await send(path, ada, fields);
    expect(done.location).toMatch(new RegExp(`^${LIST}/[0-9a-f]{24}$`));
    expect((await listNames()).filter((name) => /twice/i.test(name))).toHaveLength(2);
  });

  test("a law firm without an email or phone number is created once and audited (L-013 L-014)", async () => {
    const form = { ...(await empty()), ...whole, name: "Once Law", email: "", phone_number: "" };
    const first = await send(path, ada, form);
    expect(first.location).toMatch(new RegExp(`^${LIST}/[0-9a-f]{24}$`));
    expect((await send(path, ada, form)).location).toBe(first.location);
    expect((await listNames()).filter((name) => name === "Once Law")).toHaveLength(1);
    const { id } = await db
      .selectFrom("law_firms")
      .select("id")
      .where("name", "=", "Once Law")
      .executeTakeFirstOrThrow();
    expect(await readLawFirm(db, id)).toEqual({
      name: "Once Law",
      email: null,
      phone_number: null,
      address: {
        ...firmAddress,
        organisation_name: "Brook Law Ltd",
        line_1: "2 Coney Street",
        postcode: "YO1 9NA",
      },
    });
    expect(await auditActions(id)).toEqual([
      { actor_id: ada.id, action: "law_firm_created", fields: [] },
    ]);
  });

  test("a law firm in Guernsey is stored with the country code GG", async () => {
    const form = { ...(await empty()), ...whole, name: "Isle Law", "address.country": "Guernsey" };
    await send(path, ada, { ...form, "address.postcode": "GY1 1AA" });
    const address = await db
      .selectFrom("law_firms")
      .innerJoin("addresses", "addresses.id", "law_firms.address_id")
      .select(["country", "country_iso_2", "postcode"])
      .where("name", "=", "Isle Law")
      .executeTakeFirst();
    expect(address).toEqual({ country: "Guernsey", country_iso_2: "GG", postcode: "GY1 1AA" });
  });

  test("the law firm form keeps the typed values if saving fails (L-020)", async () => {
    expectError(/the table is broken/);
    const form = { ...(await empty()), ...whole, name: "Lost Law" };
    const mend = await breakWrites(db, "law_firms");
    const page = await send(path, ada, form);
    await mend();
    expect(page.status).toBe(500);
    expect(page.text).toContain("There was an error saving the law firm");
    expect(page.html).toContain('value="Lost Law"');
  });
});

describe("the page of a law firm (I-015 L-009)", () => {
  test("the page of a law firm shows its details, groups and people (L-004 to L-007)", async () => {
    const id = await insertLawFirm(db, { name: "Whole Law" });
    const group = await insertLawyerGroup(db, {
      law_firm_id: id,
      name: "Whole York",
      legal_assistants: [lawyer("Asa"), lawyer("Lea")],
    });
    await insertLawyerGroup(db, { law_firm_id: id, name: "Bare", panel_solicitor: false });
    await insertLawyerGroup(db, { name: "Of another firm" });
    const { html, text, title } = await open(`${LIST}/${id}`, ada);
    expect(title).toContain("Whole Law");
    expect(text).toContain("1 Stonegate, York, YO1 8AS");
    expect(text).toContain("Ashby LLP");
    expect(text).toContain("Whole York Sol Ashby sol@ashby.example Asa Ashby, Lea Ashby Panel");
    expect(text).toMatch(/Bare Sol Ashby sol@ashby\.example . ?None Non-Panel/);
    expect(text).not.toContain("Of another firm");
    expect(html).toContain(`href="/admin/lawyer-groups/${group}"`);
  });

  test("the page of a law firm says that the firm has no groups, and answers 404 for a missing firm", async () => {
    const id = await insertLawFirm(db);
    expect((await open(`${LIST}/${id}`, ada)).text).toContain("No lawyer groups yet.");
    for (const missing of ["none", "f".repeat(24)]) {
      const { status, text } = await open(`${LIST}/${missing}`, ada);
      expect(status).toBe(404);
      expect(text).toContain("Law firm not found");
    }
  });

  test("the page of a law firm opens even if the firm’s groups cannot be read (L-028)", async () => {
    expectError(/relation "lawyer_groups" does not exist/);
    const id = await insertLawFirm(db, { name: "Half Law" });
    await withoutTable(db, "lawyer_groups", async () => {
      const { status, text } = await open(`${LIST}/${id}`, ada);
      expect(status).toBe(200);
      expect(text).toContain("Half Law");
      expect(text).toContain("There was an error fetching lawyer groups");
    });
  });

  test("a law firm can be changed, and the second of two editors sees both versions (L-011)", async () => {
    const id = await insertLawFirm(db);
    const path = `${LIST}/${id}/edit`;
    const [hers, his] = [await open(path, ada), await open(path, tom)];
    // Phone numbers are stored in E.164, but the form shows the national format.
    expect(readFields(hers.html, "law-firm")).toMatchObject({ phone_number: "01904 555021" });
    const first = await send(path, ada, {
      ...readFields(hers.html, "law-firm"),
      name: "Ada's",
      "address.line_1": "9 Stonegate",
    });
    expect(first.location).toBe(`${LIST}/${id}`);
    const lost = await send(path, tom, {
      ...readFields(his.html, "law-firm"),
      name: "Tom's",
      phone_number: "",
    });
    expect(lost.status).toBe(409);
    expect(listDifferences(lost.html)).toEqual([
      ["Name Was Ashby & Co You both changed it Theirs Ada's Yours Tom's", null],
      ["Phone Was 01904 555021 You changed it Theirs 01904 555021 Yours Blank", "yours"],
      [
        "Address Was Ashby LLP, 1 Stonegate, York, YO1 8AS, United Kingdom They changed it Theirs Ashby LLP, 9 Stonegate, York, YO1 8AS, United Kingdom Yours Ashby LLP, 1 Stonegate, York, YO1 8AS, United Kingdom",
        "theirs",
      ],
    ]);
    await send(path, tom, { ...readFields(lost.html, "conflict"), "choice.name": "yours" });
    expect(await readLawFirm(db, id)).toMatchObject({
      name: "Tom's",
      phone_number: null,
      address: { line_1: "9 Stonegate" },
    });
    const { address_id } = await db
      .selectFrom("law_firms")
      .select("address_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(address_id).not.toBeNull();
    expect((await auditActions(id)).slice(1)).toEqual([
      { actor_id: ada.id, action: "law_firm_updated", fields: ["name", "address"] },
      { actor_id: tom.id, action: "law_firm_updated", fields: ["name", "phone_number"] },
    ]);
  });

  test("an address can be added to a law firm that has none", async () => {
    const id = await insertLawFirm(db, { address: null });
    const path = `${LIST}/${id}/edit`;
    const form = readFields((await open(path, ada)).html, "law-firm");
    expect((await send(path, ada, { ...form, ...whole })).location).toBe(`${LIST}/${id}`);
    expect((await readLawFirm(db, id)).address).toMatchObject({ line_1: "2 Coney Street" });
  });
});
