import { describe, expect, test } from "vitest";
import { DomainError, NotFoundError } from "#app/domain/errors.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { type NewSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { bea, eventNames, homeAddress, newSale } from "#tests/support/sales.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

const someone = () => insertPerson(db, `${crypto.randomUUID()}@example.test`);

describe("a saved sale (C-074, X-008 to X-015, X-022, X-024)", () => {
  test("saving a sale stores its columns, property, people and event", async () => {
    const seller = await someone();
    const { id } = await createSale(db, seller.id, newSale({ additional_sellers: [bea] }));
    const sale = await readSale(db, { id, seller_id: seller.id });

    expect(sale).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: "resale",
      created_at: expect.any(Date),
      customer_type: "individual_owner",
      asking_price_pounds: 450_000,
      has_mortgage: "yes",
      onward_purchase: "not_sure",
      is_using_foreign_currency: "yes",
      requires_mortgage_referral: "no",
      estate_agent_status: "pending",
      estate_agent: null,
      terms_accepted: false,
      tags: [],
      order: null,
      complete: false,
      two_sided: false,
    });
    expect(sale.property).toMatchObject({
      tenure: "Freehold",
      address_confirmed: true,
      title_number: null,
      description: null,
    });
    expect(sale.sellers).toMatchObject([
      { person_id: seller.id, primary_customer: true, first_name: "Ada" },
      {
        primary_customer: false,
        first_name: "Bea",
        last_name: "Byron",
        email: "bea@example.test",
        phone_number: "+447400123457",
        correspondence_address: { line_1: "4 Castle Lane", postcode: "YO1 7HZ" },
      },
    ]);
    expect(await eventNames(db, id)).toEqual(["transaction_created"]);
  });

  test("saving a sale stores every part of its address (X-003)", async () => {
    const whole = {
      line_1: "Flat 3",
      line_2: "The Arches",
      line_3: "Castle Lane",
      post_town: "York",
      county: "North Yorkshire",
      postcode: "YO1 7HZ",
      country: "United Kingdom",
      country_iso_2: "GB",
      uprn: "100050535435",
      district: "Clifton",
      building_number: "12",
      building_name: "The Arches",
      sub_building_name: "Flat 3",
      street: "Castle Lane",
      premise: "12",
      organisation_name: "Arch Ltd",
      po_box: "1",
      latitude: 53.96,
      longitude: -1.08,
    };
    const seller = await someone();
    const property = { ...newSale().property, address: whole };
    const { id } = await createSale(db, seller.id, newSale({ property }));
    const sale = await readSale(db, { id, seller_id: seller.id });
    expect(sale.property.address).toEqual(whole);
  });
});

describe("a sale that cannot be saved (C-032, C-066, C-067)", () => {
  const { property } = newSale();
  test.each<[string, object]>([
    ["customer type", { customer_type: undefined }],
    ["onward purchase", { onward_purchase: undefined }],
    ["mortgage flag", { has_mortgage: undefined }],
    ["foreign-currency flag", { is_using_foreign_currency: undefined }],
    ["tenure", { property: { ...property, tenure: undefined } }],
    ["line_1", { property: { ...property, address: { ...homeAddress, line_1: "" } } }],
    ["post_town", { property: { ...property, address: { ...homeAddress, post_town: "" } } }],
    ["postcode", { property: { ...property, address: { ...homeAddress, postcode: null } } }],
    ["country", { property: { ...property, address: { ...homeAddress, country: "" } } }],
  ])(
    "a sale is rejected without its %s: Something wrong with the validation",
    async (_part, change) => {
      const seller = await someone();
      const broken: NewSale = Object.assign(newSale(), change);
      await expect(createSale(db, seller.id, broken)).rejects.toEqual(
        new DomainError("Something wrong with the validation. Check your answers and try again"),
      );
      expect(await listSales(db, seller.id)).toEqual([]);
    },
  );
});

