import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createCustomer, createPaymentIntent } from "#app/clients/stripe/client.server.ts";
import { catalogue, type EventName } from "#app/domain/events/catalogue.ts";
import { propertyAddress } from "#app/domain/shared/address.server.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { outsideEnglandAndWales } from "#app/domain/shared/postcode.ts";
import { sellerAnswersForm } from "#app/domain/sales/questions.server.ts";
import { CUSTOMER_TYPES } from "#app/domain/sales/questions.ts";
import { classify } from "#app/observability/errors.ts";
import routes from "#app/routes.ts";
import { eventIcon } from "#app/routes/admin/transactions/events/event-rows.tsx";
import { loader as payment } from "#app/routes/sell/payment.tsx";
import { action as askForLink, loader as signInPage } from "#app/routes/sign-in/sign-in.tsx";
import { handle as home } from "#app/routes/site/home.tsx";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { typedForm } from "#tests/support/typed-form.ts";
import { get, post } from "#tests/support/call-route.ts";
import { sentTo, signInForm } from "./sign-in/visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

/** These tests check the scope of the product in its pages, validation rules and tables. */

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

type Declared = { path?: string | undefined; children?: Declared[] | undefined };
function listUrls(declared: readonly Declared[], above = ""): string[] {
  return declared.flatMap(({ path, children = [] }) => {
    const url = path ? `${above}/${path}` : above;
    return [url || "/", ...listUrls(children, url)];
  });
}
const urls = listUrls(routes);

async function reference(table: string, column: string) {
  const { rows } = await sql<{ to: string }>`
    select confrelid::regclass::text as "to" from pg_constraint
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    where contype = 'f' and conrelid = ${table}::regclass and a.attname = ${column}`.execute(db);
  return rows[0]?.to;
}

async function people() {
  const seller = await insertPerson(db, "seller@example.test");
  const buyer = await insertPerson(db, "buyer@example.test");
  return { seller, buyer, sale: await insertSale(db, seller.id) };
}

describe("the product", () => {
  test("the product covers properties in the United Kingdom, regardless of the posted country (A-001)", () => {
    expect(home.title).toBe("Sell or buy a home in England and Wales");
    const address = { line_1: "1 High Street", post_town: "Leeds", postcode: "ls1 1aa" };
    expect(
      typedForm(propertyAddress, { ...address, country: "France", country_iso_2: "FR" }),
    ).toMatchObject({
      value: { country: "United Kingdom", country_iso_2: "GB", postcode: "LS1 1AA" },
    });
  });

  test("the seller’s steps are sign-up, link, details, terms, payment, dashboard (A-002)", () => {
    const way = [
      "/sell/get-started",
      "/authenticate",
      "/sell/welcome",
      "/sell/about-you",
      "/sell/about-the-property",
      "/sell/terms-and-conditions",
      "/sell/payment",
      "/sell/payment-success",
      "/dashboard/sell/:id",
    ];
    expect(urls.filter((url) => way.includes(url)).sort()).toEqual([...way].sort());
  });

  test("the product has tables for the office’s records, and a back office under /admin (A-003)", async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
    const tables = rows.map(({ name }) => name);
    for (const kept of [
      "transactions",
      "estate_agents",
      "law_firms",
      "lawyer_groups",
      "identity_checks",
      "searches",
      "invitations",
    ]) {
      expect(tables).toContain(kept);
    }
    expect(urls).toContain("/admin");
  });

  test.each([
    ["LS1 1AA", null],
    ["CF10 1EP", null],
    ["EH1 1YZ", "Scotland"],
    ["BT1 1AA", "Northern Ireland"],
  ])("outsideEnglandAndWales returns $1 for the postcode $0 (A-013)", (postcode, where) => {
    expect(outsideEnglandAndWales(postcode)).toBe(where);
  });

  test("starting a matter requires signing in and paying (A-014)", async () => {
    expect((await get(payment, { path: "/sell/payment" })).location).toBe("/sell/get-started");
    const { price_pence } = await db
      .selectFrom("products")
      .select("price_pence")
      .where("charged_at_registration", "=", true)
      .executeTakeFirstOrThrow();
    expect(price_pence).toBeGreaterThan(0);
  });

  test("payments are in pounds, through a card payment provider (A-009 A-011)", async () => {
    const products = await db.selectFrom("products").selectAll().orderBy("position").execute();
    expect(products.map(({ name, price_pence }) => [name, formatPence(price_pence)])).toEqual([
      ["Service fee", "£240.00"],
      ["Search pack", "£480.00"],
    ]);
    const customer = await createCustomer({
      email: "sam@example.test",
      name: "Sam Seller",
      idempotency_key: "customer",
    });
    const intent = await createPaymentIntent({
      amount_pence: 24000,
      customer,
      metadata: {},
      idempotency_key: "scope",
    });
    expect(intent).toMatchObject({ currency: "gbp", amount_pence: 24000 });
    expect(intent.id).toMatch(/^pi_/);
  });
});

