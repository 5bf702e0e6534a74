import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import {
  postcodeNotFound,
  PROPERTY_NOT_LISTED,
  propertyNotListed,
} from "#app/domain/purchases/questions.ts";
import {
  listPropertiesForSale,
  lookupForm,
  findOpenSaleForProperty,
} from "#app/domain/sales/open-sales.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import {
  createHomeForSale,
  createUnacceptedSale,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { readerId } from "#tests/support/readers.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const POSTCODE = "YO1 7HZ";

const UNKNOWN_READER = readerId("0".repeat(24));

const listed = (postcode = POSTCODE, buyer_id = UNKNOWN_READER) =>
  listPropertiesForSale(db, { postcode, buyer_id });
const found = async (postcode = POSTCODE) => (await listed(postcode)).map(({ address }) => address);
const joined = async (property_id: string) =>
  (await findOpenSaleForProperty(db, property_id))?.transaction_id;

type Home = Awaited<ReturnType<typeof createHomeForSale>>;
type Dates = { is_active?: boolean; aborted?: string; completed?: string };

async function offer(home: Home, { is_active = false, ...dates }: Dates) {
  const sale = { id: home.transaction_id, property_id: home.property_id };
  const { id } = await insertPurchase(db, sale, (await insertUniquePerson(db)).id, is_active);
  if (Object.keys(dates).length === 0) return;
  await db.updateTable("purchase_intents").set(dates).where("id", "=", id).execute();
}

const paid = ({ transaction_id }: Home) =>
  recordEvent(db, { transaction_id, event_name: "payment_successful", author: "system" });

async function setCreatedAt(home: Home, created_at: string) {
  const { transaction_id: id } = home;
  await db
    .updateTable("transactions")
    .set({ created_at: new Date(created_at) })
    .where("id", "=", id)
    .execute();
}

describe("the postcode of a property search (D-010, D-012)", () => {
  test.each([
    ["D-012", "", "Required"],
    ["D-012", "   ", "Required"],
    ["D-010", "York", "Invalid postcode. Enter a full UK postcode, like SW1A 1AA"],
    ["D-010", "YO1 7H", "Invalid postcode. Enter a full UK postcode, like SW1A 1AA"],
    ["D-010", "12345", "Invalid postcode. Enter a full UK postcode, like SW1A 1AA"],
  ])("a search for the postcode $1 is rejected: $2 ($0)", (_, postcode, message) => {
    expect(typedForm(lookupForm, { postcode })).toEqual({ errors: { postcode: [message] } });
  });

  test("the postcode of a search is parsed to its stored form (D-010)", () => {
    expect(typedForm(lookupForm, { postcode: " yo17hz " })).toEqual({
      value: { postcode: POSTCODE },
    });
  });

  test("the postcode of a search is rejected if it is missing or repeated (D-012)", () => {
    expect(typedForm(lookupForm, {})).toEqual({ errors: { postcode: ["Required"] } });
    expect(typedForm(lookupForm, { postcode: [POSTCODE, POSTCODE] })).toHaveProperty("errors");
  });

  test.each(HOSTILE)(
    "a malformed postcode of a search is rejected without throwing (%#)",
    (value) => {
      expect(lookupForm.safeParse({ postcode: value }).success).toBe(false);
    },
  );
});

test("the message for an unknown postcode is the specified one (D-014, D-015)", () => {
  expect(postcodeNotFound("support@fanlight.example")).toBe(
    "We couldn't find that postcode. Please check for any typos and try again. If you're sure the postcode is right, then before continuing, please contact our team at support@fanlight.example. If the seller hasn’t signed up with us yet, ask them or their estate agent to sign up first",
  );
});

