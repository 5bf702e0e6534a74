import { sql } from "kysely";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { TRANSACTION_SORTS } from "#app/domain/transactions/list-transactions.server.ts";
import { HOLDER_NAMES, MATTER_STAGE_NAMES } from "#app/domain/stages/current-step.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { seed } from "#db/demo/index.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { fillListColumns } from "./exchanged-matter.ts";
import { get } from "#tests/support/call-route.ts";
import { modules, open } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  ada = await signIn(db, { type: "admin" });
});

function listRows(html: string): string[][] {
  const [, body = ""] = html.split(/<tbody[^>]*>/);
  return body
    .split("</tbody>")[0]!
    .split("</tr>")
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => visibleText(cell!)),
    );
}

const listIds = (html: string) =>
  [...html.matchAll(/id="row-([0-9a-f]{24})"/g)].map(([, id]) => id);

async function allIds() {
  const rows = await db
    .selectFrom("transactions")
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

async function allRows(query: string): Promise<string> {
  const rows: string[] = [];
  let path: string | undefined = `/admin/transactions?${query}`;
  while (path) {
    const { html } = await open(path, ada);
    rows.push(html.split(/<tbody[^>]*>/)[1]?.split("</tbody>")[0] ?? "");
    path = / href="([^"]*)"[^>]*>Load More/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  return `<tbody>${rows.join("")}</tbody>`;
}

describe("the list of matters (I-002 J-007 to J-025)", () => {
  test("the list of matters has the specified columns", async () => {
    const { html } = await open("/admin/transactions", ada);
    // Reads the accessible headings, which in some columns are longer than the visible ones.
    const titles = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, title]) =>
      visibleText(title!.replace(/<span aria-hidden="true">.*?<\/span>/, "")),
    );
    expect(titles).toEqual([
      "Seller",
      "Property address",
      "Asking price",
      "Payment status",
      // The specification has neither the columns “Stage” and “Handler” nor the icons in the seller
      // column.
      "Stage",
      "Seller solicitor",
      "Buyer solicitor",
      "Latest buyer",
      "Handler",
      "Date legals started",
      "Date sale agreed",
      "Date exchanged",
      "Date completed",
      "Time offer to exchange (days)",
      "Time saved (days)",
      "% time saved",
      "Tags",
      "Status",
    ]);
  });

  test("the list of matters shows as many rows as before when staff return to it (AMB-J03)", async () => {
    const ids = await allIds();
    const { html, text } = await open("/admin/transactions?count=40", ada);
    expect(listIds(html)).toEqual(ids.slice(0, 40));
    expect(text).toContain(`Showing 40 of ${ids.length} items`);
    expect(html).toContain(
      `href="/admin/transactions?after=${ids[39]}&amp;shown=40">Load More</a>`,
    );
    const later = await open(`/admin/transactions?after=${ids[4]}&shown=5&count=3`, ada);
    expect(listIds(later.html)).toEqual(ids.slice(5, 8));
    expect(later.text).toContain(`Showing 8 of ${ids.length} items`);
  });

  test("the list of matters shows 20 rows, newest first, with the total (J-024 J-025 W-002 V-041)", async () => {
    const { html, text, status } = await open("/admin/transactions", ada);
    const ids = await allIds();
    expect(status).toBe(200);
    expect(listIds(html)).toEqual(ids.slice(0, 20));
    expect(text).toContain(`Showing 20 of ${ids.length} items`);
    expect(html).toContain(
      `href="/admin/transactions?after=${ids[19]}&amp;shown=20">Load More</a>`,
    );
  });

  test("each “Load More” adds the next 20 matters, until all are listed (WF-08.1 AMB-J03)", async () => {
    const ids = await allIds();
    const second = await open(`/admin/transactions?after=${ids[19]}&shown=20`, ada);
    expect(listIds(second.html)).toEqual(ids.slice(20, 40));
    expect(second.text).toContain(`Showing 40 of ${ids.length} items`);
    expect(second.html).toContain('href="/admin/transactions">Back to the start of the list</a>');
    const last = await open(`/admin/transactions?after=${ids[39]}&shown=40`, ada);
    expect(listIds(last.html)).toEqual(ids.slice(40));
    expect(last.text).toContain(`Showing ${ids.length} of ${ids.length} items`);
    expect(last.text).not.toContain("Load More");
  });

  test.each([
    "after=x",
    "after=",
    "after=%00",
    `after=${"f".repeat(24)}`,
    "shown=-1",
    "shown=1e99",
    "shown=2.5",
    "count=0",
    "count=501",
    "count=x",
  ])("the list of matters starts at the first row for the invalid query ?%s", async (query) => {
    const { status, html } = await open(`/admin/transactions?${query}`, ada);
    expect(status).toBe(200);
    expect(listIds(html)).toEqual((await allIds()).slice(0, 20));
  });

  test("the list of matters shows a value in every column of an exchanged matter (WF-08.3 J-007 to J-023)", async () => {
    const { id } = await fillListColumns(db, (await allIds()).at(-1)!);
    const html = await allRows("");
    const row = listRows(html)[listIds(html).indexOf(id)];
    expect(row).toEqual([
      "Sam Seller, Bea Ann Byron",
      "7 Test Row York, YO1 7HZ",
      "£450,000",
      "Paid - Invoice",
      "Completed Nothing left to do",
      "S Able Sellers",
      "B Able Buyers",
      "Active Buyer, Jo Joint",
      "Tomasin Okonjo",
      "06/05/2025",
      "01/01/2025",
      "11/04/2025",
      "02/05/2025",
      "100",
      "50",
      "33%",
      "Priority Chain free",
      "Payment: Complete Estate agent: Complete Solicitors: Complete Searches: Complete ID checks: Outstanding",
    ]);
    expect(html).toMatch(new RegExp(`<a class="row-link"[^>]* href="/admin/transactions/${id}"`));
  });

  test("the list of matters shows placeholders in the columns of a new matter (J-014 J-029)", async () => {
    const { html } = await open("/admin/transactions", ada);
    const [newest] = listRows(html);
    expect(newest?.slice(3)).toEqual([
      "Unpaid - Stripe",
      expect.stringMatching(/^Not instructed Seller to pay, \d+ days?$/),
      ...["S –", "B –", "–", "–", "Not started", "–", "–", "–"],
      // A duration that is not known is shown once, as “TBC”.
      ...["–", "–", "TBC", "–"],
      "Payment: Outstanding Estate agent: Outstanding Solicitors: Outstanding Searches: Outstanding ID checks: Outstanding",
    ]);
  });
});

