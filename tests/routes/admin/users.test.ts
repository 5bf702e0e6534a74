import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { countUsers, listUsers } from "#app/domain/people/users.server.ts";
import { createAddress } from "#app/domain/shared/address.server.ts";
import { listHeld } from "#app/domain/privacy/notice.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale, newPurchase, createUnacceptedSale } from "#tests/support/purchases.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { staffReader } from "#tests/support/readers.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
/** The ids of all active users, newest first. */
let ids: string[];

const hour = (n: number) => new Date(Date.UTC(2026, 9, 1, n));

beforeAll(async () => {
  const people = Array.from({ length: 45 }, (_, n) => ({
    email: `user.${n}@example.test`,
    first_name: "Una",
    middle_name: n === 44 ? "Grey" : null,
    last_name: `Number ${n}`,
    active: n !== 43,
    created_at: hour(Math.floor(n / 3)),
  }));
  await db.insertInto("users").values(people).execute();
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  ids = rows.map(({ id }) => id);
});

const listIds = (html: string) =>
  [...html.matchAll(/id="row-([0-9a-f]{24})"/g)].map(([, id]) => id);

const facts = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, text]) => [
      visibleText(term!),
      visibleText(text!),
    ]),
  );

describe("the list of users (I-008 I-035 I-045)", () => {
  test("the list of users shows 20 active users, newest first, with its columns (Q-001 to Q-006 B-084 AMB-Q01)", async () => {
    const { html, text, status } = await open("/admin/users", ada);
    expect(status).toBe(200);
    const titles = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, each]) => each);
    expect(titles).toEqual(["Full name", "Email", "Address"]);
    expect(listIds(html)).toEqual(ids.slice(0, 20));
    expect(text).toContain("Ada Marsh");
    expect(text).toContain("Una Grey Number 44");
    expect(text).not.toContain("Number 43");
    expect(text).toContain("user.44@example.test");
    expect(text).toContain(`Showing 20 of ${ids.length} items`);
    expect(html).toContain('href="/admin/users">Users</a>');
  });

  test("the list of users shows each address on one line (Q-003)", async () => {
    const id = await createAddress(db, { ...homeAddress, line_2: "Flat 2" });
    await db
      .updateTable("users")
      .set({ correspondence_address_id: id })
      .where("email", "=", "user.44@example.test")
      .execute();
    const { text } = await open("/admin/users", ada);
    expect(text).toContain("4 Castle Lane, Flat 2, York, YO1 7HZ");
  });

  test("“Load More” reaches the end of the list of users, and every user is shown once (Q-004 Q-005)", async () => {
    const seen: (string | undefined)[] = [];
    let path: string | undefined = "/admin/users";
    while (path) {
      const { html } = await open(path, ada);
      seen.push(...listIds(html));
      path = / href="([^"]*)"[^>]*>Load More/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(ids);
    const second = await open(`/admin/users?after=${ids[19]}&shown=20`, ada);
    expect(second.text).toContain(`Showing 40 of ${ids.length} items`);
    expect(second.title).toContain("from 21");
    expect(second.html).toContain('href="/admin/users">Back to the start of the list</a>');
  });

  test.each(["after=x", `after=${"f".repeat(24)}`, "shown=-1", "after=%00"])(
    "the list of users starts at the first user for the invalid query ?%s",
    async (query) => {
      const { status, html } = await open(`/admin/users?${query}`, ada);
      expect(status).toBe(200);
      expect(listIds(html)).toEqual(ids.slice(0, 20));
    },
  );

  test("the list of users shows a message if there are none (Q-026)", async () => {
    const { text } = await open(`/admin/users?after=${ids.at(-1)}&shown=${ids.length}`, ada);
    expect(text).toContain("Users not found");
  });

  test.each([
    ["Q-023", "/admin/users", "There was an error fetching users."],
    [
      "Q-024",
      `/admin/users?after=${"0".repeat(24)}`,
      "There was an error while fetching more users",
    ],
  ])(
    "the list of users at $1 shows the error $2 if it cannot be read ($0)",
    async (_id, path, message) => {
      expectError(/relation "addresses" does not exist/);
      await withoutTable(db, "addresses", async () => {
        const { status, text } = await open(path, ada);
        expect(status).toBe(500);
        expect(text).toContain(message);
        expect(text).toContain("Menu");
      });
    },
  );

  test("reading the list of users uses an index, and the count of 20,000 users is exact", async () => {
    // Replica mode skips the search triggers, which would take longer than the test timeout for
    // 20,000 users.
    await withReplicationRole(db, async (trx) => {
      await trx
        .insertInto("users")
        .columns(["email", "first_name", "last_name", "active", "created_at"])
        .expression((eb) =>
          eb
            .selectFrom(sql<{ n: number }>`generate_series(1, 20000)`.as<"many">(sql`many(n)`))
            .select([
              sql<string>`'many.' || n || '@example.test'`.as("email"),
              sql<string>`'Many'`.as("first_name"),
              sql<string>`'People'`.as("last_name"),
              sql<boolean>`true`.as("active"),
              sql<Date>`timestamptz '2020-01-01' + n * interval '1 minute'`.as("created_at"),
            ]),
        )
        .execute();
    });
    await sql`analyze users`.execute(db);
    const after = ids.at(-1)!;
    expect(
      await readPlan((watched) => listUsers(watched, staffReader(), { limit: 20, after })),
    ).not.toContain("Seq Scan on users");
    const active = await db.selectFrom("users").select("id").where("active", "=", true).execute();
    expect(active.length).toBeGreaterThan(20_000);
    expect(await countUsers(db)).toEqual({ total: active.length, more: false });
  });
});