describe("the properties of a postcode (D-017, AMB-D02)", () => {
  test("lists the properties of a postcode with ids and one-line addresses, sorted by house number", async () => {
    const ten = await createHomeForSale(db, { line_1: "10 Castle Lane", uprn: "10" });
    const two = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: null });
    await createHomeForSale(db, { line_1: "2 Station Road", postcode: "YO1 7HX", uprn: "3" });
    expect(await listed()).toEqual([
      {
        property_id: two.property_id,
        transaction_id: two.transaction_id,
        address: "2 Castle Lane, York, YO1 7HZ",
      },
      {
        property_id: ten.property_id,
        transaction_id: ten.transaction_id,
        address: "10 Castle Lane, York, YO1 7HZ",
      },
    ]);
  });

  test("lists no properties of a postcode if none is for sale", async () => {
    expect(await found("YO1 7HX")).toEqual([]);
    expect(await found("'; drop table users")).toEqual([]);
  });

  test("does not list a property without a sale", async () => {
    const home = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: null });
    await withoutTriggers(db, (trx) => trx.deleteFrom("events").execute());
    await db.deleteFrom("transactions").where("id", "=", home.transaction_id).execute();
    expect(await found()).toEqual([]);
  });

  test.each<[string, Dates[], boolean]>([
    ["no purchase yet", [], true],
    ["a purchase in progress", [{ is_active: true }], true],
    ["a completed purchase", [{ is_active: true, completed: "2026-03-20" }], false],
    ["a completed purchase and a newer one", [{ completed: "2026-03-20" }, {}], false],
    ["an aborted active purchase", [{ is_active: true, aborted: "2026-03-20" }], false],
    [
      "an aborted active purchase and an older one",
      [{}, { is_active: true, aborted: "2026-03-20" }],
      false,
    ],
    [
      "an aborted active purchase and a newer one",
      [{ is_active: true, aborted: "2026-03-20" }, {}],
      false,
    ],
    [
      "an active purchase and a newer aborted one",
      [{ is_active: true }, { aborted: "2026-03-20" }],
      true,
    ],
    ["only a purchase that was aborted before it was active", [{ aborted: "2026-03-20" }], false],
    [
      "an aborted purchase and a different active one (AMB-K12)",
      [{ aborted: "2026-03-20" }, { is_active: true }],
      true,
    ],
    [
      "a purchase in progress and an older aborted one (AMB-J01)",
      [{ aborted: "2026-03-20" }, {}],
      true,
    ],
  ])("a property whose sale has %s has the listed state $2", async (_, offers, open) => {
    const home = await createHomeForSale(db, { line_1: "2 Castle Lane" });
    for (const each of offers) await offer(home, each);
    expect(await found()).toEqual(open ? ["2 Castle Lane, York, YO1 7HZ"] : []);
    expect(await joined(home.property_id)).toBe(open ? home.transaction_id : undefined);
  });

  test("does not list a property whose seller has not accepted the terms", async () => {
    const { property_id } = await createUnacceptedSale(db, (await insertUniquePerson(db)).id);
    expect(await found()).toEqual([]);
    expect(await findOpenSaleForProperty(db, property_id)).toBeNull();
  });

  test("does not list the customer's own property, but lists another one with the same address", async () => {
    const own = await createHomeForSale(db, { line_1: "2 Castle Lane" });
    const other = await createHomeForSale(db, { line_1: "2 Castle Lane" });
    await setCreatedAt(other, "2026-01-01T00:00:00Z");
    const { seller_id } = (await findOpenSaleForProperty(db, own.property_id))!;
    expect(await listed()).toMatchObject([own]);
    expect(await listed(POSTCODE, readerId(seller_id))).toMatchObject([other]);
  });

  test("lists the paid sale of a property despite newer sales of the same property", async () => {
    const mine = await createHomeForSale(db, { line_1: "2 Castle Lane" });
    await paid(mine);
    const copy = await createHomeForSale(db, { line_1: "2 Castle Lane" });
    await setCreatedAt(mine, "2026-01-01T00:00:00Z");
    expect(await listed()).toMatchObject([mine]);
    await db
      .updateTable("transactions")
      .set({ property_id: mine.property_id })
      .where("id", "=", copy.transaction_id)
      .execute();
    expect(await joined(mine.property_id)).toBe(mine.transaction_id);
  });

  test("lists the other properties of a postcode if one property has many sales", async () => {
    const other = await createHomeForSale(db, { line_1: "4 Castle Lane", uprn: "4" });
    await setCreatedAt(other, "2026-01-01T00:00:00Z");
    const { property_id } = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: "2" });
    await sql`
      insert into transactions (property_id, seller_id, customer_type, asking_price_pounds,
        has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral,
        terms_accepted_at, terms_version)
      select property_id, seller_id, customer_type, asking_price_pounds, has_mortgage, onward_purchase,
        is_using_foreign_currency, requires_mortgage_referral, terms_accepted_at, terms_version
      from transactions, generate_series(1, 300)
      where property_id = ${property_id}`.execute(db);
    expect(await found()).toEqual(["2 Castle Lane, York, YO1 7HZ", "4 Castle Lane, York, YO1 7HZ"]);
  });

  test.each([
    [
      "the same address",
      { line_1: "2 Castle Lane", uprn: null },
      { line_1: "2 CASTLE LANE", uprn: null },
    ],
    [
      "the same UPRN",
      { line_1: "2 Castle Lane", uprn: "7" },
      { line_1: "Flat 2, Castle Lane", uprn: "7" },
    ],
  ])("lists a property once, with its newest sale, if two sales have %s", async (_, one, two) => {
    const older = await createHomeForSale(db, one);
    const newer = await createHomeForSale(db, two);
    await setCreatedAt(older, "2026-01-01T00:00:00Z");
    expect(await listed()).toMatchObject(
      [newer].map(({ property_id, transaction_id }) => ({ property_id, transaction_id })),
    );
    await offer(newer, { is_active: true, completed: "2026-03-20" });
    expect(await listed()).toMatchObject([{ transaction_id: older.transaction_id }]);
  });

  test("lists the earliest paid sale of a property until that sale has ended", async () => {
    const [first, second] = [
      await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: "7" }),
      await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: "7" }),
    ];
    await setCreatedAt(first, "2026-01-01T00:00:00Z");
    const [{ transaction_id: beforeMoney } = { transaction_id: "" }] = await listed();
    expect(beforeMoney).toBe(second.transaction_id);
    for (const home of [second, first]) await paid(home);
    expect(await listed()).toMatchObject([{ transaction_id: first.transaction_id }]);
    await offer(first, { is_active: true, completed: "2026-03-20" });
    expect(await listed()).toMatchObject([{ transaction_id: second.transaction_id }]);
  });

  test("lists two properties with the same address but different UPRNs", async () => {
    const one = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: "7" });
    const other = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: "8" });
    const typed = await createHomeForSale(db, { line_1: "2 Castle Lane", uprn: null });
    await setCreatedAt(typed, "2026-01-01T00:00:00Z");
    const offered = (await listed()).map(({ property_id }) => property_id);
    expect(new Set(offered)).toEqual(new Set([one.property_id, other.property_id]));
  });

  test("a buyer of a property joins its newest open sale", async () => {
    const older = await createHomeForSale(db);
    const newer = await createHomeForSale(db);
    await db
      .updateTable("transactions")
      .set({ property_id: older.property_id })
      .where("id", "=", newer.transaction_id)
      .execute();
    await setCreatedAt(older, "2026-01-01T00:00:00Z");
    expect(await joined(older.property_id)).toBe(newer.transaction_id);
    await offer({ ...newer, property_id: older.property_id }, { completed: "2026-03-20" });
    expect(await joined(older.property_id)).toBe(older.transaction_id);
  });

  test("finds the properties of a postcode through an index, even among many properties", async () => {
    const { property_id, transaction_id } = await createHomeForSale(db);
    const { id: seller_id } = await insertUniquePerson(db);
    // Triggers are disabled, because indexing so many texts exceeds the statement timeout.
    await withReplicationRole(db, async (trx) => {
      await sql`
        with homes as (
          insert into addresses (line_1, post_town, postcode, country)
          select n || ' Long Road', 'York', 'YO' || n % 90 || ' ' || n % 10 || 'AA', 'England'
          from generate_series(1, 5000) n returning id),
        properties as (
          insert into properties (address_id, tenure) select id, 'Freehold' from homes returning id)
        insert into transactions (property_id, seller_id, customer_type, asking_price_pounds,
          has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral,
          terms_accepted_at, terms_version)
        select id, ${seller_id}, 'individual_owner', 300000, 'no', 'no', 'no', 'no', now(), '1.0'
        from properties`.execute(trx);
    });
    await sql`analyze addresses, properties, transactions, purchase_intents`.execute(db);

    expect(await listed()).toMatchObject([{ property_id, transaction_id }]);
    const search = { postcode: POSTCODE, buyer_id: UNKNOWN_READER };
    const plan = await readPlan((watched) => listPropertiesForSale(watched, search));
    expect(plan).toMatch(/addresses_postcode/);
    expect(plan).not.toMatch(/Seq Scan on (addresses|properties|transactions)\b/);
  });
});

test("the option for an unlisted property has its value and message (D-009, D-016)", () => {
  expect(PROPERTY_NOT_LISTED).toBe("property_not_listed");
  expect(propertyNotListed("help@fanlight.example")).toBe(
    "Sorry, we couldn't find your property in our database. Before you continue, please contact our team at help@fanlight.example",
  );
});

test("a search for two postcodes is rejected (D-012)", () => {
  expect(typedForm(lookupForm, { postcode: ["YO1 7HZ", "LS1 1AA"] })).toEqual({
    errors: { postcode: ["Required"] },
  });
});

test("properties of a postcode are sorted by house number, not by the date of their sale (D-017)", async () => {
  const second = await createHomeForSale(db, { line_1: "2 High Street" });
  await createHomeForSale(db, { line_1: "10 High Street" });
  const first = await createHomeForSale(db, { line_1: "1 High Street" });
  await setCreatedAt(first, "2026-01-01T00:00:00Z");
  await setCreatedAt(second, "2026-01-02T00:00:00Z");
  expect((await found()).map((address) => address.split(",")[0])).toEqual([
    "1 High Street",
    "2 High Street",
    "10 High Street",
  ]);
});