describe("the people of a matter", () => {
  test("a seller’s sale is a resale matter, and several buyers can each have a purchase of it (A-004 A-018)", async () => {
    const { buyer, sale } = await people();
    const { type } = await db.selectFrom("transactions").select("type").executeTakeFirstOrThrow();
    expect(type).toBe("resale");
    await insertPurchase(db, sale, buyer.id, false);
    const second = await insertPerson(db, "second@example.test");
    await insertPurchase(db, sale, second.id, true);
    expect(await db.selectFrom("purchase_intents").selectAll().execute()).toHaveLength(2);
    expect(await reference("purchase_intents", "buyer_id")).toBe("users");
    expect(await reference("purchase_intents", "transaction_id")).toBe("transactions");
  });

  test("a matter must have a seller, and a company can sell only developments (A-018)", async () => {
    await people();
    expect(await reference("transactions", "seller_id")).toBe("users");
    await expect(sql`update transactions set seller_id = null`.execute(db)).rejects.toThrow(/null/);
    const { id } = await db
      .insertInto("companies")
      .values({ name: "Homes Ltd", company_number: "01234567" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const sell = (type: "resale" | "development") =>
      db.updateTable("transactions").set({ type, company_seller_id: id }).execute();
    await expect(sell("resale")).rejects.toThrow(/check constraint/);
    await sell("development");
  });

  test("a seller is an individual owner or a representative (A-005)", async () => {
    expect(CUSTOMER_TYPES).toEqual(["individual_owner", "representative"]);
    await people();
    for (const type of CUSTOMER_TYPES) {
      await db.updateTable("transactions").set({ customer_type: type }).execute();
    }
    await expect(sql`update transactions set customer_type = 'tenant'`.execute(db)).rejects.toThrow(
      /check constraint/,
    );
  });

  test("estate agents and law firms are linked to a matter as partners (A-006)", async () => {
    expect(await reference("transactions", "estate_agent_id")).toBe("estate_agents");
    expect(await reference("transactions", "seller_lawyer_group_id")).toBe("lawyer_groups");
    expect(await reference("lawyer_groups", "law_firm_id")).toBe("law_firms");
  });

  test("people are added to a matter as sellers, buyers or giftors (A-007)", async () => {
    const { sale } = await people();
    const add = (kind: string) =>
      sql`insert into parties (kind, transaction_id, first_name, last_name, email, phone_number)
        values (${kind}, ${sale.id}, 'Bea', 'Byron', 'bea@example.test', '+447400123456')`.execute(
        db,
      );
    await add("seller");
    await expect(add("agent")).rejects.toThrow(/check constraint/);
    const { rows } = await sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint
      where conname = 'parties_kind_check'`.execute(db);
    for (const kind of ["seller", "buyer", "giftor"]) expect(rows[0]?.rule).toContain(`'${kind}'`);
  });

  test("both sides must answer the questions about foreign currency and mortgage referrals, and the answers are stored (A-012)", async () => {
    const form = sellerAnswersForm({ additionalSellers: 0 });
    expect(typedForm(form, {})).toMatchObject({
      errors: {
        is_using_foreign_currency: ["Please select an option"],
        requires_mortgage_referral: ["Please select an option"],
      },
    });
    const { buyer, sale } = await people();
    await insertPurchase(db, sale, buyer.id, false);
    for (const table of ["transactions", "purchase_intents"]) {
      for (const column of ["is_using_foreign_currency", "requires_mortgage_referral"]) {
        const empty = sql`update ${sql.table(table)} set ${sql.ref(column)} = null`.execute(db);
        await expect(empty, `${table}.${column}`).rejects.toThrow(/null value/);
      }
    }
  });

  test("a valuer has no account and gets no sign-in link (A-029)", async () => {
    const agent = await db
      .insertInto("estate_agents")
      .values({ office_name: "York" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const email = "valuer@example.test";
    await db
      .insertInto("valuers")
      .values({ estate_agent_id: agent.id, first_name: "Val", email })
      .execute();
    await post(askForLink, signInForm({ email }), { path: "/sign-in" });
    expect((await sentTo(state, email)).map(({ Tag }) => Tag)).toEqual(["sign_in_no_account"]);
    const tokens = db.selectFrom("magic_link_tokens").where("user_id", "is not", null);
    expect(await tokens.selectAll().execute()).toEqual([]);
  });
});

describe("events and partners of a matter", () => {
  const emailsToCustomers: EventName[] = [
    "seller_introduction_email_sent",
    "buyer_introduction_email_sent",
  ];

  test("the emails that introduce the solicitors are events of the seller and of the buyer (A-008)", () => {
    expect(emailsToCustomers.map((name) => [catalogue[name].type, eventIcon(name)])).toEqual([
      ["seller", "envelope"],
      ["buyer", "envelope"],
    ]);
  });

  test("an identity check stores Thirdfort’s id, which is unique, and the lawyer group that it is shared with (A-010)", async () => {
    const { sale } = await people();
    const check = (thirdfort_id: string) =>
      db
        .insertInto("identity_checks")
        .values({
          transaction_id: sale.id,
          thirdfort_id,
          status: "pending",
          person_type: "seller",
          first_name: "Ada",
          last_name: "Byron",
          email: "ada@example.test",
          phone_number: "+447400123456",
        })
        .execute();
    await check("t1");
    await expect(check("t1")).rejects.toThrow(/unique/);
    expect(await reference("identity_checks", "shared_with")).toBe("lawyer_groups");
  });

  test("a panel lawyer group can be assigned to each side (A-016)", async () => {
    const { sale } = await people();
    const firm = await db
      .insertInto("law_firms")
      .values({ name: "Arch Law" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const group = await db
      .insertInto("lawyer_groups")
      .values({ law_firm_id: firm.id, name: "Team A" })
      .returning(["id", "panel_solicitor"])
      .executeTakeFirstOrThrow();
    expect(group.panel_solicitor).toBe(true);
    const none = await db
      .selectFrom("transactions")
      .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
      .executeTakeFirstOrThrow();
    expect(none).toEqual({ seller_lawyer_group_id: null, buyer_lawyer_group_id: null });
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: group.id, buyer_lawyer_group_id: group.id })
      .where("id", "=", sale.id)
      .execute();
    const stranger = { seller_lawyer_group_id: firm.id };
    await expect(db.updateTable("transactions").set(stranger).execute()).rejects.toThrow(
      /foreign key/,
    );
  });

  test("completed identity checks and instruction emails to solicitors are recorded as events (A-017)", () => {
    expect(catalogue.thirdfort_check_completed.milestone).toBe(true);
    expect(catalogue.seller_solicitor_instruction_email_sent.type).toBe("seller");
    expect(catalogue.buyer_solicitor_instruction_email_sent.type).toBe("buyer");
  });
});

describe("the service’s errors and page data", () => {
  test.each([
    [401, "unauthorized", "Please sign in and try again."],
    [403, "forbidden", "You don't have permission to perform this action."],
  ])(
    "the HTTP status %i is classified as “%s”, with the message “%s” (A-030)",
    (status, kind, message) => {
      expect(classify({ status })).toMatchObject({ kind, message });
    },
  );

  test("page data is JSON for the user that the cookie identifies (A-043)", async () => {
    const { cookie } = await signIn(db);
    const { data } = await get(signInPage, { path: "/sign-in" });
    const sent: unknown = JSON.parse(JSON.stringify(data));
    expect(sent).toEqual(data);
    expect((await get(signInPage, { path: "/sign-in", cookie })).location).toBe("/welcome-back");
  });
});
