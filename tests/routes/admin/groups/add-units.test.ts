import { beforeAll, describe, expect, test } from "vitest";
import * as unitPage from "#app/routes/admin/transactions-groups/add/unit.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { at, newDraft, newGroups, UNIT } from "./new-group.ts";

const { db } = useTestDatabase();
useDoubles();
let ada: Visitor;
const { draftOf, submitPage } = newGroups(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

describe("the units of a new group", () => {
  const part = (draft: string, unit = "add") => at(draft, `/units/${unit}`);
  const idsOf = async (draft: string) => (await draftOf(draft)).units.map(({ id }) => id);

  test("a double submit of a unit’s page adds one unit, and units can be changed and removed (P-015 P-043)", async () => {
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
    expect((await submitPage(draft, { intent: `units.change:${id!}` })).location).toBe(
      part(draft, id),
    );
    expect((await submitPage(draft, { intent: `units.remove:${id!}` })).location).toBe(
      `${at(draft)}#units-list`,
    );
    expect(await idsOf(draft)).toEqual([]);
    for (const gone of [id!, "x", "0".repeat(24)]) {
      expect((await open(part(draft, gone), ada)).location).toBe(at(draft));
      expect((await send(part(draft, gone), ada, UNIT)).location).toBe(at(draft));
    }
  });

  test("the page of a unit has an address finder (V-047 AMB-C17)", async () => {
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

  test("an address search without scripts keeps the unit’s typed values, separately for each draft", async () => {
    const draft = newDraft();
    const path = part(draft);
    const form = {
      "address.query": "LS6 2AB",
      tenure: "Leasehold",
      asking_price_pounds: "4x",
      intent: "address.find:address",
    };
    const step = await post(unitPage.action, form, {
      path,
      cookie: ada.cookie,
      isDocument: true,
      params: { unit: "add" },
    });
    expect(step).toMatchObject({ status: 303, location: path });
    const { html } = await open(path, ada);
    expect(html).toContain('name="address.choice"');
    expect(readFields(html, "unit-add")).toMatchObject({
      tenure: "Leasehold",
      asking_price_pounds: "4x",
    });
    const other = await open(part(newDraft()), ada);
    expect(other.html, "another group's unit").not.toContain('name="address.choice"');
    expect(readFields(other.html, "unit-add")).toMatchObject({ asking_price_pounds: "" });
  });

  test("only a complete unit can be duplicated from its page, and the copy has no plot number (P-016 WF-16.5)", async () => {
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
    const row = await submitPage(draft, { intent: `units.duplicate:${one!}` });
    expect(row.location).toBe(part(draft, copy));
    expect(await idsOf(draft)).toHaveLength(2);
  });

  test("an incomplete unit cannot be duplicated from the list (P-016)", async () => {
    const draft = newDraft();
    await send(part(draft), ada, UNIT);
    const [id] = await idsOf(draft);
    const { changeGroupDraft } = await import("#app/domain/groups/group-draft.server.ts");
    await changeGroupDraft(db, { user_id: ada.id, draft_id: draft }, (now) => ({
      ...now,
      units: now.units.map((unit) => ({ ...unit, asking_price_pounds: "1" })),
    }));
    expect((await open(at(draft), ada)).text).toContain("Incomplete");
    const page = await submitPage(draft, { intent: `units.duplicate:${id!}` });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Unit 1: Asking price must be higher than £99,000 and less than £100,000,000",
    ]);
  });

  test("a group has at most 200 units (AMB-P02)", async () => {
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