describe("the page of a user (I-009)", () => {
  test("the page of a user shows every field of the person and address (Q-007 Q-010 to Q-017)", async () => {
    const correspondence_address_id = await createAddress(db, {
      line_1: "Flat 2",
      line_2: "The Old Mill",
      line_3: "Mill Lane",
      post_town: "York",
      county: "North Yorkshire",
      postcode: "YO1 7HZ",
      country: "United Kingdom",
      country_iso_2: "GB",
      uprn: "100050535435",
      district: "York District",
      building_number: "12",
      sub_building_name: "Flat Two",
      building_name: "Old Mill House",
      premise: "Premise 3",
      organisation_name: "Mill Ltd",
      po_box: "PO 77",
      latitude: 53.96,
      longitude: -1.08,
    });
    const { id } = await db
      .insertInto("users")
      .values({
        email: "whole@example.test",
        first_name: "Wil",
        middle_name: "Grey",
        last_name: "Whole",
        phone_number: "+447400123456",
        correspondence_address_id,
        created_at: hour(12),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { html, title } = await open(`/admin/users/${id}`, ada);
    expect(title).toContain("Wil Grey Whole");
    expect(facts(html)).toMatchObject({
      "First name": "Wil",
      "Middle name": "Grey",
      "Last name": "Whole",
      Email: "whole@example.test",
      Phone: "07400 123456",
      Type: "Customer",
      Status: "Not active yet",
      Created: "01/10/2026",
      "Organisation name": "Mill Ltd",
      "Address line 1": "Flat 2",
      "Address line 2": "The Old Mill",
      "Address line 3": "Mill Lane",
      "Post town": "York",
      County: "North Yorkshire",
      Postcode: "YO1 7HZ",
      Country: "United Kingdom",
      "Country ISO 2": "GB",
      "Building number": "12",
      "Sub building name": "Flat Two",
      "Building name": "Old Mill House",
      Premise: "Premise 3",
      "PO box": "PO 77",
      UPRN: "100050535435",
      District: "York District",
      Latitude: "53.96",
      Longitude: "-1.08",
    });
  });

  test.each([
    [{ active: true }, "Active"],
    [{ active: false }, "Not active yet"],
    [{ active: false, deactivated_at: hour(1) }, "Blocked on 01/10/2026"],
  ])("the page of a user with %j shows the status “%s” (Q-010)", async (columns, status) => {
    const { id } = await signIn(db);
    await db.updateTable("users").set(columns).where("id", "=", id).execute();
    expect(facts((await open(`/admin/users/${id}`, ada)).html)).toMatchObject({ Status: status });
  });

  test("the page of a user lists sales and purchases with links to their matters (Q-008 Q-009 Q-018 to Q-020)", async () => {
    const { id } = await signIn(db);
    const sold = await createUnacceptedSale(db, id, { line_1: "1 Sold Street" });
    const bought = await createHomeForSale(db, { line_1: "2 Bought Street" });
    await createPurchase(db, id, newPurchase(bought.property_id));
    const { html } = await open(`/admin/users/${id}`, ada);
    const link = (matter: string, address: string) =>
      `href="/admin/transactions/${matter}">${address}, York, YO1 7HZ</a>`;
    const [sales = "", purchases = ""] = html
      .split("Sam Seller’s transactions</caption>")[1]!
      .split("Sam Seller’s purchase intents</caption>");
    expect(sales).toContain(link(sold.transaction_id, "1 Sold Street"));
    expect(sales).not.toContain("2 Bought Street");
    expect(purchases).toContain(link(bought.transaction_id, "2 Bought Street"));
    expect(purchases).not.toContain("1 Sold Street");
  });

  test("the page of a user shows a message if there are no sales or purchases (Q-021 Q-022)", async () => {
    const { text } = await open(`/admin/users/${(await signIn(db)).id}`, ada);
    expect(text).toContain("No transactions found for this user.");
    expect(text).toContain("No purchase intents found for this user.");
  });

  test.each([
    ["Q-025", "none", "No valid user ID provided"],
    ["B-086", "f".repeat(24), "User not found"],
  ])(
    "the page of a user with the id $1 answers 404 with the message $2 ($0)",
    async (_id, id, message) => {
      const { status, text } = await open(`/admin/users/${id}`, ada);
      expect(status).toBe(404);
      expect(text).toContain(message);
      expect(text).toContain("Menu");
    },
  );

  test("the page of a user shows an error if it cannot be read (Q-023)", async () => {
    const { id } = await signIn(db);
    expectError(/relation "purchase_intents" does not exist/);
    await withoutTable(db, "purchase_intents", async () => {
      const { status, text } = await open(`/admin/users/${id}`, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error fetching users.");
    });
  });
});

test("the record of processing lists all personal data, and the services that receive it", async () => {
  const { status, title, text } = await open("/admin/processing-record", ada);
  expect(status).toBe(200);
  expect(title).toBe("Record of processing - Fanlight");
  for (const { what, whose, retention: kept } of listHeld()) {
    for (const said of [what, whose, kept]) expect(text).toContain(said);
  }
  expect(text).toContain("Demonstration Conveyancing Limited, company 00000000");
  expect(text).toContain("Thirdfort Checks identity and the source of funds");
  const { html } = await open("/admin/users", ada);
  expect(html).toContain('href="/admin/processing-record"');
});
