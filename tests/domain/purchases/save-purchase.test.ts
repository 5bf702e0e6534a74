import { describe, expect, test } from "vitest";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import {
  confirmPurchase,
  listPurchases,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { findOpenSaleForProperty } from "#app/domain/sales/open-sales.server.ts";
import { type NewPurchase, updatePurchase } from "#app/domain/purchases/save-purchase.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  createUnfinishedPurchase,
  fullPurchasePeople,
  createHomeForSale,
  gail,
  newPurchase,
  createUnacceptedSale,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { readerId } from "#tests/support/readers.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

describe("a saved purchase (D-052 to D-055, D-058, X-031 to X-039)", () => {
  test("saving a purchase stores its columns, property, people and event", async () => {
    const buyer = await insertUniquePerson(db);
    const home = await createHomeForSale(db, { line_1: "12 Arch Street" });
    const created = await createPurchase(
      db,
      buyer.id,
      newPurchase(home.property_id, fullPurchasePeople),
    );
    const { id } = created;
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      transaction_id: home.transaction_id,
      property_id: home.property_id,
    });

    const purchase = await readPurchase(db, { id, buyer_id: buyer.id });
    expect(purchase).toMatchObject({
      ...created,
      buyer_id: buyer.id,
      created_at: expect.any(Date),
      is_active: false, // D-052
      terms_accepted: false, // D-053
      terms_accepted_at: null,
      terms_version: null,
      complete: false,
      agreed_price_pounds: 440_000,
      ownership_type: "Joint",
      mortgage_required_for_purchase: "yes",
      mortgage_provider: "Nationwide Building Society",
      purchase_dependent_on_sale: "yes",
      first_time_buyer: "not_sure",
      is_using_foreign_currency: "no",
      requires_mortgage_referral: "yes",
      gifts: "yes",
      savings_from_employment: true,
      investment_portfolio: false,
      remortgage: false,
      inheritance: false,
      divorce_settlement: false,
      pension_lump_sum_withdrawal: false,
      sale_of_shares: false,
      directors_loans_dividends: false,
      other_funding: true,
      other_funding_comments: "A prize",
      sale_agreed: null,
      exchanged: null,
      completed: null,
      aborted: null,
    });
    expect(purchase.address).toMatchObject({ line_1: "12 Arch Street", post_town: "York" });
    expect(purchase.primary_buyer).toMatchObject({
      person_id: buyer.id,
      first_name: "Ada",
      email: buyer.email,
      correspondence_address: null,
    });
    expect(purchase.additional_buyers).toMatchObject([
      { first_name: "Jo", email: "jo@example.test", correspondence_address: { post_town: "York" } },
    ]);
    expect(purchase.giftors).toMatchObject([
      { first_name: "Gail", amount_pounds: 20_000, relationship: "Parent" },
      { first_name: "Guy", amount_pounds: 5, relationship: "Other Family" },
    ]);
    const event = await db
      .selectFrom("events")
      .select(["event_name", "type", "milestone", "author", "author_id", "transaction_id"])
      .where("purchase_intent_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      event_name: "purchase_intent_created",
      type: "buyer",
      milestone: true,
      author: "buyer",
      author_id: buyer.id,
      transaction_id: home.transaction_id,
    });
  });

  test("a saved purchase is listed with its matter (X-039, D-059)", async () => {
    const { id, transaction_id, buyer_id } = await createUnfinishedPurchase(db);
    expect(await listPurchases(db, buyer_id)).toMatchObject([{ id, transaction_id }]);
  });
});