describe("the filters of the list of matters (J-001 to J-005)", () => {
  test("the filters of the list of matters have the specified options", async () => {
    const { html } = await open("/admin/transactions", ada);
    const options = [...html.matchAll(/<option value="([^"]*)"[^>]*>(.*?)<\/option>/g)];
    expect(options.slice(0, 4).map(([, , label]) => label)).toEqual([
      "All",
      "Paid",
      "Unpaid",
      "All Estate Agents",
    ]);
    expect(options.map(([, , label]) => label)).toContain("All Lawyer Groups");
    const { agents } = await db
      .selectFrom("estate_agents")
      .select(sql<string>`count(*)`.as("agents"))
      .executeTakeFirstOrThrow();
    const { groups } = await db
      .selectFrom("lawyer_groups")
      .select(sql<string>`count(*)`.as("groups"))
      .executeTakeFirstOrThrow();
    const stages = 1 + MATTER_STAGE_NAMES.length + 1 + HOLDER_NAMES.length + 1;
    // “All”, “Mine” and “No handler”, and the colleagues; then “Newest first” and the other orders.
    const handlers = 3 + (await listHandlerOptions(db)).length;
    const sorts = 1 + TRANSACTION_SORTS.length;
    expect(options).toHaveLength(
      3 + 1 + Number(agents) + 1 + Number(groups) + stages + handlers + sorts,
    );
    expect(html).toMatch(/<form method="get" action="\/admin\/transactions"/);
    expect(html).toMatch(/<button[^>]*type="submit">Apply<\/button>/);
  });

  test("the filters by stage and holder still apply after “Load More”", async () => {
    const counts = await db
      .selectFrom("listed_transactions")
      .select(["stage", "holder", sql<number>`count(*)::int`.as("count")])
      .groupBy(["stage", "holder"])
      .execute();
    expect(counts.length).toBeGreaterThan(5);
    for (const { stage, holder, count } of counts) {
      if (!holder) continue;
      const rows = await allRows(`stage=${stage}&holder=${holder}`);
      expect([stage, holder, rows.split("<tr").length - 1]).toEqual([stage, holder, count]);
    }
  });

  test("the filter by “no holder” shows sales without a buyer, but not completed ones", async () => {
    const waiting = await db
      .selectFrom("listed_transactions")
      .select("id")
      .where("next_step", "=", "find_buyer")
      .where("holder", "is", null)
      .execute();
    expect(waiting.length).toBeGreaterThan(0);
    const rows = await allRows("holder=nobody");
    expect(new Set(listIds(rows))).toEqual(new Set(waiting.map(({ id }) => id)));
    const { title, text, html } = await open("/admin/transactions?holder=nobody", ada);
    expect(title).toBe("Transactions - No one: no buyer yet - Fanlight");
    expect(text).toMatch(new RegExp(`of ${waiting.length} items|${waiting.length} items`));
    expect(html).toContain('<option value="nobody" selected="">');
    const completed = await open("/admin/transactions?holder=nobody&stage=completed", ada);
    expect(completed.text).toContain("Transactions not found");
  });

  test("the filters of paid and unpaid matters still apply after “Load More”", async () => {
    const paid = await allRows("paid=paid");
    const unpaid = await allRows("paid=unpaid");
    expect(listRows(paid).every((row) => row[3]?.startsWith("Paid - "))).toBe(true);
    expect(listRows(unpaid).every((row) => row[3]?.startsWith("Unpaid - "))).toBe(true);
    const both = [...listIds(paid), ...listIds(unpaid)];
    expect(new Set(both)).toEqual(new Set(await allIds()));
    expect(both).toHaveLength((await allIds()).length);

    const first = await open("/admin/transactions?paid=paid", ada);
    expect(first.html).toContain("/admin/transactions?paid=paid&amp;after=");
    expect(first.html).toContain('<option value="paid" selected="">Paid</option>');
    expect(first.title).toBe("Transactions - Paid - Fanlight");
    expect(first.html).toContain('href="/admin/transactions">Clear filters</a>');
    expect(first.text).toContain(`Showing 20 of ${listIds(paid).length} items`);
  });

  test("the list of matters can be filtered by estate agent, and by the lawyer group of either side", async () => {
    const matters = await db.selectFrom("transactions").selectAll().execute();
    const agent = matters.find((matter) => matter.estate_agent_id)!.estate_agent_id!;
    const group = matters.find((matter) => matter.buyer_lawyer_group_id)!.buyer_lawyer_group_id!;
    expect(listIds(await allRows(`estate_agent=${agent}`)).sort()).toEqual(
      matters
        .filter((matter) => matter.estate_agent_id === agent)
        .map(({ id }) => id)
        .sort(),
    );
    expect(listIds(await allRows(`lawyer_group=${group}`)).sort()).toEqual(
      matters
        .filter((m) => m.seller_lawyer_group_id === group || m.buyer_lawyer_group_id === group)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test("a filter that matches no matter shows a message, and invalid filter values are ignored (J-032)", async () => {
    const none = await open(`/admin/transactions?estate_agent=${"0".repeat(24)}`, ada);
    expect(none.text).toContain("Transactions not found");
    expect(none.text).toContain("Showing 0 of 0 items");
    const senseless = await open("/admin/transactions?estate_agent=x'--&paid=maybe", ada);
    expect(listIds(senseless.html)).toHaveLength(20);
  });
});

describe("failures of the list of matters (J-006 J-030 J-031 WF-08.5)", () => {
  test.each([
    [
      "listed_transactions",
      "/admin/transactions",
      500,
      "There was an error while fetching transactions",
    ],
    [
      "listed_transactions",
      `/admin/transactions?after=${"0".repeat(24)}`,
      500,
      "There was an error while fetching more transactions",
    ],
    [
      "brands",
      "/admin/transactions",
      200,
      "Failed to load filter options. Please refresh the page.",
    ],
  ])(
    "$1 answers $2 with the error $3 if the table $0 cannot be read",
    async (table, path, status, message) => {
      expectError(new RegExp(`relation "${table}" does not exist`));
      await withoutTable(db, table, async () => {
        const page = await open(path, ada);
        expect(page.status).toBe(status);
        expect(page.text).toContain(message);
        expect(page.text).toContain("Menu");
      });
    },
  );
});

describe("more lawyer groups than fit in a select (J-004 J-005)", () => {
  const options = (html: string) =>
    [...html.matchAll(/<option value="([0-9a-f]{24})"( selected="")?>(.*?)<\/option>/g)].map(
      ([, value, chosen, label]) => ({
        value,
        chosen: Boolean(chosen),
        label: visibleText(label!),
      }),
    );
  const asked = async (of: string, path: string) =>
    get(modules.get("routes/admin/options.ts")!.loader!, { ...ada, params: { of }, path });
  let quill: string;

  beforeAll(async () => {
    quill = await insertLawyerGroup(db, { name: "Quill Chambers" });
    const { law_firm_id } = await db
      .selectFrom("lawyer_groups")
      .select("law_firm_id")
      .where("id", "=", quill)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("lawyer_groups")
      .values(
        Array.from({ length: MAX_OPTIONS }, (_, number) => ({
          law_firm_id,
          name: `Group ${number}`,
        })),
      )
      .execute();
  });

  test("the list of matters does not contain all lawyer groups, but has a select with the few estate agents’ offices", async () => {
    const { html, text } = await open("/admin/transactions", ada);
    const { agents } = await db
      .selectFrom("estate_agents")
      .select((eb) => eb.fn.countAll<number>().as("agents"))
      .executeTakeFirstOrThrow();
    const handlers = await listHandlerOptions(db);
    expect(options(html)).toHaveLength(agents + handlers.length);
    expect(text).toContain("Find a lawyer group");
    expect(text).not.toContain("Find an estate agent");
    expect(html).not.toContain("Group 1");
  });

  test("staff with scripts disabled can search for a lawyer group with a button", async () => {
    const { html, text } = await open("/admin/transactions?find_lawyers=quill", ada);
    const found = { value: quill, chosen: false, label: "Quill Chambers, Ashby & Co" };
    expect(options(html)).toContainEqual(found);
    expect(text).toContain("Find a lawyer group : 1 found");
    expect(html).toMatch(/name="find_lawyers"[^>]*value="quill"/);
    const all = await open("/admin/transactions?find_lawyers=ashby", ada);
    expect(all.text).toContain(`Showing the first ${MAX_OPTIONS}`);
    const none = await open("/admin/transactions?find_lawyers=%27%25_", ada);
    expect(none.text).toContain("Find a lawyer group : Nothing found");
  });

  test("the chosen lawyer group stays selected after another search", async () => {
    for (const query of ["", "&find_lawyers=group", "&find_lawyers=nobody"]) {
      const page = await open(`/admin/transactions?lawyer_group=${quill}${query}`, ada);
      const chosen = options(page.html).filter(({ chosen }) => chosen);
      expect(chosen).toEqual([{ value: quill, chosen: true, label: "Quill Chambers, Ashby & Co" }]);
      expect(page.title).toBe("Transactions - Quill Chambers, Ashby & Co - Fanlight");
      expect(page.text).toContain("Filters: 1 set");
    }
  });

  test("the search for lawyer groups returns at most 20 suggestions", async () => {
    expect(await asked("lawyer-groups", "/?find=QUILL")).toMatchObject({
      status: 200,
      data: { find: "QUILL", found: { options: [{ value: quill }], more: false } },
    });
    const { data } = await asked("lawyer-groups", "/?find=group");
    expect(data).toMatchObject({ found: { more: true, options: { length: 20 } } });
    expect(await asked("estate-agents", "/?find=no+such")).toMatchObject({
      data: { found: { options: [], more: false } },
    });
    expect(await asked("users", "/?find=a")).toMatchObject({ status: 404 });
  });

  test("the search for lawyer groups returns null if the groups cannot be read", async () => {
    expectError(/relation "law_firms" does not exist/);
    await withoutTable(db, "law_firms", async () => {
      expect(await asked("lawyer-groups", "/?find=quill")).toMatchObject({
        status: 500,
        data: { found: null },
      });
    });
  });

  test("“Load More” does not send the lawyer groups again", async () => {
    const [, , third] = await allIds();
    const list = modules.get("routes/admin/transactions/list.tsx")!.loader!;
    const path = `/admin/transactions?after=${third}&shown=3`;
    const whole = await get(list, { ...ada, path });
    expect(whole.data).toMatchObject({ filters: { options: { lawyer_groups: { many: true } } } });
    const more = await get(list, { ...ada, path: `${path}&only=rows` });
    expect(more.data).toMatchObject({ list: { rows: { length: 20 } } });
    expect(more.data).toMatchObject({ filters: null });
  });
});
