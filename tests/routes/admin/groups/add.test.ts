import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readGroupDraft } from "#app/domain/groups/group-draft.server.ts";
import { log } from "#app/observability/log.server.ts";
import { setFault } from "#mocks/faults.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertGroup, newGroup } from "#tests/support/groups.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/visit.ts";
import { listSummary, readFields } from "../fields.ts";
import { modules, open, send } from "../pages.ts";

const { db } = useTestDatabase();
const doubles = useDoubles();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void vi.restoreAllMocks());

const ADD = "/admin/transactions-groups/add";
const newDraft = () => randomBytes(12).toString("hex");
const at = (draft: string, part = "") => `${ADD}${part}?draft=${draft}`;
const draftOf = (draft_id: string, visitor = ada) =>
  readGroupDraft(db, { user_id: visitor.id, draft_id });

const PERSON = {
  first_name: "Rae",
  last_name: "Elm",
  phone_number: "07400 123456",
  phone_country: "GB",
};
const COMPANY = {
  name: "Elmfield Homes Limited",
  "address.line_1": "7 Bootham Square",
  "address.post_town": "York",
  "address.postcode": "YO30 7BN",
  "address.country_code": "GB",
};
const UNIT = {
  "address.line_1": "Plot 1, Elm Field",
  "address.post_town": "York",
  "address.postcode": "YO30 7BN",
  tenure: "Freehold",
  asking_price_pounds: "325,000",
};

let numbers = 0;

/** A draft with everything but what the page itself asks. */
async function filledDraft({ user_email = "" } = {}) {
  const draft = newDraft();
  numbers += 1;
  if (user_email) {
    await send(at(draft, "/representative"), ada, { intent: "find", email: user_email });
  } else {
    const email = `rae.${draft}@elmfield.example`;
    await send(at(draft, "/representative"), ada, { ...PERSON, email });
  }
  const company_number = `9800${String(numbers).padStart(4, "0")}`;
  await send(at(draft, "/company"), ada, { ...COMPANY, company_number });
  for (const plot of [1, 2]) {
    const line_1 = `Plot ${plot}, Elm Field`;
    await send(at(draft, "/units/add"), ada, { ...UNIT, "address.line_1": line_1 });
  }
  return draft;
}

const fieldsOf = async (draft: string) => readFields((await open(at(draft), ada)).html, "group");

/** Opens the page and presses a button of it; none for "Save and Continue". */
const press = async (draft: string, typed: Record<string, string> = {}) =>
  send(at(draft), ada, { ...(await fieldsOf(draft)), ...typed });