test("an update changes the stored sale, its property and its people (C-073, C-075)", async () => {
  const seller = await someone();
  const first = await createSale(db, seller.id, newSale({ additional_sellers: [bea, bea] }));
  const before = await readSale(db, { id: first.id, seller_id: seller.id });
  const { count } = await db
    .selectFrom("addresses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();

  await updateSale(
    db,
    { id: first.id, seller_id: seller.id },
    newSale({
      asking_price_pounds: 460_000,
      property: {
        address: { ...homeAddress, line_1: "14 Arch Street" },
        tenure: "Other",
        tenure_details: "Commonhold, I think",
        address_confirmed: false,
      },
      additional_sellers: [{ ...bea, first_name: "Cat" }],
    }),
  );
  const after = await readSale(db, { id: first.id, seller_id: seller.id });
  expect(after).toMatchObject({ asking_price_pounds: 460_000, version: before.version + 1 });
  expect(after.property).toMatchObject({
    id: before.property.id,
    tenure: "Other",
    tenure_details: "Commonhold, I think",
    address_confirmed: false,
    address: { line_1: "14 Arch Street", uprn: null },
  });
  expect(after.sellers.map(({ first_name }) => first_name)).toEqual(["Ada", "Cat"]);
  expect(await eventNames(db, first.id)).toEqual(["transaction_created"]);
  const left = await db
    .selectFrom("addresses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(left.count).toBe(count - 1);
});

test("tenure details are stored only for the tenure Other (C-052, C-068)", async () => {
  const seller = await someone();
  const property = { ...newSale().property, tenure_details: "left behind" };
  const { id } = await createSale(db, seller.id, newSale({ property }));
  const sale = await readSale(db, { id, seller_id: seller.id });
  expect(sale.property.tenure_details).toBeNull();
});

test("the description of a property is stored (X-007)", async () => {
  const seller = await someone();
  const property = { ...newSale().property, description: "By the river" };
  const { id } = await createSale(db, seller.id, newSale({ property }));
  const sale = await readSale(db, { id, seller_id: seller.id });
  expect(sale.property.description).toBe("By the river");
});

test("a property can be read with its sale, but only by its seller (C-072, AMB-A10)", async () => {
  const [seller, other] = [await someone(), await someone()];
  await createSale(db, seller.id, newSale());
  const sold = newSale();
  sold.property.address.line_1 = "3 Second Street";
  const { id, property_id } = await createSale(db, seller.id, sold);
  const { property } = await readSale(db, { id, seller_id: seller.id });
  expect(property).toMatchObject({
    id: property_id,
    tenure: "Freehold",
    address: { line_1: "3 Second Street", postcode: "YO1 7HZ" },
  });
  await expect(readSale(db, { id, seller_id: other.id })).rejects.toThrow("Transaction not found");
});

describe("another seller's sale (C-092, AMB-A10)", () => {
  test.each(["reading", "changing"])(
    "%s another seller's sale is rejected as not found",
    async (what) => {
      const [owner, other] = [await someone(), await someone()];
      const { id } = await createSale(db, owner.id, newSale());
      const target = { id, seller_id: other.id };
      const attempt = what === "reading" ? readSale(db, target) : updateSale(db, target, newSale());
      await expect(attempt).rejects.toEqual(new NotFoundError("Transaction not found"));
    },
  );

  test.each(["", "undefined", "65f000000000000000000000", "' or 1=1"])(
    "a sale is not found for the unknown or invalid id %j",
    async (id) => {
      const seller = await someone();
      await expect(readSale(db, { id, seller_id: seller.id })).rejects.toThrow(
        "Transaction not found",
      );
    },
  );
});

test("the seller's sales are listed newest first (C-093, C-094)", async () => {
  const seller = await someone();
  expect(await listSales(db, seller.id)).toEqual([]);
  const older = await createSale(db, seller.id, newSale());
  await db
    .updateTable("transactions")
    .set({ created_at: new Date("2026-01-01T00:00:00Z") })
    .where("id", "=", older.id)
    .execute();
  const newer = await createSale(db, seller.id, newSale());
  await createSale(db, (await someone()).id, newSale());

  const list = await listSales(db, seller.id);
  expect(list.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect(list[0]).toMatchObject({
    line_1: "12 Arch Street",
    post_town: "York",
    terms_accepted: false,
    complete: false,
  });
});

test("a purchase with accepted terms makes its sale two-sided (C-069)", async () => {
  const [seller, buyer] = [await someone(), await someone()];
  const { id, property_id } = await createSale(db, seller.id, newSale());
  await insertPurchase(db, { id, property_id }, buyer.id, false);
  expect((await readSale(db, { id, seller_id: seller.id })).two_sided).toBe(true);
});

describe("accepting the seller's terms (C-085, C-086, C-087, AMB-C11)", () => {
  test("accepting the seller's terms records the time, version and person once", async () => {
    const seller = await someone();
    const { id } = await createSale(db, seller.id, newSale());
    await acceptTerms(db, { transaction_id: id, seller_id: seller.id });
    const first = await db
      .selectFrom("transactions")
      .select(["terms_accepted_at", "terms_accepted_by", "terms_version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(first).toEqual({
      terms_accepted_at: expect.any(Date),
      terms_accepted_by: seller.id,
      terms_version: "1.0",
    });

    await Promise.all(
      [1, 2].map(() => acceptTerms(db, { transaction_id: id, seller_id: seller.id })),
    );
    const sale = await readSale(db, { id, seller_id: seller.id });
    expect(sale.terms_accepted_at).toEqual(first.terms_accepted_at);
    expect(await eventNames(db, id)).toEqual(["transaction_created", "seller_terms_accepted"]);
  });

  test("accepting the seller's terms is rejected for another customer's sale (AMB-A10)", async () => {
    const [owner, other] = [await someone(), await someone()];
    const { id } = await createSale(db, owner.id, newSale());
    await expect(acceptTerms(db, { transaction_id: id, seller_id: other.id })).rejects.toThrow(
      "Invalid transaction ID",
    );
    expect((await readSale(db, { id, seller_id: owner.id })).terms_accepted).toBe(false);
  });

  test("accepting the seller's terms records one event for concurrent requests", async () => {
    const seller = await someone();
    const { id } = await createSale(db, seller.id, newSale());
    await Promise.all(
      [1, 2, 3].map(() => acceptTerms(db, { transaction_id: id, seller_id: seller.id })),
    );
    expect(await eventNames(db, id)).toEqual(["transaction_created", "seller_terms_accepted"]);
  });

  test.each([undefined, "", "65f000000000000000000000"])(
    "accepting the seller's terms is rejected for the id %j",
    async (id) => {
      const seller = await someone();
      await expect(acceptTerms(db, { transaction_id: id, seller_id: seller.id })).rejects.toEqual(
        new DomainError("Invalid transaction ID"),
      );
    },
  );
});
