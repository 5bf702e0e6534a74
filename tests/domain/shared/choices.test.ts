import { beforeAll, describe, expect, test } from "vitest";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { findOptions, readChoices, type OptionQuery } from "#app/domain/shared/choices.server.ts";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import { listLawyerGroupOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { insertBrand } from "#tests/support/estate-agents.ts";
import { insertLawFirm } from "#tests/support/solicitors.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const agents = (query: OptionQuery) => listAgentOptions(db, query);
const groups = (query: OptionQuery) => listLawyerGroupOptions(db, query);
let york: string;

/** Inserts as many offices and lawyer groups as a select can list. A test adds one more office. */
beforeAll(async () => {
  const brand_id = await insertBrand(db, "Northgate");
  await db
    .insertInto("estate_agents")
    .values(numbers.toReversed().map((number) => ({ brand_id, office_name: `Office ${number}` })))
    .execute();
  const law_firm_id = await insertLawFirm(db, { name: "Ashby & Co" });
  await db
    .insertInto("lawyer_groups")
    .values(numbers.toReversed().map((number) => ({ law_firm_id, name: `Group ${number}` })))
    .execute();
});

const numbers = Array.from({ length: MAX_OPTIONS }, (_, index) => index + 101);

describe("the options of a long list", () => {
  test("a long list offers every option, sorted by name, if they all fit into a select (J-002)", async () => {
    const { options, ...rest } = await readChoices(agents, { find: "no matter" });
    expect(options.map(({ label }) => label)).toEqual(numbers.map((number) => `Office ${number}`));
    expect(rest).toEqual({ many: false, more: false, find: "no matter", chosen: null });
    const [, second] = options;
    expect((await readChoices(agents, { chosen: second!.value })).chosen).toEqual(second);
  });

  test("a long list offers no options before a search if there are too many, but keeps the chosen one's label", async () => {
    const office = { brand_id: await insertBrand(db, "Cityside"), office_name: "York 100% Homes" };
    const { id } = await db
      .insertInto("estate_agents")
      .values(office)
      .returning("id")
      .executeTakeFirstOrThrow();
    york = id;
    const chosen = { value: york, label: "York 100% Homes" };
    const none = { options: [], many: true, more: false, find: "", chosen: null };
    expect(await readChoices(agents, {})).toEqual(none);
    expect(await readChoices(agents, { chosen: york })).toEqual({ ...none, chosen });
    expect(await readChoices(agents, { chosen: "f".repeat(24) })).toEqual(none);
    const found = await readChoices(agents, { find: "office 19", chosen: york });
    expect(found).toMatchObject({ many: true, more: false, chosen });
    expect(found.options).toHaveLength(12);
  });

  test.each([
    ["part of a name, in any case", "YORK", ["York 100% Homes"]],
    ["a character that is a wildcard in SQL", "0% h", ["York 100% Homes"]],
    ["each of several words, in any order", "homes cityside", ["York 100% Homes"]],
    ["its brand", "cityside", ["York 100% Homes"]],
    ["a word that no office has", "york leeds", []],
    ["a word with spaces around it", "  york  ", ["York 100% Homes"]],
  ])("the options of a long list are searched by %s", async (_what, find, labels) => {
    const { options } = await findOptions(agents, find, 20);
    expect(options.map(({ label }) => label)).toEqual(labels);
  });

  test("searching for a law firm finds its lawyer groups, including retired ones", async () => {
    await db
      .updateTable("lawyer_groups")
      .set({ retired_at: new Date() })
      .where("name", "=", "Group 150")
      .execute();
    const { options } = await findOptions(groups, "ashby 150", 20);
    expect(options.map(({ label }) => label)).toEqual(["Group 150, Ashby & Co (Retired)"]);
  });

  test("a search of a long list returns the first results by name and reports if there are more", async () => {
    const { options, more } = await findOptions(agents, "office", 3);
    expect(options.map(({ label }) => label)).toEqual(["Office 101", "Office 102", "Office 103"]);
    expect(more).toBe(true);
    expect((await findOptions(agents, "office 1", MAX_OPTIONS)).more).toBe(false);
  });
});
