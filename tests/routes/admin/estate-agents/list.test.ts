import { beforeAll, describe, expect, test } from "vitest";
import { listEstateAgents } from "#app/domain/estate-agents/estate-agents.server.ts";
import { SEARCH_DELAY_MS } from "#app/routes/admin/estate-agents/list.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, valuer } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open } from "../pages.ts";

const { db } = useTestDatabase();
const path = "/admin/estate-agents";
const brands = { northgate: "", penrose: "", unused: "" };
let ada: Visitor;

const office = (brand_id: string, office_name: string) => ({
  brand_id,
  office_name,
  office_phone_number: null,
  address: null,
});

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  brands.northgate = await insertBrand(db, "Northgate");
  brands.penrose = await insertBrand(db, "Penrose");
  brands.unused = await insertBrand(db, "Unused");
  for (let number = 1; number <= 45; number++) {
    const name = `Office ${String(number).padStart(2, "0")}`;
    await insertAgent(db, { office: office(brands.northgate, name) });
  }
  await insertAgent(db, {
    office: { ...office(brands.penrose, "100% Homes"), office_phone_number: "+441392555010" },
    valuers: [
      valuer("Una", {
        email: "una@penrose.example",
        phone_number: "+441392555011",
        is_subscribed: true,
      }),
      valuer("Ivo"),
    ],
  });
  const unnamed = await insertAgent(db, { office: office(brands.penrose, "x") });
  await db
    .updateTable("estate_agents")
    .set({ office_name: null })
    .where("id", "=", unnamed)
    .execute();
});

const listRows = (html: string) =>
  [...html.matchAll(/<tr id="row-[^>]*>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => visibleText(cell)),
  );
const listNames = (html: string) => listRows(html).map(([name]) => name);

describe("the list of estate agents (I-010 M-004 to M-012)", () => {
  test("the list of estate agents has the specified columns and buttons", async () => {
    const { html, status, title } = await open(path, ada);
    expect(status).toBe(200);
    expect(title).toBe("Estate Agents - Fanlight");
    expect([...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text]) => text)).toEqual(
      [
        "Office Name",
        "Office Phone Number",
        "Primary Valuer Name",
        "Primary Valuer Email",
        "Primary Valuer Phone",
        "Primary Valuer Subscribed",
      ],
    );
    expect(html).toMatch(/<a class="button"[^>]*href="\/admin\/estate-agent-brands">Brands<\/a>/);
    expect(html).toMatch(
      /<a class="button"[^>]*href="\/admin\/estate-agents\/add">Add estate agent<\/a>/,
    );
  });

  test("each row of the list of estate agents shows the office and its primary valuer", async () => {
    const { html } = await open(`${path}?search=100%25`, ada);
    expect(listRows(html)).toEqual([
      ["100% Homes", "01392 555010", "Una Ridley", "una@penrose.example", "01392 555011", "Yes"],
    ]);
    expect(html).toMatch(/<a class="row-link"[^>]*href="\/admin\/estate-agents\/[0-9a-f]{24}">/);
  });

  test("the list of estate agents shows the brand for an office without a name", async () => {
    const { html } = await open(`${path}?brand=${brands.penrose}`, ada);
    expect(listNames(html)).toEqual(["100% Homes", "Penrose"]);
  });
});

