import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { search } from "#app/domain/staff-search/search.server.ts";
import { DEBOUNCE_MS } from "#app/routes/admin/shared/load-as-typed.ts";
import { BLUR_MS } from "#app/routes/admin/search/search-box.tsx";
import { action } from "#app/routes/admin/search/shortcut.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale, newPurchase } from "#tests/support/purchases.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { post } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { staffReader } from "#tests/support/readers.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let sam: Visitor;
let buyer: Visitor;
let home: { transaction_id: string; property_id: string };

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  sam = await signIn(db, { email: "sam@o-neill.example", first_name: "Zoë", last_name: "O'Neill" });
  buyer = await signIn(db, { first_name: "Bartholomew", last_name: "Quill" });
  home = await createHomeForSale(db, { line_1: "12 Xanthe Street", postcode: "YO31 7HZ" }, sam.id);
  await createPurchase(db, buyer.id, {
    ...newPurchase(home.property_id),
    ownership_type: "Joint",
    additional_buyers: [{ ...bea, first_name: "Hyacinth" }],
  });
});

const found = async (typed: string) =>
  (await search(db, staffReader(), typed)).flatMap((each) => each.found);
const ids = async (typed: string) => (await found(typed)).map(({ id }) => id);

describe("search results (I-071 AMB-I04)", () => {
  test.each([
    "xanthe",
    "XANTHE street",
    "12 xanthe",
    "yo31",
    "yo31 7hz",
    "YO317HZ",
    "xan str yor",
    "oneill xanthe",
    "o'neill, xanthe",
    "zoe xanthe",
    "quill",
    "hyacinth",
  ])("the search finds the test’s transaction for “%s”", async (typed) => {
    expect(await ids(typed)).toContain(home.transaction_id);
  });

  test.each([
    "zoë",
    "zoe oneill",
    "O'NEILL",
    "sam@o-neill.example",
    "sam@o",
    "o-neill",
    "+447400123456",
    "07400 123 456",
    "07400",
  ])("the search finds the test’s user for “%s”", async (typed) => {
    expect(await ids(typed)).toContain(sam.id);
  });

  test.each(["anthe", "xanthe leeds", "zoe xyz", "%", "_", "' or 1=1 --"])(
    "the search finds neither the test’s transaction nor its user for “%s”",
    async (typed) => {
      const found = await ids(typed);
      expect(found).not.toContain(home.transaction_id);
      expect(found).not.toContain(sam.id);
    },
  );

  test("the search finds a transaction by its id, and shows no results for an unknown id", async () => {
    expect(await found(home.transaction_id)).toEqual([
      {
        type: "transaction",
        id: home.transaction_id,
        text: "12 Xanthe Street, York, YO31 7HZ",
        detail: "Zoë O'Neill",
        stage: "Not instructed",
        matched: [],
      },
    ]);
    expect(await found("f".repeat(24))).toEqual([]);
  });

  test("the search shows at most ten results of each kind, closest word first, and the others page by page", async () => {
    const people: string[] = [];
    for (const last_name of ["Zyx", "Zyxa", "Zyxab", ...Array(10).fill("Zyxabc")]) {
      people.push((await signIn(db, { last_name })).id);
    }
    const shown = await ids("zyx");
    expect(shown.slice(0, 3)).toEqual(people.slice(0, 3));
    expect(shown).toHaveLength(10);
    expect(await search(db, staffReader(), "zyx")).toMatchObject([
      { kind: "user", total: 13, more: false },
    ]);
    const pages = await Promise.all(
      [1, 2].map((page) => search(db, staffReader(), "zyx", { kind: "user", page, size: 10 })),
    );
    const all = pages.flat().flatMap((each) => each.found.map(({ id }) => id));
    expect([...all].sort()).toEqual([...people].sort());
    const { text, html } = await open("/admin/search?q=zyx", ada);
    expect(text).toContain("13 results for “zyx”, 10 shown");
    expect(html).toContain('href="/admin/search?q=zyx&amp;kind=user"');
    const last = await open("/admin/search?q=zyx&kind=user&page=2&size=10", ada);
    expect(last.text).toContain("Users (13)");
  });

  test("the search finds transactions by anyone’s email or phone, title number and company, and shows what matched", async () => {
    const { transaction_id, property_id } = await createHomeForSale(
      db,
      { line_1: "3 Plain Road" },
      sam.id,
    );
    const party = { first_name: "Wyn", last_name: "Other", phone_number: "+447400170345" };
    await db
      .insertInto("parties")
      .values({ ...party, kind: "seller", transaction_id, email: "wyn@other.test" })
      .execute();
    const purchase = await createPurchase(db, buyer.id, newPurchase(property_id));
    await db
      .insertInto("parties")
      .values({
        ...party,
        kind: "giftor",
        first_name: "Gil",
        purchase_intent_id: purchase.id,
        email: "gil@giftor.test",
        phone_number: "+441132380077",
        amount_pounds: 5_000,
        relationship: "Parent",
      })
      .execute();
    await db
      .updateTable("properties")
      .set({ title_number: "WYK998877" })
      .where("id", "=", property_id)
      .execute();
    const { id: company_seller_id } = await db
      .insertInto("companies")
      .values({ name: "Quoits Holdings Limited", company_number: "09988776" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("transactions")
      .set({ type: "development", company_seller_id })
      .where("id", "=", transaction_id)
      .execute();
    for (const [typed, matched] of [
      ["wyn@other.test", { what: "seller", shown: "wyn@other.test" }],
      ["07400 170 345", { what: "seller", shown: "+447400170345" }],
      ["+44 (0)7400 170345", { what: "seller", shown: "+447400170345" }],
      ["gil@giftor", { what: "giftor", shown: "gil@giftor.test" }],
      ["0113 238 0077", { what: "giftor", shown: "+441132380077" }],
      ["wyk998", { what: "title_number", shown: "WYK998877" }],
      ["quoits holdings", { what: "company", shown: "Quoits Holdings Limited" }],
      ["09988776", { what: "company", shown: "Quoits Holdings Limited" }],
    ] as const) {
      const [first] = await found(typed);
      expect(first, typed).toMatchObject({ id: transaction_id, matched: [matched] });
    }
    const { text } = await open("/admin/search?q=wyn@other.test", ada);
    expect(text).toContain("3 Plain Road");
    expect(text).toContain("Seller: wyn@other.test");
    expect(text).toContain("Not instructed");
    expect(text).toContain("1 result for “wyn@other.test”");
    await db.updateTable("companies").set({ name: "Renamed Limited" }).execute();
    expect(await ids("quoits")).toEqual([]);
    expect(await ids("renamed limited")).toEqual([transaction_id]);
  });

  test("the search finds law firms, lawyer groups and estate agents, even after they are renamed", async () => {
    const firm = await insertLawFirm(db, { name: "Umber Legal" });
    const lawyers = await insertLawyerGroup(db, { law_firm_id: firm, name: "Residential Umbra" });
    const brand_id = await insertBrand(db, "Ochre Homes");
    const agent = await insertAgent(db, { brand_id, office: { office_name: "Ochre Selby" } });
    expect(await ids("umber")).toEqual([firm, lawyers]);
    expect(await ids("umbra umber")).toEqual([lawyers]);
    expect(await ids("ochre")).toEqual([agent]);
    await db
      .updateTable("law_firms")
      .set({ name: "Sienna Legal" })
      .where("id", "=", firm)
      .execute();
    await db.updateTable("brands").set({ brand_name: "Teal" }).where("id", "=", brand_id).execute();
    expect(await ids("umber")).toEqual([]);
    expect(await ids("sienna")).toEqual([firm, lawyers]);
    expect(await ids("teal selby")).toEqual([agent]);
    const { html } = await open("/admin/search?q=sienna", ada);
    expect(html).toContain(`href="/admin/transactions?lawyer_group=${lawyers}"`);
    expect(html).toContain(`href="/admin/law-firms/${firm}"`);
  });

  test("the search finds the newest record even if a thousand others contain the same word", async () => {
    await sql`
      insert into search_words
      select 'user', 'quimby', lpad(to_hex(number), 24, '0') from generate_series(1, 1000) as number`.execute(
      db,
    );
    const { id } = await signIn(db, { last_name: "Quimby" });
    expect(await ids("quimby")).toEqual([id]);
    await sql`delete from search_words where word = 'quimby' and record_id <> ${id}`.execute(db);
  });

  test("the search shows the total for two very common words as “11+”, and the paged results count up to 1,000", async () => {
    await sql`
      insert into search_words
      select 'user', word, lpad(to_hex(number), 24, '0')
      from generate_series(1, 1000) as number, unnest(array['quimby', 'perkin']) as word`.execute(
      db,
    );
    const perkin = await signIn(db, { first_name: "Perkin", last_name: "Quimby" });
    const [few] = await search(db, staffReader(), "quimby perkin");
    expect(few).toMatchObject({ kind: "user", total: 11, more: true });
    expect(few!.found).toMatchObject([{ id: perkin.id }]);
    const [all] = await search(db, staffReader(), "quimby perkin", {
      kind: "user",
      page: 1,
      size: 10,
    });
    expect(all).toMatchObject({ total: 1_000, more: true });
    const { text } = await open("/admin/search?q=quimby+perkin", ada);
    expect(text).toContain("Users (11+)");
    await sql`
      delete from search_words where record_id::text like '00000000%'`.execute(db);
  });

  test("the search finds transactions by their new names, addresses, people and buyers, but not by the old ones", async () => {
    const { id } = await signIn(db, { first_name: "Wulfric" });
    const other = await createHomeForSale(db, { line_1: "1 Before Street" }, id);
    expect(await ids("wulfric before")).toEqual([other.transaction_id]);
    await db.updateTable("users").set({ first_name: "Ethelred" }).where("id", "=", id).execute();
    expect(await ids("wulfric")).toEqual([]);
    expect(await ids("ethelred")).toEqual([other.transaction_id, id]);
    await db
      .updateTable("addresses")
      .set({ line_1: "1 After Street" })
      .where("line_1", "=", "1 Before Street")
      .execute();
    expect(await ids("ethelred before")).toEqual([]);
    expect(await ids("ethelred after")).toEqual([other.transaction_id]);
    const seller = {
      kind: "seller" as const,
      transaction_id: other.transaction_id,
      first_name: "Godwin",
      last_name: "Earl",
      email: "g@example.test",
      phone_number: "+447400123456",
    };
    await db.insertInto("parties").values(seller).execute();
    expect(await ids("godwin")).toEqual([other.transaction_id]);
    await db.deleteFrom("parties").where("first_name", "=", "Godwin").execute();
    expect(await ids("godwin")).toEqual([]);
    await createPurchase(db, buyer.id, newPurchase(other.property_id));
    expect(await ids("bartholomew ethelred")).toEqual([other.transaction_id]);
    await db
      .updateTable("purchase_intents")
      .set({ buyer_id: ada.id })
      .where("transaction_id", "=", other.transaction_id)
      .execute();
    expect(await ids("bartholomew ethelred")).toEqual([]);
  });

  test("the stored search words are those that the view search_texts defines", async () => {
    const { rows } = await sql<{ kept: string; said: string }>`
      select
        (select md5(string_agg(kind || word || record_id, ',' order by kind, word, record_id)) from search_words) as kept,
        (select md5(string_agg(kind || term || record_id, ',' order by kind, term, record_id))
          from search_texts, unnest(search_terms(text)) as term) as said`.execute(db);
    expect(rows[0]?.kept).toBe(rows[0]?.said);
  });
});

describe("the page of search results (I-056)", () => {
  const page = (q: string) => open(`/admin/search?q=${encodeURIComponent(q)}`, ada);

  test("the search page shows each result with label, text and link (I-065 I-066 X-058 WF-07.3)", async () => {
    const transaction = await page("xanthe");
    expect(transaction.text).toContain("Transaction 12 Xanthe Street, York, YO31 7HZ");
    expect(transaction.html).toContain(`href="/admin/transactions/${home.transaction_id}"`);
    const user = await page("sam@o-neill.example");
    expect(user.text).toContain("User Zoë O'Neill sam@o-neill.example");
    expect(user.html).toContain(`href="/admin/users/${sam.id}"`);
    expect(user.title).toContain("sam@o-neill.example");
  });

  test("the search page requires at least two characters (I-063)", async () => {
    const { status, text } = await page("x");
    expect(status).toBe(200);
    expect(text).toContain("Type at least 2 characters.");
    expect((await page("  x ")).text).toContain("Type at least 2 characters.");
  });

  test("the search page shows a message if there are no results (I-070)", async () => {
    expect((await page("zzzz")).text).toContain("No results found for “zzzz”");
    expect((await page("zz\0zz")).text).toContain("No results found for “zzzz”");
    expect((await page("<zq>&")).html).toContain("“&lt;zq&gt;&amp;”");
  });

  test("the search page shows an error and logs it if the search fails (I-074)", async () => {
    expectError(/searching/);
    await withoutTable(db, "search_words", async () => {
      const { status, text } = await page("xanthe");
      expect(status).toBe(500);
      expect(text).toContain("The search failed. Please try again.");
    });
  });

  test("every page has a form that opens the search page if scripts are disabled", async () => {
    const { html } = await open("/admin/users", ada);
    expect(html).toMatch(/<form method="get" action="\/admin\/search" role="search"/);
    expect(html).toMatch(/<input[^>]*type="search"[^>]*name="q"/);
  });

  test("the menu turns the search shortcut off and on for this browser (I-060 AMB-I05)", async () => {
    const from = "/admin/users?after=x";
    const { html } = await open(from, ada);
    expect(html).toContain('name="shortcut" value="off"');
    expect(html).toContain(`name="from" value="${from}"`);
    const off = await post(action, { shortcut: "off", from }, ada);
    expect(off).toMatchObject({ status: 303, location: from });
    const chosen = cookieOf(off.headers.get("Set-Cookie") ?? "");
    const after = await open(from, { ...ada, cookie: `${ada.cookie}; ${chosen}` });
    expect(after.html).toContain('name="shortcut" value="on"');
    const on = await post(action, { shortcut: "on", from: "//elsewhere.example" }, ada);
    expect(on.location).toBe("/admin");
    const again = cookieOf(on.headers.get("Set-Cookie") ?? "");
    expect((await open(from, { ...ada, cookie: `${ada.cookie}; ${again}` })).html).toContain(
      'name="shortcut" value="off"',
    );
  });

  test("the search box searches 300 ms after the last key, and closes 200 ms after it loses the focus (I-064 I-073)", () => {
    expect([DEBOUNCE_MS, BLUR_MS]).toEqual([300, 200]);
  });
});

describe("search with a typing error or a part of a number", () => {
  test.each([
    ["swapped letters", "Xanhte"],
    ["a wrong letter", "Xanthu"],
    ["a missing letter", "Xanhe"],
    ["an additional letter", "Xanthhe"],
  ])("the search finds a street in spite of %s", async (_name, typed) => {
    const results = await found(`${typed} Street`);
    expect(results.map(({ id }) => id)).toContain(home.transaction_id);
  });

  test("the search corrects no short word and no word with two errors", async () => {
    expect(await found("Xnahet")).toEqual([]);
    expect(await found("Zoi")).toEqual([]);
  });

  test("the search finds a matter by the last digits of its title number", async () => {
    await db
      .updateTable("properties")
      .set({ title_number: "NYK987654" })
      .where("id", "=", home.property_id)
      .execute();
    expect((await found("7654")).map(({ id }) => id)).toEqual([home.transaction_id]);
    expect((await found("NYK9876")).map(({ id }) => id)).toEqual([home.transaction_id]);
    expect(await found("8765")).toEqual([]);
  });

  test("the search finds a person by the last digits of their phone number", async () => {
    await db
      .updateTable("users")
      .set({ phone_number: "+447700900777" })
      .where("id", "=", buyer.id)
      .execute();
    expect((await found("900777")).map(({ id }) => id)).toContain(buyer.id);
  });

  test("the search finds a matter by the number of its search order", async () => {
    await db
      .insertInto("search_orders")
      .values({
        transaction_id: home.transaction_id,
        reference: "OS-778899",
        answer: "accepted",
        building_number: "12",
        is_reorder: false,
      })
      .execute();
    expect((await found("OS-778899")).map(({ id }) => id)).toEqual([home.transaction_id]);
  });

  test("a long typed word is searched in bounded time", async () => {
    const begun = performance.now();
    await found("x".repeat(100));
    await found(`${"abcdefghij".repeat(2)} `.repeat(5));
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