describe("P-003 AMB-P01 a draft of its own", () => {
  test("I-005 P-003 WF-16.1 without one in its address the page leads to a new one, each time", async () => {
    const first = (await open(ADD, ada)).location;
    expect(first).toMatch(/^\/admin\/transactions-groups\/add\?draft=[0-9a-f]{24}$/);
    expect((await open(ADD, ada)).location).not.toBe(first);
    expect((await open(`${ADD}?draft=x'--`, ada)).location).toMatch(/\?draft=[0-9a-f]{24}$/);
    expect((await open(`${ADD}/units/add`, ada)).location).toMatch(/add\?draft=[0-9a-f]{24}$/);
    expect(await db.selectFrom("drafts").selectAll().execute()).toEqual([]);
  });

  test("P-007 P-008 P-009 P-010 P-011 P-012 the cards, empty, and the button", async () => {
    const { html, text, title } = await open(at(newDraft()), ada);
    expect(title).toBe("Add group - Fanlight");
    for (const said of [
      "Transactions group",
      "Group name",
      "Representative",
      "Nobody has been chosen yet.",
      "Property",
      "No units have been added yet.",
      "Company seller",
      "No company has been chosen yet.",
      "Payment",
      "Stripe transaction ID (optional)",
    ]) {
      expect(text).toContain(said);
    }
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Save and Continue<\/button>/);
    expect(text).not.toContain("The information you have entered is invalid.");
  });

  test("P-041 P-042 AMB-P06 what the products normally cost, and that they are nothing here", async () => {
    const { text } = await open(at(newDraft()), ada);
    expect(text).toContain("Service fee £240.00 £0.00");
    expect(text).toContain("Search pack £480.00 £0.00");
  });

  test("P-024 whatever is pressed, what was typed is kept first", async () => {
    const draft = newDraft();
    for (const [intent, path] of [
      ["representative.change", `${ADD}/representative`],
      ["company.change", `${ADD}/company`],
      ["units.add", `${ADD}/units/add`],
    ]) {
      const typed = {
        name: `Name before ${path!}`,
        stripe_transaction_id: "pi_1",
        intent: intent!,
      };
      expect((await press(draft, typed)).location).toBe(`${path!}?draft=${draft}`);
      expect(await draftOf(draft)).toMatchObject({ name: typed.name });
    }
    expect((await press(draft, { name: "As it is typed", intent: "keep" })).status).toBe(204);
    expect(await fieldsOf(draft)).toMatchObject({
      name: "As it is typed",
      stripe_transaction_id: "pi_1",
    });
  });

  test("P-024 two tabs hold two drafts, and another member of staff has none of them", async () => {
    const [one, other] = [newDraft(), newDraft()];
    await press(one, { name: "One", intent: "keep" });
    await press(other, { name: "Other", intent: "keep" });
    expect((await fieldsOf(one)).name).toBe("One");
    expect((await fieldsOf(other)).name).toBe("Other");
    const tom = await signIn(db, { type: "admin" });
    expect(readFields((await open(at(one), tom)).html, "group").name).toBe("");
  });

  test("two editors of one draft: each change is made to what the other has written", async () => {
    const draft = newDraft();
    const [one, other] = [await fieldsOf(draft), await fieldsOf(draft)];
    const plot = (number: number) => ({ ...UNIT, "address.line_1": `Plot ${number}` });
    await Promise.all([
      send(at(draft, "/units/add"), ada, plot(1)),
      send(at(draft, "/units/add"), ada, plot(2)),
      send(at(draft), ada, { ...one, name: "Typed here", intent: "keep" }),
    ]);
    const lines = (await draftOf(draft)).units.map(({ address }) => address.line_1);
    expect(lines.sort()).toEqual(["Plot 1", "Plot 2"]);
    expect((await draftOf(draft)).name).toBe("Typed here");
    expect(other.mark).toBe(one.mark);
    expect((await fieldsOf(draft)).mark).not.toBe(one.mark);
  });

  test("P-049 the draft cannot be read", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { sql } = await import("kysely");
    await sql`alter table products rename to away`.execute(db);
    try {
      const page = await open(at(newDraft()), ada);
      expect(page.status).toBe(500);
      expect(page.text).toContain("There was an error while processing transactions group");
    } finally {
      await sql`alter table away rename to products`.execute(db);
    }
  });
});

describe("the representative", () => {
  const part = (draft: string) => at(draft, "/representative");
  const find = (draft: string, email: string) => send(part(draft), ada, { intent: "find", email });

  test("P-017 B-082 WF-16.3 no email, one that is none, one of nobody", async () => {
    const draft = newDraft();
    for (const email of ["", "rae"]) {
      const page = await find(draft, email);
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual(["Please enter a valid email address"]);
    }
    const page = await find(draft, "nobody@example.test");
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["User not found"]);
    expect(readFields(page.html, "new-representative").email).toBe("nobody@example.test");
    expect((await draftOf(draft)).representative).toBeNull();
  });

  test("P-017 P-038 B-082 WF-16.3 somebody with an account is chosen, in capitals or not", async () => {
    const draft = newDraft();
    const rae = await signIn(db, { first_name: "Rae", last_name: "Elm" });
    expect((await find(draft, rae.email.toUpperCase())).location).toBe(at(draft));
    const { text } = await open(at(draft), ada);
    expect(text).toContain(`Name Rae Elm Email ${rae.email} Account Has an account`);
  });

  test.each([
    [
      "staff",
      { type: "admin" as const },
      "This user is a member of staff and cannot represent a seller",
    ],
    ["somebody blocked", {}, "This user is blocked"],
  ])("%s is refused", async (_name, user, said) => {
    const draft = newDraft();
    const { id, email } = await signIn(db, user);
    if (!("type" in user)) {
      const blocked = { active: false, deactivated_at: new Date() };
      await db.updateTable("users").set(blocked).where("id", "=", id).execute();
    }
    const page = await find(draft, email);
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([said]);
  });

  test("P-045 the user cannot be looked for", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { sql } = await import("kysely");
    await sql`alter table users rename column phone_number to away`.execute(db);
    try {
      const page = await find(newDraft(), ada.email);
      expect(page.status).toBe(500);
      expect(listSummary(page.html)).toEqual(["There was an error finding user by email"]);
    } finally {
      await sql`alter table users rename column away to phone_number`.execute(db);
    }
  });

  test("P-019 WF-16.3 a new one whose email somebody has is refused; what was typed stays", async () => {
    const draft = newDraft();
    const { email } = await signIn(db);
    const page = await send(part(draft), ada, { ...PERSON, email });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "User with this email already exists. Use the search bar to find user.",
    ]);
    expect(readFields(page.html, "new-representative")).toMatchObject({ ...PERSON, email });
  });

  test("P-030 a new one waits in the draft, and can be changed", async () => {
    const draft = newDraft();
    const email = `rae.${draft}@elmfield.example`;
    const empty = await send(part(draft), ada, {});
    expect(listSummary(empty.html)).toContain("First name must be at least 2 characters long");
    expect((await send(part(draft), ada, { ...PERSON, email })).location).toBe(at(draft));
    expect((await open(at(draft), ada)).text).toContain("A new account is made for them");
    const again = await open(part(draft), ada);
    expect(readFields(again.html, "new-representative")).toMatchObject({ ...PERSON, email });
    expect(again.title).toBe("Add group - Representative - Fanlight");
    const found = await db.selectFrom("users").select("id").where("email", "=", email).execute();
    expect(found).toEqual([]);
  });
});

