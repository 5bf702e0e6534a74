import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setFault } from "#mocks/faults.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertGroup, newGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { at, COMPANY, newDraft, newGroups } from "./new-group.ts";

const { db } = useTestDatabase();
const doubles = useDoubles();
let ada: Visitor;
const { draftOf } = newGroups(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void vi.restoreAllMocks());

describe("the company of a new group", () => {
  const part = (draft: string) => at(draft, "/company");
  const find = (draft: string, number: string) =>
    send(part(draft), ada, { intent: "find", number });

  test("the company form reports a missing or unknown number, and accepts typed details (P-018 P-044 WF-16.4)", async () => {
    const draft = newDraft();
    const empty = await find(draft, " ");
    expect(empty.status).toBe(400);
    expect(listSummary(empty.html)).toEqual(["Enter the company number, like 01234567"]);
    const page = await find(draft, "1234567");
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["Company not found"]);
    const fields = readFields(page.html, "company");
    expect(fields.company_number).toBe("01234567");
    const saved = await send(part(draft), ada, { ...fields, ...COMPANY });
    expect(saved.location).toBe(at(draft));
    expect((await open(at(draft), ada)).text).toContain(
      "Name Elmfield Homes Limited Company number 01234567 Address 7 Bootham Square, York, YO30 7BN Record Will be added with the group",
    );
  });

  test("the company form is filled in from Companies House, for staff to review (P-025 AMB-P04)", async () => {
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

  test("a company that we have saved is found without calling Companies House (P-025 P-027)", async () => {
    await setFault(doubles.state, "companies-house", "down");
    const { company } = newGroup();
    await insertGroup(db, { company });
    const draft = newDraft();
    expect((await find(draft, company.company_number)).location).toBe(part(draft));
    const { html, text } = await open(part(draft), ada);
    expect(text).toContain("Changes you make here also update our record.");
    const fields = readFields(html, "company");
    expect(fields).toMatchObject({ version: "1", "address.line_1": "7 Bootham Square" });
    expect(fields.id).toMatch(/^[0-9a-f]{24}$/);
    await send(part(draft), ada, { ...fields, name: "Renamed LLP" });
    expect((await open(at(draft), ada)).text).toContain("Name Renamed LLP");
    const another = await send(part(draft), ada, { ...fields, company_number: "99887766" });
    expect(another.location).toBe(at(draft));
    expect((await draftOf(draft)).company).toMatchObject({ id: "", version: "" });
  });

  test("typing the details of a company that we have saved answers 409 and asks staff to find it by its number", async () => {
    const { company } = newGroup();
    await insertGroup(db, { company });
    const { company_number } = company;
    const page = await send(part(newDraft()), ada, { ...COMPANY, company_number });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "We already have a record of this company. Find it by its number",
    ]);
  });

  test.each(["down", "nonsense", "reset"])(
    "the company form shows an error and keeps the number if Companies House fails (%s) (P-046)",
    async (fault) => {
      expectError(/There was an error finding company by company number/);
      await setFault(doubles.state, "companies-house", fault);
      const page = await find(newDraft(), "99001234");
      expect(page.status).toBe(500);
      expect(listSummary(page.html)).toEqual([
        "There was an error finding company by company number",
      ]);
      expect(readFields(page.html, "company").company_number).toBe("99001234");
    },
  );

  test("the company form lists the missing fields (X-056)", async () => {
    const page = await send(part(newDraft()), ada, { "address.country_code": "GB" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Enter the company name",
      "Enter the company number, like 01234567",
      "Address must be at least 1 character long. Enter the first line of the address",
      "Town must be at least 1 character long. Enter the town or city",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ]);
  });
});