describe("paging of the estate agents (M-012 to M-017)", () => {
  test("the list of estate agents shows 20 offices per page, ordered by name, and states which range it shows", async () => {
    const { html, text } = await open(path, ada);
    expect(listNames(html)).toHaveLength(20);
    expect(listNames(html).slice(0, 2)).toEqual(["100% Homes", "Office 01"]);
    expect(text).toContain("1 - 20 of 47");
  });

  test("the list of estate agents can show 10 offices per page, and shows the last page for a page number beyond it (WF-21.6)", async () => {
    const second = await open(`${path}?size=10&page=2`, ada);
    expect(second.text).toContain("11 - 20 of 47");
    expect(listNames(second.html)[0]).toBe("Office 10");
    for (const page of [5, 99]) {
      const last = await open(`${path}?size=10&page=${page}`, ada);
      expect(last.text).toContain("41 - 47 of 47");
      expect(listNames(last.html)).toHaveLength(7);
    }
    const [, select = ""] = second.html.split('name="size"');
    const options = [...select.split("</select>")[0]!.matchAll(/<option value="(\d+)"/g)];
    expect(options.map(([, size]) => size)).toEqual(["10", "20", "50", "100"]);
    expect(select).toMatch(/<option value="10" selected="">/);
  });

  test("the page links of the list of estate agents keep the rest of the query", async () => {
    const { html } = await open(`${path}?size=10&brand=${brands.northgate}&page=2`, ada);
    const query = `size=10&amp;brand=${brands.northgate}&amp;page=`;
    for (const page of [1, 3, 5])
      expect(html).toContain(`href="/admin/estate-agents?${query}${page}"`);
    expect(html).toMatch(/<a aria-current="page"[^>]*><span class="vh">Page <\/span>2<\/a>/);
  });

  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1e99",
    "size=7",
    "size=",
    "size=1000000",
    "brand=x'--",
    "search=%00",
  ])(
    "the list of estate agents shows the first page of 20 for the invalid query ?%s",
    async (query) => {
      const { status, text } = await open(`${path}?${query}`, ada);
      expect(status).toBe(200);
      expect(text).toContain("1 - 20 of 47");
    },
  );
});

describe("search and brand filter of the estate agents (M-001 M-002 M-003 M-016)", () => {
  test.each([
    [
      "office 1",
      [
        "Office 10",
        "Office 11",
        "Office 12",
        "Office 13",
        "Office 14",
        "Office 15",
        "Office 16",
        "Office 17",
        "Office 18",
        "Office 19",
      ],
    ],
    ["una rid", ["100% Homes"]],
    ["UNA@penrose", ["100% Homes"]],
    ["1392555", ["100% Homes"]],
    ["penro", ["100% Homes", "Penrose"]],
    ["ivo", ["100% Homes"]],
    ["%", ["100% Homes"]],
    ["_", []],
    ["\\", []],
    ["' or 1=1 --", []],
    ["\ud800", undefined],
  ])("searching the list of estate agents for %j finds %j", async (search, names) => {
    const { status, html } = await open(
      `${path}?search=${search === "\ud800" ? "%ED%A0%80" : encodeURIComponent(search)}`,
      ada,
    );
    expect(status).toBe(200);
    if (names) expect(listNames(html)).toEqual(names);
  });

  test("the delay before the search box of estate agents submits is half a second", () => {
    expect(SEARCH_DELAY_MS).toBe(500);
  });

  test("the brand filter counts the results of the search for each brand", async () => {
    const listOptions = (html: string) => {
      const [, select = ""] = html.split('name="brand"');
      return [...select.split("</select>")[0]!.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(
        ([, label]) => label,
      );
    };
    expect(listOptions((await open(path, ada)).html)).toEqual([
      "All Brands (47)",
      "Northgate (45)",
      "Penrose (2)",
      "Unused (0)",
    ]);
    const found = await open(`${path}?search=una`, ada);
    expect(listOptions(found.html)).toContain("Penrose (1)");
    const ofBrand = await open(`${path}?brand=${brands.unused}`, ada);
    expect(ofBrand.text).toContain("No estate agents found");
    expect(ofBrand.text).toContain("0 - 0 of 0");
  });

  test("listEstateAgents returns one page of offices, their total number and the number of offices of each brand", async () => {
    const list = await listEstateAgents(
      db,
      { brand_id: brands.penrose, search: "homes" },
      { page: 1, size: 10 },
    );
    expect(list).toMatchObject({ total: 1, total_of_all: 47 });
    expect(list.items).toMatchObject([{ office_name: "100% Homes", brand_name: "Penrose" }]);
    expect(list.brands.map(({ brand_name, agents }) => [brand_name, agents])).toEqual([
      ["Northgate", 0],
      ["Penrose", 1],
      ["Unused", 0],
    ]);
  });
});

test("the list of estate agents shows an error if it cannot be read, and logs which list failed (M-018 M-020)", async () => {
  expectError(/There was an error fetching estate agents/);
  await withoutTable(db, "valuers", async () => {
    const { status, text } = await open(path, ada);
    expect(status).toBe(500);
    expect(text).toContain("There was an error while fetching estate agents");
    expect(text).toContain("Menu");
  });
});