describe("answers that do not apply", () => {
  test.each<[string, Partial<NewPurchase>, object]>([
    [
      "co-buyers of a sole purchase (D-038)",
      { ...fullPurchasePeople, ownership_type: "Sole" },
      { additional_buyers: [] },
    ],
    ["giftors without gifts (D-026)", { ...fullPurchasePeople, gifts: "no" }, { giftors: [] }],
    [
      "giftors if the answer about gifts is “not sure” (D-026)",
      { ...fullPurchasePeople, gifts: "not_sure" },
      { giftors: [] },
    ],
    [
      "the provider without a mortgage (D-042)",
      { mortgage_required_for_purchase: "no" },
      { mortgage_provider: null },
    ],
    [
      "the provider if the answer about a mortgage is “not sure” (D-043)",
      { mortgage_required_for_purchase: "not_sure" },
      { mortgage_provider: null },
    ],
    [
      "details without other funding (D-031)",
      { ...fullPurchasePeople, other_funding: false },
      { other_funding_comments: null },
    ],
  ])("saving a purchase clears answers that do not apply: %s", async (_, change, expected) => {
    const { id, buyer_id, property_id } = await createUnfinishedPurchase(db, change);
    expect(await readPurchase(db, { id, buyer_id })).toMatchObject(expected);
    const target = { id, buyer_id };
    await updatePurchase(db, target, newPurchase(property_id, fullPurchasePeople));
    await updatePurchase(db, target, newPurchase(property_id, change));
    expect(await readPurchase(db, target)).toMatchObject(expected);
  });
});

describe("a purchase that cannot be saved (D-047, D-051)", () => {
  test.each<[string, object, string]>([
    [
      "property (D-051)",
      { property_id: "" },
      "Something wrong with the validation. Check your answers and try again",
    ],
    [
      "ownership type (D-051)",
      { ownership_type: undefined },
      "Something wrong with the validation. Check your answers and try again",
    ],
    [
      "mortgage requirement (D-051)",
      { mortgage_required_for_purchase: undefined },
      "Something wrong with the validation. Check your answers and try again",
    ],
    [
      "gifts answer (D-051)",
      { gifts: undefined },
      "Something wrong with the validation. Check your answers and try again",
    ],
    [
      "giftor relationship (D-047)",
      { ...fullPurchasePeople, giftors: [gail, { ...gail, relationship: undefined }] },
      "Giftor relationship is required",
    ],
    [
      "giftor relationship (D-047), empty",
      { ...fullPurchasePeople, giftors: [{ ...gail, relationship: "" }] },
      "Giftor relationship is required",
    ],
  ])("a purchase is rejected without its %s", async (_part, change, message) => {
    const buyer = await insertUniquePerson(db);
    const { property_id } = await createHomeForSale(db);
    const broken: NewPurchase = Object.assign(newPurchase(property_id), change);
    await expect(createPurchase(db, buyer.id, broken)).rejects.toEqual(new DomainError(message));
    expect(await listPurchases(db, buyer.id)).toEqual([]);

    const { id } = await createPurchase(db, buyer.id, newPurchase(property_id));
    const target = { id, buyer_id: buyer.id };
    await expect(updatePurchase(db, target, broken)).rejects.toEqual(new DomainError(message));
    expect(await readPurchase(db, target)).toMatchObject({ version: 1, giftors: [] });
  });

  test.each(["aborted", "completed"])(
    "a purchase is rejected if its sale is %s (AMB-D02)",
    async (how) => {
      const first = await createUnfinishedPurchase(db);
      await db
        .updateTable("purchase_intents")
        .set({ [how]: "2026-03-20" })
        .where("id", "=", first.id)
        .execute();
      const buyer = await insertUniquePerson(db);
      await expect(createPurchase(db, buyer.id, newPurchase(first.property_id))).rejects.toEqual(
        new NotFoundError("This property is no longer for sale"),
      );
    },
  );

  test("a purchase is rejected before the seller has accepted the terms (AMB-D02)", async () => {
    const [seller, buyer] = [await insertUniquePerson(db), await insertUniquePerson(db)];
    const { property_id } = await createUnacceptedSale(db, seller.id);
    await expect(createPurchase(db, buyer.id, newPurchase(property_id))).rejects.toEqual(
      new NotFoundError("This property is no longer for sale"),
    );
  });

  test("a purchase is rejected if its buyer is the seller (AMB-D02)", async () => {
    const { property_id } = await createHomeForSale(db);
    const { seller_id } = (await findOpenSaleForProperty(db, property_id))!;
    const selling = new ConflictError("You’re selling this property");
    const purchase = newPurchase(property_id);
    await expect(createPurchase(db, seller_id, purchase)).rejects.toEqual(selling);
    const { id } = await createPurchase(
      db,
      seller_id,
      newPurchase((await createHomeForSale(db)).property_id),
    );
    const target = { id, buyer_id: readerId(seller_id) };
    await expect(updatePurchase(db, target, purchase)).rejects.toEqual(selling);
  });

  test("a purchase is rejected for an unknown property (AMB-D02)", async () => {
    const buyer = await insertUniquePerson(db);
    await expect(
      createPurchase(db, buyer.id, newPurchase("65f000000000000000000000")),
    ).rejects.toEqual(new NotFoundError("This property is no longer for sale"));
  });
});