describe("the company", () => {
  const part = (draft: string) => at(draft, "/company");
  const find = (draft: string, number: string) =>
    send(part(draft), ada, { intent: "find", number });

  test("P-018 P-044 WF-16.4 no number, and one of no company, which can be typed in", async () => {
    const draft = newDraft();
    const empty = await find(draft, " ");
    expect(empty.status).toBe(400);
    expect(listSummary(empty.html)).toEqual(["Company number must be at least 1 character long"]);
    const page = await find(draft, "1234567");
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["Company not found"]);
    const fields = readFields(page.html, "company");
    expect(fields.company_number).toBe("01234567");
    const saved = await send(part(draft), ada, { ...fields, ...COMPANY });
    expect(saved.location).toBe(at(draft));
    expect((await open(at(draft), ada)).text).toContain(
      "Name Elmfield Homes Limited Company number 01234567 Address 7 Bootham Square, York, YO30 7BN Record Is put on record with the group",
    );
  });

  test("P-025 AMB-P04 one of the public register fills the form in, to be looked over", async () => {
    const draft = newDraft();
    expect((await find(draft, "oc990021")).location).toBe(part(draft));
    const { html, text } = await open(part(draft), ada);
    expect(readFields(html, "company")).toMatchObject({
      id: "",
      name: "CASTLE QUARTER HOMES LLP",
      company_number: "OC990021",
      "address.line_1": "Castle House, Park Place",
      "address.post_town": "Cardiff",
      "address.postcode": "CF10 3BQ",
      "address.country_code": "GB",
    });
    expect(text).not.toContain("This company is not active");
    await find(draft, "99005555");
    expect((await open(part(draft), ada)).text).toContain("This company is not active: dissolved");
  });

  test("P-025 P-027 one on our own record is found without asking anybody", async () => {
    await setFault(doubles.state, "companies-house", "down");
    const { company } = newGroup();
    await insertGroup(db, { company });
    const draft = newDraft();
    expect((await find(draft, company.company_number)).location).toBe(part(draft));
    const { html, text } = await open(part(draft), ada);
    expect(text).toContain("What you change here is changed on our record too.");
    const fields = readFields(html, "company");
    expect(fields).toMatchObject({ version: "1", "address.line_1": "7 Bootham Square" });
    expect(fields.id).toMatch(/^[0-9a-f]{24}$/);
    await send(part(draft), ada, { ...fields, name: "Renamed LLP" });
    expect((await open(at(draft), ada)).text).toContain("Name Renamed LLP");
    const another = await send(part(draft), ada, { ...fields, company_number: "99887766" });
    expect(another.location).toBe(at(draft));
    expect((await draftOf(draft)).company).toMatchObject({ id: "", version: "" });
  });

  test("a number that is on record has to be looked up", async () => {
    const { company } = newGroup();
    await insertGroup(db, { company });
    const { company_number } = company;
    const page = await send(part(newDraft()), ada, { ...COMPANY, company_number });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "This company is on our record already. Find it by its number",
    ]);
  });

  test.each(["down", "nonsense", "reset"])(
    "P-046 Companies House is unwell (%s): the form is there to be filled in",
    async (fault) => {
      vi.spyOn(log, "error").mockImplementation(() => undefined);
      await setFault(doubles.state, "companies-house", fault);
      const page = await find(newDraft(), "99001234");
      expect(page.status).toBe(500);
      expect(listSummary(page.html)).toEqual([
        "There was an error finding company by company number",
      ]);
      expect(readFields(page.html, "company").company_number).toBe("99001234");
    },
  );

  test("X-056 what is missing of it", async () => {
    const page = await send(part(newDraft()), ada, { "address.country_code": "GB" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Company name must be at least 1 character long",
      "Company number must be at least 1 character long",
      "Address must be at least 1 character long",
      "Town must be at least 1 character long",
      "Invalid postcode for the specified country",
    ]);
  });
});

