import { beforeAll, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { confirmFields, readFields, listSummary } from "../fields.ts";
import { fillIn, open, postAndReadFlash, send } from "../pages.ts";

const { db } = useTestDatabase();
const list = "/admin/estate-agent-brands";
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  tom = await signIn(db, { type: "admin" });
});

const nameIt = (path: string, brand_name: string, visitor = ada) =>
  fillIn(visitor, path, "brand", { brand_name });

const listNames = async () =>
  (await db.selectFrom("brands").select("brand_name").execute()).map((row) => row.brand_name);

const deleteBrand = (id: string, opened: string) =>
  postAndReadFlash(`${list}/${id}/delete`, ada, { opened });

describe("brands of estate agents (I-013 M-067 M-070 to M-073)", () => {
  test("brands can be added, renamed and deleted, and must have a name (WF-21.1)", async () => {
    const empty = await nameIt(`${list}/add`, " ");
    expect(empty.status).toBe(400);
    expect(empty.title).toBe("Error: Add brand - Fanlight");
    expect(listSummary(empty.html)).toEqual(["Enter a brand name"]);

    expect((await nameIt(`${list}/add`, "Larkfield")).location).toBe(list);
    const { html } = await open(list, ada);
    expect(html).toContain("Larkfield");
    const id = /estate-agent-brands\/([0-9a-f]{24})"/.exec(html)![1]!;
    expect((await nameIt(`${list}/${id}`, "Larkfield Homes")).location).toBe(list);
    expect(await listNames()).toEqual(["Larkfield Homes"]);

    const asked = await open(`${list}/${id}/delete`, ada);
    expect(asked.text).toContain("This deletes the brand Larkfield Homes");
    expect((await send(`${list}/${id}/delete`, ada, confirmFields(asked.html))).location).toBe(
      list,
    );
    expect(await listNames()).toEqual([]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(audit).toEqual([
      { action: "brand_created", fields: [] },
      { action: "brand_updated", fields: ["brand_name"] },
      { action: "brand_deleted", fields: [] },
    ]);
  });

  test("deleting a brand a second time shows that it has already been deleted", async () => {
    const id = await insertBrand(db, "Pressed twice");
    const opened = '{"brand_name":"Pressed twice"}';
    expect((await deleteBrand(id, opened)).flash?.title).toBe("Brand deleted");
    const second = await deleteBrand(id, opened);
    expect(second.location).toBe(list);
    expect(second.flash).toEqual({ kind: "success", title: "This has already been deleted" });
  });

  test("the list of brands counts the estate agents of each brand", async () => {
    const brand_id = await insertBrand(db, "Used twice");
    await insertAgent(db, { brand_id });
    await insertAgent(db, { brand_id });
    const { html } = await open(list, ada);
    expect(html).toMatch(new RegExp(`href="/admin/estate-agents\\?brand=${brand_id}">2</a>`));
  });

  test("a brand in use cannot be deleted, and the page shows how many estate agents use it (AMB-M01)", async () => {
    const brand_id = await insertBrand(db, "In use");
    await insertAgent(db, { brand_id });
    await insertAgent(db, { brand_id });
    const words = "This brand is used by 2 estate agents";
    const { html, text } = await open(`${list}/${brand_id}/delete`, ada);
    expect(text).toContain(words);
    expect(html).not.toContain("Delete In use");
    const refused = await deleteBrand(brand_id, '{"brand_name":"In use"}');
    expect(refused.location).toBe(list);
    // The message for an error (M-076, M-088).
    expect(refused.flash).toEqual({ kind: "error", title: "Error", description: words });
    expect(await listNames()).toContain("In use");
  });

  test("a brand name that already exists, in any letter case, is refused with an error next to the field", async () => {
    await insertBrand(db, "Taken");
    const other = await insertBrand(db, "Other");
    for (const path of [`${list}/add`, `${list}/${other}`]) {
      const page = await nameIt(path, "TAKEN");
      expect(page.status).toBe(409);
      expect(listSummary(page.html)).toEqual(["A brand with this name already exists"]);
      expect(page.html).toContain('href="#brand-brand_name"');
    }
    expect((await nameIt(`${list}/${other}`, "OTHER")).location).toBe(list);
  });

  test("the second of two editors of a brand sees a conflict and can resolve it", async () => {
    const id = await insertBrand(db, "Before");
    const his = readFields((await open(`${list}/${id}`, tom)).html, "brand");
    await nameIt(`${list}/${id}`, "Ada's");
    const lost = await send(`${list}/${id}`, tom, { ...his, brand_name: "Tom's" });
    expect(lost.status).toBe(409);
    expect(lost.text).toContain("Was Before You both changed it Theirs Ada's Yours Tom's");
    const chosen = await send(`${list}/${id}`, tom, {
      ...readFields(lost.html, "conflict"),
      "choice.brand_name": "yours",
    });
    expect(chosen.location).toBe(list);
    expect(await listNames()).toContain("Tom's");
  });

  test("deleting a brand that was renamed in the meantime requires a new confirmation", async () => {
    const id = await insertBrand(db, "Old name");
    await nameIt(`${list}/${id}`, "New name");
    const refused = await deleteBrand(id, '{"brand_name":"Old name"}');
    expect(refused.location).toBe(`${list}/${id}/delete`);
    expect(refused.flash?.description).toMatch(
      /^You saved this in another tab on .* confirm again\.$/,
    );
    expect(await listNames()).toContain("New name");
  });

  test.each(["0".repeat(24), "x", "undefined"])(
    "the page of a brand answers 404 for the id %s",
    async (id) => {
      for (const path of [`${list}/${id}`, `${list}/${id}/delete`]) {
        const { status, text } = await open(path, ada);
        expect(status).toBe(404);
        expect(text).toContain("Brand not found");
      }
      const edited = await send(`${list}/${id}`, ada, { opened: "{}", brand_name: "X" });
      expect(edited.status).toBe(404);
      expect((await deleteBrand(id, "{}")).flash?.title).toBe("This has already been deleted");
    },
  );
});

describe("failures of the brand pages, with the specified texts (M-074 to M-076 AMB-M02)", () => {
  test("the list of brands shows an error if it cannot be read", async () => {
    expectError(/relation "brands" does not exist/);
    await withoutTable(db, "brands", async () => {
      const { status, text } = await open(list, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error fetching the brands");
    });
  });

  test("a brand that cannot be saved or deleted shows an error and stays unchanged", async () => {
    expectError(/the table is broken/);
    const id = await insertBrand(db, "Stays");
    const edit = readFields((await open(`${list}/${id}`, ada)).html, "brand");
    const add = readFields((await open(`${list}/add`, ada)).html, "brand");
    const mend = await breakWrites(db, "brands");
    for (const [path, fields] of [
      [`${list}/add`, add],
      [`${list}/${id}`, edit],
    ] as const) {
      const page = await send(path, ada, { ...fields, brand_name: "Other name" });
      expect(page.status).toBe(500);
      expect(listSummary(page.html)).toEqual(["There was an errror saving the brand"]);
    }
    await mend();
    const mendAudit = await breakWrites(db, "audit_log");
    const refused = await deleteBrand(id, '{"brand_name":"Stays"}');
    await mendAudit();
    expect(refused.flash).toEqual({
      kind: "error",
      title: "Error",
      description: "There was an errror deleting the brand",
    });
    expect(await listNames()).toContain("Stays");
  });
});