describe("another buyer's purchase (D-055, AMB-A10)", () => {
  test.each<
    [string, (target: { id: string; buyer_id: ReaderId }, home: string) => Promise<unknown>]
  >([
    ["reading", (target) => readPurchase(db, target)],
    ["changing", (target, home) => updatePurchase(db, target, newPurchase(home))],
    ["confirming", (target) => confirmPurchase(db, target)],
  ])("%s another buyer's purchase is rejected as not found", async (_, attempt) => {
    const { id, property_id } = await createUnfinishedPurchase(db);
    const target = { id, buyer_id: (await insertUniquePerson(db)).id };
    const missing = new NotFoundError("Purchase intent not found");
    await expect(attempt(target, property_id)).rejects.toEqual(missing);
    for (const wrong of ["", "undefined", "65f000000000000000000000", "' or 1=1"]) {
      await expect(attempt({ ...target, id: wrong }, property_id)).rejects.toEqual(missing);
    }
  });
});

test("a purchase needs a second confirmation if the seller has changed the address", async () => {
  const buyer = await insertUniquePerson(db);
  const { property_id } = await createHomeForSale(db, { line_1: "14 Arch Street" });
  const chosen = (chosen_address: string) => newPurchase(property_id, { chosen_address });
  await expect(
    createPurchase(db, buyer.id, chosen("12 Arch Street, York, YO1 7HZ")),
  ).rejects.toEqual(
    new ConflictError(
      "The seller has changed this property’s address to 14 Arch Street, York, YO1 7HZ. If that’s the property you’re buying, select Continue again",
    ),
  );
  expect(await listPurchases(db, buyer.id)).toEqual([]);
  await createPurchase(db, buyer.id, chosen("14 Arch Street, York, YO1 7HZ"));
  expect(await listPurchases(db, buyer.id)).toMatchObject([{ property_id }]);
});

test("a purchase waits for a concurrent address change and then needs a second confirmation", async () => {
  const buyer = await insertUniquePerson(db);
  const { transaction_id, property_id } = await createHomeForSale(db, { line_1: "12 Arch Street" });
  const sale = await findOpenSaleForProperty(db, property_id);
  const target = { id: transaction_id, seller_id: readerId(sale?.seller_id ?? "") };
  const moved = newSale({ property: { ...newSale().property, address: homeAddress } });
  let joining: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (trx) => {
    await updateSale(trx, target, moved);
    const chosen_address = "12 Arch Street, York, YO1 7HZ";
    const purchase = newPurchase(property_id, { chosen_address });
    joining = createPurchase(db, buyer.id, purchase).catch((error: unknown) => error);
    await waitForLockWaiters(db);
  });
  expect(await joining).toBeInstanceOf(ConflictError);
  expect(await listPurchases(db, buyer.id)).toEqual([]);
});
