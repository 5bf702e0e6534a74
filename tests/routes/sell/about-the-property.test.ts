import { describe, expect, test } from "vitest";
import { action } from "#app/routes/sell/about-the-property.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import {
  countSales,
  postProperty,
  sellerAtProperty,
  showProperty,
  readNewestSale,
} from "./flow.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

describe("a new sale", () => {
  test("saving the answers about a property creates a sale and leads to the terms (C-004 C-071 C-074 X-007 X-010 to X-013)", async () => {
    const seller = await sellerAtProperty(db);
    const answer = await postProperty(seller);
    expect(answer).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });

    const sale = await readNewestSale(db, seller);
    expect(sale).toMatchObject({
      type: "resale",
      customer_type: "individual_owner",
      asking_price_pounds: 450_000,
      has_mortgage: "yes",
      onward_purchase: "not_sure",
      is_using_foreign_currency: "yes",
      requires_mortgage_referral: "no",
      estate_agent_status: "no_agent",
      terms_accepted: false,
      property: {
        tenure: "Freehold",
        address_confirmed: true,
        title_number: null,
        address: { line_1: "12 Arch Street", postcode: "YO1 7HH", uprn: "100050535435" },
      },
    });
    expect(await eventNames(db, sale.id)).toEqual([
      "transaction_created",
      "estate_agent_status_updated",
    ]);
    expect(answer.location).toBe(`/sell/terms-and-conditions?sale=${sale.id}`);
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });

  test("saving a new sale assigns the chosen estate agent’s office (C-059 C-060)", async () => {
    const seller = await sellerAtProperty(db);
    const { id: office } = await insertOffice(db, "Northgate York", { brand_name: "Northgate" });
    await postProperty(seller, { estate_agent: office });
    const sale = await readNewestSale(db, seller);
    expect(sale).toMatchObject({ estate_agent_status: "assigned", estate_agent: { id: office } });
    expect(await eventNames(db, sale.id)).toEqual(["transaction_created", "estate_agent_assigned"]);
  });

  test("a chosen office that cannot be assigned is logged, but the seller sees no error (C-060 C-063 C-064 WF-03.6)", async () => {
    expectError(
      /There was an error updating the estate agent status in transaction: Estate agent not found/,
    );
    const seller = await sellerAtProperty(db);
    const answer = await postProperty(seller, { estate_agent: "65f000000000000000000000" });
    expect(answer).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
    expect(await flashIn(answer)).toBeNull();
    expect((await readNewestSale(db, seller)).estate_agent_status).toBe("pending");
  });

  test("a new sale stores the details of a tenure that the seller is unsure of (C-052)", async () => {
    const seller = await sellerAtProperty(db);
    await postProperty(seller, { tenure: "Other / Not Sure", tenure_details: "Commonhold" });
    expect((await readNewestSale(db, seller)).property).toMatchObject({
      tenure: "Other",
      tenure_details: "Commonhold",
    });
  });

  test("one click fills in the seller’s own address on the property page (WCAG 3.3.7)", async () => {
    const seller = await sellerAtProperty(db);
    const data = await showProperty(seller);
    expect(data).toMatchObject({ home: "4 Castle Lane, York, YO1 7HZ" });
    const answer = await post(
      action,
      { intent: "address.mine:address", tenure: "Freehold" },
      seller,
    );
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ finder: { address: { state: "Confirmed" } } });
    const taken = { line_1: "4 Castle Lane", post_town: "York", postcode: "YO1 7HZ" };
    expect(shownValues(answer)).toMatchObject({ tenure: "Freehold", address: taken });
    expect(await showProperty(seller)).toMatchObject({ answers: { address: taken } });
  });

  test("a new sale stores an address typed by hand as not confirmed (AMB-C17)", async () => {
    const seller = await sellerAtProperty(db);
    await postProperty(seller, { "address.confirmed": "" });
    expect((await readNewestSale(db, seller)).property.address_confirmed).toBe(false);
  });

  test("a new sale can be saved with a Scottish postcode (AMB-C19)", async () => {
    const seller = await sellerAtProperty(db);
    const answer = await postProperty(seller, { "address.postcode": "EH1 1AA" });
    expect(answer.status).toBe(303);
  });
});