describe("the units", () => {
  const part = (draft: string, unit = "add") => at(draft, `/units/${unit}`);
  const idsOf = async (draft: string) => (await draftOf(draft)).units.map(({ id }) => id);

  test("P-015 P-043 one is added, changed and removed; a form that is sent twice adds once", async () => {
    const draft = newDraft();
    const added = await send(part(draft), ada, UNIT);
    expect(added.location).toBe(`${at(draft)}#units-list`);
    await send(part(draft), ada, UNIT);
    const [id] = await idsOf(draft);
    expect(await idsOf(draft)).toHaveLength(1);
    expect((await open(at(draft), ada)).text).toContain(
      "1 Plot 1, Elm Field, York, YO30 7BN Edit unit 1 Duplicate unit 1 Remove unit 1 Freehold £325,000",
    );
    const { html, title } = await open(part(draft, id), ada);
    expect(title).toBe("Add group - Edit unit 1 - Fanlight");
    const fields = readFields(html, `unit-${id!}`);
    expect(fields).toMatchObject(UNIT);
    await send(part(draft, id), ada, { ...fields, tenure: "Leasehold" });
    expect((await draftOf(draft)).units).toMatchObject([{ id, tenure: "Leasehold" }]);
    expect((await press(draft, { intent: `units.change:${id!}` })).location).toBe(part(draft, id));
    expect((await press(draft, { intent: `units.remove:${id!}` })).location).toBe(
      `${at(draft)}#units-list`,
    );
    expect(await idsOf(draft)).toEqual([]);
    for (const gone of [id!, "x", "0".repeat(24)]) {
      expect((await open(part(draft, gone), ada)).location).toBe(at(draft));
      expect((await send(part(draft, gone), ada, UNIT)).location).toBe(at(draft));
    }
  });

  test("V-047 AMB-C17 the address is found, as the seller's is", async () => {
    const draft = newDraft();
    const searched = await send(part(draft), ada, {
      "address.query": "LS6 2AB",
      intent: "address.find:address",
    });
    expect(searched.status).toBe(200);
    const choice = / name="address\.choice" value="([^"]+)"/.exec(searched.html)?.[1];
    const { tenure, asking_price_pounds } = UNIT;
    await send(part(draft), ada, {
      "address.query": "LS6 2AB",
      "address.choice": choice!,
      tenure,
      asking_price_pounds,
    });
    expect((await draftOf(draft)).units).toMatchObject([
      { address: { confirmed: "on", postcode: "LS6 2AB" } },
    ]);
  });

  test("P-016 WF-16.5 duplicating needs a unit that is whole; the copy is opened, without its number", async () => {
    const draft = newDraft();
    const refused = await send(part(draft), ada, {
      ...UNIT,
      asking_price_pounds: "",
      intent: "duplicate",
    });
    expect(refused.status).toBe(400);
    expect(listSummary(refused.html)).toEqual([
      "Asking price must be higher than £99,000 and less than £100,000,000",
    ]);
    expect(await idsOf(draft)).toEqual([]);
    const copied = await send(part(draft), ada, { ...UNIT, intent: "duplicate" });
    const [one, copy] = await idsOf(draft);
    expect(copied.location).toBe(part(draft, copy));
    expect((await send(part(draft), ada, { ...UNIT, intent: "duplicate" })).location).toBe(
      copied.location,
    );
    expect(readFields((await open(part(draft, copy), ada)).html, `unit-${copy!}`)).toMatchObject({
      ...UNIT,
      "address.line_1": "Plot, Elm Field",
    });
    const row = await press(draft, { intent: `units.duplicate:${one!}` });
    expect(row.location).toBe(part(draft, copy));
    expect(await idsOf(draft)).toHaveLength(2);
  });

  test("P-016 a unit of an older draft that is not whole any more is not copied from its row", async () => {
    const draft = newDraft();
    await send(part(draft), ada, UNIT);
    const [id] = await idsOf(draft);
    const { changeGroupDraft } = await import("#app/domain/groups/group-draft.server.ts");
    await changeGroupDraft(db, { user_id: ada.id, draft_id: draft }, (now) => ({
      ...now,
      units: now.units.map((unit) => ({ ...unit, asking_price_pounds: "1" })),
    }));
    expect((await open(at(draft), ada)).text).toContain("Incomplete");
    const page = await press(draft, { intent: `units.duplicate:${id!}` });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Unit 1: Asking price must be higher than £99,000 and less than £100,000,000",
    ]);
  });

  test("AMB-P02 a group is full at 200", async () => {
    const draft = newDraft();
    const { changeGroupDraft, TypedUnit } =
      await import("#app/domain/groups/group-draft.server.ts");
    await changeGroupDraft(db, { user_id: ada.id, draft_id: draft }, (now) => ({
      ...now,
      units: Array.from({ length: 200 }, (_, index) =>
        TypedUnit.parse({ id: String(index), address: { line_1: `Plot ${index}` } }),
      ),
    }));
    const { html, text } = await open(at(draft), ada);
    expect(text).toContain("A group has at most 200 units.");
    expect(html).not.toContain('value="units.add"');
    expect((await open(part(draft), ada)).location).toBe(at(draft));
    expect((await send(part(draft), ada, UNIT)).location).toBe(at(draft));
    expect(await idsOf(draft)).toHaveLength(200);
  });
});

