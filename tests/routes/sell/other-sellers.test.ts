import { describe, expect, test } from "vitest";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { knownPeople } from "#app/domain/people/parties.server.ts";
import { checksView } from "#app/routes/admin/transactions/thirdfort/view.ts";
import { loader as openTerms } from "#app/routes/sell/terms-and-conditions.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { staffReader } from "#tests/support/readers.ts";
import { get, listErrors, shownValues } from "#tests/support/call-route.ts";
import {
  bea,
  postProperty,
  postSeller,
  sellerAtProperty,
  listSellers,
  showProperty,
  readNewestSale,
} from "./flow.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

describe("other sellers (C-043 C-049 WF-03)", () => {
  const forTheSeller =
    "If you are acting on behalf of the seller, please select yes and add the seller's details";

  test.each([
    ["C-049", { customer_type: "representative", another_seller: "no" }, forTheSeller],
    ["AMB-C06", { customer_type: "representative", another_seller: "yes" }, forTheSeller],
    ["AMB-C06", { another_seller: "yes" }, "Please add at least one seller or select no"],
  ])(
    "the answers $1 without another seller are refused with the error $2 ($0)",
    async (_row, change, text) => {
      const answer = await postProperty(await sellerAtProperty(db), change);
      expect(listErrors(answer)).toEqual({ another_seller: [text] });
    },
  );

  test("a representative can add two sellers, change one and remove one (C-043 X-004 X-009)", async () => {
    const seller = await sellerAtProperty(db);
    const typed = { customer_type: "representative", another_seller: "yes", tenure: "Leasehold" };
    const toAdd = await postProperty(seller, { ...typed, intent: "sellers.add" });
    expect(toAdd).toMatchObject({ status: 303, path: "/sell/about-the-property/sellers/add" });

    const able = { ...bea, representation_reason: "able" };
    const wrong = await postSeller(seller, "add", {
      ...bea,
      last_name: "O",
      "correspondence_address.postcode": "ABC",
    });
    expect(wrong.status).toBe(400);
    expect(listErrors(wrong)).toEqual({
      last_name: [
        "Last name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
      ],
      representation_reason: ["Please select an option"],
      "correspondence_address.postcode": [
        "Invalid postcode for the specified country. Check the postcode and the country",
      ],
    });
    expect(await postSeller(seller, "add", able)).toMatchObject({
      status: 303,
      path: "/sell/about-the-property",
    });
    await postSeller(seller, "add", {
      ...able,
      first_name: "Cat",
      same_address: "on",
      "correspondence_address.line_1": "",
    });
    const id = (await listSellers(seller))[0]?.id ?? "";
    await postSeller(seller, id, { ...able, first_name: "Beatrice" });

    expect(await showProperty(seller)).toMatchObject({
      answers: typed,
      sellers: [
        { name: "Beatrice Byron", detail: "bea@example.test" },
        { name: "Cat Byron", detail: "bea@example.test" },
      ],
    });

    const removed = await postProperty(seller, { ...typed, intent: `sellers.remove:${id}` });
    expect(removed.path).toBe("/sell/about-the-property");
    await postProperty(seller, typed);
    const sale = await readNewestSale(db, seller);
    expect(sale.customer_type).toBe("representative");
    expect(sale.sellers).toMatchObject([
      { primary_customer: true, first_name: "Sam" },
      {
        primary_customer: false,
        first_name: "Cat",
        phone_number: "+447400123457",
        correspondence_address: { line_1: "4 Castle Lane", postcode: "YO1 7HZ" },
      },
    ]);
  });

  test("an owner who has died needs no contact details or ID check, and the seller is shown as the representative", async () => {
    const seller = await sellerAtProperty(db);
    const typed = { customer_type: "representative", another_seller: "yes" };
    await postProperty(seller, { ...typed, intent: "sellers.add" });
    const vera = { ...bea, first_name: "Vera", email: "", phone_number: "" };
    await postSeller(seller, "add", { ...vera, representation_reason: "died" });
    expect(await showProperty(seller)).toMatchObject({
      sellers: [{ name: "Vera Byron", detail: "has died" }],
    });
    expect((await postProperty(seller, typed)).path).toBe("/sell/terms-and-conditions");
    const sale = await readNewestSale(db, seller);
    expect(sale.sellers[1]).toMatchObject({
      first_name: "Vera",
      email: null,
      phone_number: null,
      representation_reason: "died",
    });
    const terms = await get(openTerms, { ...seller, path: `/?sale=${sale.id}` });
    expect(terms.data).toMatchObject({
      summary: expect.arrayContaining([
        expect.objectContaining({ term: "Representative", description: "Sam Seller" }),
        expect.objectContaining({ term: "Owner", description: "Vera Byron (has died)" }),
      ]),
    });
    const checks = await readMatterChecks(db, staffReader(), sale.id);
    expect(checks.groups).toMatchObject([
      {
        people: [{ first_name: "Sam", is_representative: true }],
        represented: [{ first_name: "Vera" }],
      },
    ]);
    const view = checksView(checks, { old_scheme: false });
    expect(view.groups[0]?.people.map(({ role }) => role)).toEqual(["Representative"]);
    expect(view.groups[0]?.not_checked).toEqual([
      "Vera Byron (has died) doesn’t need a check. Their representative is checked instead.",
    ]);
    expect(await knownPeople(db, seller.id)).toEqual([]);

    // If the seller answers that they are an owner instead, Vera’s contact details are required.
    const owner = await postProperty(seller, { another_seller: "yes" });
    expect(listErrors(owner)).toEqual({ "": ["Please check the details of Vera Byron"] });
  });

  test("the ID checks are complete without an ID check of an owner who cannot act", async () => {
    const seller = await sellerAtProperty(db);
    const typed = { customer_type: "representative", another_seller: "yes" };
    await postProperty(seller, { ...typed, intent: "sellers.add" });
    await postSeller(seller, "add", { ...bea, representation_reason: "cannot_act" });
    await postProperty(seller, typed);
    const { id } = await readNewestSale(db, seller);
    const { first_name, last_name, email, phone_number } = (await readNewestSale(db, seller))
      .sellers[0]!;
    const me = { first_name, last_name, email: email!, phone_number: phone_number! };
    await db
      .insertInto("identity_checks")
      .values({ ...me, transaction_id: id, person_type: "seller", status: "complete" })
      .execute();
    const { id_checks } = await db
      .selectFrom("listed_transactions")
      .select("id_checks")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(id_checks).toBe("complete");
  });

  test("the answer “no” about other sellers removes the added sellers (AMB-C06)", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", bea);
    await postProperty(seller, { another_seller: "no" });
    expect((await readNewestSale(db, seller)).sellers).toHaveLength(1);
  });

  test("the answer “yes” about other sellers is kept when the last added seller is removed (AMB-C06)", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", bea);
    const [one] = await listSellers(seller);
    const intent = `sellers.remove:${one?.id ?? ""}`;
    await postProperty(seller, { another_seller: "yes", intent });
    expect(await showProperty(seller)).toMatchObject({
      answers: { another_seller: "yes" },
      sellers: [],
    });
  });

  test("a seller can add at most nine other sellers (AMB-C07)", async () => {
    const seller = await sellerAtProperty(db);
    for (const middle_name of "ABCDEFGHIJ")
      await postSeller(seller, "add", { ...bea, middle_name });
    expect(await showProperty(seller)).toMatchObject({ sellers: { length: 9 } });
    const tenth = await postProperty(seller, { intent: "sellers.add" });
    expect(tenth.path).toBe("/sell/about-the-property");
  });

  test.each(["0", "2", "-1", "1.5", "x", "__proto__"])(
    "saving a seller with the unknown id %s redirects to the property page, and adds no one",
    async (id) => {
      const seller = await sellerAtProperty(db);
      await postSeller(seller, "add", bea);
      expect((await postSeller(seller, id, bea)).path).toBe("/sell/about-the-property");
      expect(await showProperty(seller)).toMatchObject({ sellers: { length: 1 } });
    },
  );

  test("the page that adds a seller finds addresses and keeps the typed values (AMB-C08)", async () => {
    const seller = await sellerAtProperty(db);
    const answer = await postSeller(seller, "add", {
      ...bea,
      "correspondence_address.query": "YO1 7HH",
      intent: "address.find:correspondence_address",
    });
    expect(answer.data).toMatchObject({ finder: { correspondence_address: { state: "Found" } } });
    expect(shownValues(answer)).toMatchObject({ first_name: "Bea" });
  });
});