describe("required answers about a sale", () => {
  const price = "Asking price must be higher than £99,000 and less than £100,000,000";
  test.each([
    ["C-034", "asking_price_pounds", "99,000", price],
    ["C-034", "asking_price_pounds", "100,000,000", price],
    ["C-035", "tenure", "", "Please select an option"],
    ["C-036", "has_mortgage", "", "Please select an option"],
    ["C-037", "onward_purchase", "", "Please select an option"],
    ["C-038 C-050", "customer_type", "owner", "Please select an option"],
    ["C-039", "another_seller", "", "Please select an option"],
    ["C-040", "is_using_foreign_currency", "", "Please select an option"],
    ["C-041", "requires_mortgage_referral", "", "Please select an option"],
    ["C-042", "estate_agent", "", "Please select an option"],
    [
      "C-028",
      "address.postcode",
      "ABC",
      "Invalid postcode. Enter a full UK postcode, like SW1A 1AA",
    ],
    ["C-053", "has_mortgage", "maybe", "Please select an option"],
    ["C-051", "tenure", "Rented", "Please select an option"],
  ])(
    "the sale form refuses the value $2 of $1 with the error $3, and keeps the other answers ($0)",
    async (_row, field, value, text) => {
      const seller = await sellerAtProperty(db);
      const answer = await postProperty(seller, { [field]: value });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ [field]: [text] });
      expect(shownValues(answer)).toMatchObject({ address: { line_1: "12 Arch Street" } });
      expect(await countSales(db, seller)).toBe(0);
    },
  );

  test("the tenure “Other / Not Sure” requires details (C-048)", async () => {
    const answer = await postProperty(await sellerAtProperty(db), { tenure: "Other / Not Sure" });
    expect(listErrors(answer)).toEqual({ tenure_details: ["Please provide details"] });
  });

  test.each([
    ["C-044 C-045", {}],
    ["C-046", { title_number: "not_listed" }],
    ["C-047", { title_number: "not_exact_match" }],
    ["C-084", { title_number: "NYK123456" }],
  ])(
    "a new sale with the answers $1 stores no title number while the matching of title numbers is off ($0)",
    async (_row, more) => {
      const seller = await sellerAtProperty(db);
      expect((await postProperty(seller, more)).status).toBe(303);
      expect((await readNewestSale(db, seller)).property.title_number).toBeNull();
    },
  );

  test("an empty sale form shows an error for every required answer", async () => {
    const seller = await sellerAtProperty(db);
    const answer = await post(action, {}, seller);
    expect(answer.status).toBe(400);
    expect(listErrors(answer).address).toEqual([
      "Address must be at least 1 character long. Enter the first line of the address",
    ]);
    expect(answer.data).toMatchObject({ finder: { address: { state: "Initial" } } });
    expect(Object.keys(listErrors(answer))).toEqual([
      "address",
      "tenure",
      "asking_price_pounds",
      "customer_type",
      "another_seller",
      "has_mortgage",
      "onward_purchase",
      "is_using_foreign_currency",
      "requires_mortgage_referral",
      "estate_agent",
    ]);
  });
});

describe("the estate agents on the property page (C-065 AMB-C13)", () => {
  test("the property page groups the estate agents’ offices by brand", async () => {
    const { id: office } = await insertOffice(db, "Harbour Whitby", { brand_name: "Harbour" });
    const data = await showProperty(await sellerAtProperty(db));
    expect(data).toMatchObject({
      agents: expect.arrayContaining([
        { brand_name: "Harbour", offices: [{ id: office, office_name: "Harbour Whitby" }] },
      ]),
    });
  });

  test("the property page has no estate agents if they cannot be read, and accepts an answer without one (WF-25.7)", async () => {
    expectError(/listing the estate agents/);
    const seller = await sellerAtProperty(db);
    await withoutTable(db, "estate_agents", async () => {
      expect(await showProperty(seller)).toMatchObject({ agents: null });
      expect((await postProperty(seller, { estate_agent: "not_listed" })).status).toBe(303);
    });
    expect((await readNewestSale(db, seller)).estate_agent_status).toBe("not_listed");
  });
});