describe("P-012 P-021 Save and Continue", () => {
  test("P-013 P-021 P-022 P-023 WF-16.2 of nothing: each part says what it needs", async () => {
    const page = await press(newDraft());
    expect(page.status).toBe(400);
    expect(page.title).toMatch(/^Error: /);
    expect(listSummary(page.html)).toEqual([
      "Validation failed. Please check all required fields.",
      "Transactions group name is required",
      "Representative is required",
      "Add at least one unit with its asking price",
      "Company seller is required",
    ]);
    expect(page.text).toContain(
      "The information you have entered is invalid. Please check each field for errors and try again.",
    );
    for (const id of ["group-name", "group-representative", "group-company", "group-units"]) {
      expect(page.html).toContain(`href="#${id}"`);
      expect(page.html).toContain(`id="${id}"`);
    }
  });

  test("P-020 P-028 WF-16.5 a name that a group has", async () => {
    await insertGroup(db, { name: "Taken" });
    const page = await press(await filledDraft(), { name: "TAKEN" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toContain('Transactions group already exists with name "TAKEN"');
  });

  test("I-006 I-034 P-053 P-054 P-055 WF-16.6 it is made once, however often it is pressed, and the draft is gone", async () => {
    const draft = await filledDraft();
    const typed = { ...(await fieldsOf(draft)), name: "harbour mews" };
    const [first, second] = await Promise.all([
      send(at(draft), ada, typed),
      send(at(draft), ada, typed),
    ]);
    const third = await send(at(draft), ada, typed);
    expect(first.location).toMatch(/^\/admin\/transactions-groups\/success\?group=[0-9a-f]{24}$/);
    expect([second.location, third.location]).toEqual([first.location, first.location]);
    expect((await send(at(draft), ada, { ...typed, intent: "keep" })).status).toBe(204);
    const drafts = await db
      .selectFrom("drafts")
      .select("form")
      .where("form", "like", `%${draft}`)
      .execute();
    expect(drafts).toEqual([]);
    const { html, text, title } = await open(first.location!, ada);
    expect(title).toBe("You've successfully created a transaction group - Fanlight");
    expect(text).toContain("Harbour Mews: 2 transactions");
    for (const plot of [1, 2]) {
      expect(html).toMatch(
        new RegExp(`href="/admin/transactions/[0-9a-f]{24}"[^>]*>Plot ${plot}, Elm Field, York`),
      );
    }
    expect(html).toMatch(
      /<a[^>]*href="\/admin\/transactions-groups"[^>]*>Back to transactions groups<\/a>/,
    );
  });

  test("P-014 AMB-E14 the payment is looked up once at Stripe, and its failure makes the units unpaid", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    await setFault(doubles.state, "stripe", "down");
    const draft = await filledDraft();
    const stripe_transaction_id = `pi_${draft}`;
    const made = await press(draft, { name: `Paid ${draft}`, stripe_transaction_id });
    expect(made.location).toContain("/success");
    expect(await draftOf(draft)).toMatchObject({ name: "", units: [] });
    const orders = await db
      .selectFrom("orders")
      .innerJoin("transactions", "transactions.id", "orders.transaction_id")
      .innerJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
      .select(["payment_type", "stripe_transaction_status", "paid_at"])
      .where("transaction_groups.stripe_transaction_id", "=", stripe_transaction_id)
      .execute();
    const unpaid = {
      payment_type: "stripe_direct",
      stripe_transaction_status: null,
      paid_at: null,
    };
    expect(orders).toEqual([unpaid, unpaid]);
  });

  test("two editors of one draft: what the second did not see is not made", async () => {
    const draft = await filledDraft();
    const seen = await fieldsOf(draft);
    await send(at(draft, "/units/add"), ada, { ...UNIT, "address.line_1": "Plot 9" });
    const page = await send(at(draft), ada, { ...seen, name: `Seen ${draft}` });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "This group was changed in another tab or on another device. Check what you see here, and save again",
    ]);
    expect(page.text).toContain("3 Plot 9");
    const again = { ...readFields(page.html, "group"), name: `Seen ${draft}` };
    expect((await send(at(draft), ada, again)).location).toContain("/success");
  });

  test("what was taken since it was typed is said at its part", async () => {
    const user = await signIn(db);
    const draft = await filledDraft({ user_email: user.email });
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", user.id)
      .execute();
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const page = await press(draft, { name: `Blocked ${draft}` });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual(["This user is blocked"]);
    expect(page.html).toContain('href="#group-representative"');
  });

  test.each([
    ["P-047", "users", "There was an error while creating representative"],
    ["P-048", "companies", "There was an error while creating company"],
    ["P-050", "order_items", "There was an error while creating transactions group"],
    ["P-049", "transaction_groups", "There was an error while processing transactions group"],
  ])(
    "%s P-056 P-057 WF-16.7 AMB-P03 a failure (%s): the error screen, and all is still there",
    async (_row, table, message) => {
      const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
      const draft = await filledDraft();
      const mend = await breakWrites(db, table);
      const page = await press(draft, { name: `Broken ${draft}` });
      await mend();
      expect(page.status).toBe(500);
      expect(page.text).toContain(`${message} Please go back and try again.`);
      const back = /<a[^>]*href="([^"]*)"[^>]*>Go back<\/a>/.exec(page.html)?.[1];
      expect(back).toBe(at(draft));
      expect(error).toHaveBeenCalled();
      expect((await open(back!, ada)).text).toContain("2 units");
      expect((await press(draft)).location).toContain("/success");
    },
  );

  test.each([
    ["companies", "Error creating company"],
    ["order_items", "Create manual transactions failed"],
  ])("P-051 P-052 how a failure to write %s is reported", async (table, what) => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const draft = await filledDraft();
    const mend = await breakWrites(db, table);
    await press(draft, { name: `Reported ${draft}` });
    await mend();
    expect(JSON.stringify(error.mock.calls)).toContain(what);
  });

  test("a key that is forged makes nothing", async () => {
    const draft = await filledDraft();
    const page = await press(draft, { name: `Forged ${draft}`, form_key: "x.y.z" });
    expect(page.status).toBe(409);
    const found = await db
      .selectFrom("transaction_groups")
      .select("id")
      .where("name", "=", `Forged ${draft}`)
      .execute();
    expect(found).toEqual([]);
  });
});

test.each(["", "?group=x", `?group=${"0".repeat(24)}`])(
  "P-063 the success page of no group (%s)",
  async (query) => {
    const page = await open(`/admin/transactions-groups/success${query}`, ada);
    expect(page.status).toBe(404);
    expect(page.text).toContain("Transaction group not found");
    expect(page.text).toContain("Back to transactions groups");
  },
);

test("P-026 each loader of the parts asks who it is", async () => {
  for (const part of ["representative", "company", "unit"]) {
    const { loader } = modules.get(`routes/admin/transactions-groups/add/${part}.tsx`)!;
    expect((await get(loader!, { path: at(newDraft()) })).location).toMatch(/^\/sign-in/);
  }
});
