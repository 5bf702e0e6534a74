import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { action, loader } from "#app/routes/sell/terms-and-conditions.tsx";
import { openSavedSale } from "#app/routes/sell/open-sale.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { listErrors, get, post } from "#tests/support/call-route.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import {
  atSale,
  bea,
  postProperty,
  postSeller,
  sellerAtProperty,
  sellerAtTerms,
  readNewestSale,
} from "./flow.ts";

const { db } = useTestDatabase();

const Summary = z.object({
  summary: z.array(z.object({ term: z.string(), description: z.string() })),
});

const ticked = ({ transaction_id }: { transaction_id: string }) => ({
  id: transaction_id,
  terms_and_conditions: "on",
});

const findSale = (seller: { id: ReaderId; transaction_id: string }) =>
  readSale(db, { id: seller.transaction_id, seller_id: seller.id });

test("the seller’s terms page lists every answer with a link to change it, and its box is not ticked (C-005)", async () => {
  const seller = await sellerAtTerms(db);
  const path = `/?sale=${seller.transaction_id}`;
  const { data } = await get(loader, { ...seller, path });
  expect(data).toMatchObject({ id: seller.transaction_id, version: 1, accepted: false });
  const { summary } = Summary.parse(data);
  expect(summary.map(({ term, description }) => `${term}: ${description}`)).toEqual([
    "Property: 12 Arch Street, York, YO1 7HH",
    "Tenure: Freehold",
    "Asking price: £450,000",
    "Your role in this sale: I own the property",
    "Seller: Sam Seller",
    "Other sellers: None",
    "Mortgage on the property: Yes",
    "Buying another property: Not sure",
    "Foreign currency: Yes",
    "Mortgage adviser: No",
    "Estate agent: None yet",
  ]);
  const page = `/sell/about-the-property?sale=${seller.transaction_id}`;
  expect(data).toMatchObject({
    summary: expect.arrayContaining([
      expect.objectContaining({
        change: { to: `${page}#property-tenure`, hiddenText: "tenure" },
      }),
    ]),
  });
});

type Person = Readonly<Record<string, string>>;
const named = (first_name: string): Person => ({ first_name });
const ABLE: Person = { representation_reason: "able" };
const DIED: Person = { representation_reason: "died", email: "", phone_number: "" };
const CANNOT_ACT: Person = { representation_reason: "cannot_act", email: "", phone_number: "" };

/** Returns the people in the summary on the terms page, for a sale with these other sellers. */
async function summedUp(customer_type: string, others: readonly Person[]) {
  const seller = await sellerAtProperty(db);
  await postProperty(seller, { customer_type, another_seller: "yes", intent: "sellers.add" });
  for (const other of others) await postSeller(seller, "add", { ...bea, ...other });
  const another_seller = others.length > 0 ? "yes" : "no";
  await postProperty(seller, { customer_type, another_seller });
  const { id } = await readNewestSale(db, seller);
  const { data } = await get(loader, { ...seller, path: `/?sale=${id}` });
  const { summary } = Summary.parse(data);
  return summary
    .map(({ term, description }) => `${term}: ${description}`)
    .slice(4, 6)
    .join("; ");
}

test.each([
  ["individual_owner", [], "Seller: Sam Seller; Other sellers: None"],
  ["individual_owner", [named("Bea")], "Seller: Sam Seller; Other seller: Bea Byron"],
  [
    "individual_owner",
    [named("Bea"), named("Cat")],
    "Seller: Sam Seller; Other sellers: Bea Byron, Cat Byron",
  ],
  [
    "individual_owner",
    [named("Bea"), named("Cat"), named("Dee")],
    "Seller: Sam Seller; Other sellers: Bea Byron, Cat Byron, Dee Byron",
  ],
  ["representative", [ABLE], "Representative: Sam Seller; Owner: Bea Byron"],
  ["representative", [DIED], "Representative: Sam Seller; Owner: Bea Byron (has died)"],
  [
    "representative",
    [ABLE, { ...CANNOT_ACT, ...named("Cat") }],
    "Representative: Sam Seller; Owners: Bea Byron, Cat Byron (cannot make decisions for themselves)",
  ],
  [
    "representative",
    [DIED, { ...CANNOT_ACT, ...named("Cat") }, { ...ABLE, ...named("Dee") }],
    "Representative: Sam Seller; Owners: Bea Byron (has died), Cat Byron (cannot make decisions for themselves), Dee Byron",
  ],
])(
  "the summary on the seller’s terms page for the customer type %s with the other sellers %j says “%s” (C-005)",
  async (type, others, names) => {
    expect(await summedUp(type, others)).toBe(names);
  },
);

test.each([
  ["no_agent", "None yet"],
  ["not_listed", "Not listed"],
])(
  "the summary on the seller’s terms page shows the estate agent answer “%s” as “%s” (C-005)",
  async (estate_agent, description) => {
    const seller = await sellerAtProperty(db);
    await postProperty(seller, { estate_agent });
    const { id } = await readNewestSale(db, seller);
    const { data } = await get(loader, { ...seller, path: `/?sale=${id}` });
    expect(Summary.parse(data).summary.at(-1)).toEqual({ term: "Estate agent", description });
  },
);

test("the seller’s terms page refuses a submit without the ticked box (AMB-C11)", async () => {
  const seller = await sellerAtTerms(db);
  const answer = await post(action, { id: seller.transaction_id }, seller);
  expect(answer.status).toBe(400);
  expect(listErrors(answer)).toEqual({
    terms_and_conditions: ["Please accept the terms and conditions to continue"],
  });
  expect((await findSale(seller)).terms_accepted).toBe(false);
});

test("accepting the seller’s terms records them once, with time, version and person (C-085 C-086 X-015)", async () => {
  const seller = await sellerAtTerms(db);
  const answers = [
    await post(action, ticked(seller), seller),
    await post(action, ticked(seller), seller),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 303, path: "/sell/payment" });
  }
  const kept = await db
    .selectFrom("transactions")
    .select(["terms_accepted_at", "terms_accepted_by", "terms_version"])
    .where("id", "=", seller.transaction_id)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({
    terms_accepted_at: expect.any(Date),
    terms_accepted_by: seller.id,
    terms_version: "1.0",
  });
  expect(await eventNames(db, seller.transaction_id)).toEqual([
    "transaction_created",
    "estate_agent_status_updated",
    "seller_terms_accepted",
  ]);
});

test("the event of accepting the seller’s terms names the seller (X-015)", async () => {
  const seller = await sellerAtTerms(db);
  await post(action, ticked(seller), seller);
  const accepted = await db
    .selectFrom("events")
    .select(["author", "author_id"])
    .where("transaction_id", "=", seller.transaction_id)
    .where("event_name", "=", "seller_terms_accepted")
    .execute();
  expect(accepted).toEqual([{ author: "seller", author_id: seller.id }]);
});

test.each(["", "undefined", "12"])(
  "accepting the seller’s terms for the sale id %j is refused (C-087 C-089)",
  async (transaction_id) => {
    const seller = await sellerAtTerms(db);
    const answer = await post(action, ticked({ transaction_id }), seller);
    expect(answer.status).toBe(400);
    expect(listErrors(answer)[""]).toEqual([
      "Invalid transaction ID. Please contact support at support@fanlight.example",
    ]);
  },
);

test("accepting the terms of another person’s sale answers 404 (AMB-A10)", async () => {
  const owner = await sellerAtTerms(db);
  const other = await sellerAtProperty(db);
  const answer = await post(action, ticked(owner), other);
  expect(answer.status).toBe(404);
  expect((await findSale(owner)).terms_accepted).toBe(false);
});

test("accepting the seller’s terms leads to the next step of the sale in the form (AMB-A07)", async () => {
  const seller = await sellerAtTerms(db);
  const elsewhere = { "address.line_1": "2 Other Street", "address.uprn": "100050535499" };
  await postProperty(atSale(seller, await startDraft(db, "sell", seller.id)), elsewhere);
  expect(await post(action, ticked(seller), seller)).toMatchObject({
    location: `/sell/payment?sale=${seller.transaction_id}`,
  });
});

describe("an acceptance of a sale’s terms that cannot be saved (C-088 C-089 AMB-C10)", () => {
  test("an acceptance of the terms that fails to save leads to the next step with an error, and is saved before the payment", async () => {
    expectError(/accepting the terms/);
    const seller = await sellerAtTerms(db);
    const mend = await breakWrites(db, "transactions");
    const before = Date.now();
    const answer = await post(action, ticked(seller), seller);
    expect(answer).toMatchObject({ status: 303, path: "/sell/payment" });
    expect(await flashIn(answer)).toMatchObject({
      kind: "error",
      description: "There was an error. Please contact support at support@fanlight.example",
    });

    const path = `http://localhost:3000/sell/payment?sale=${seller.transaction_id}`;
    const request = new Request(path, { headers: { Cookie: seller.cookie } });
    expect((await openSavedSale(request, "payment")).sale.terms_accepted).toBe(false);
    const target = { transaction_id: seller.transaction_id, seller_id: seller.id };
    await expect(pendingSellerTerms.record(db, target)).rejects.toThrow("the table is broken");

    const mended = Date.now();
    await mend();
    await pendingSellerTerms.record(db, target);
    const { terms_accepted_at } = await findSale(seller);
    expect(Number(terms_accepted_at)).toBeGreaterThan(before - 5_000);
    expect(Number(terms_accepted_at)).toBeLessThan(mended);
    await pendingSellerTerms.record(db, target);
    expect((await eventNames(db, seller.transaction_id)).at(-1)).toBe("seller_terms_accepted");
  });

  test("the seller stays on the terms page, with an error, if the acceptance can be stored neither in the sale nor as pending", async () => {
    expectError(/accepting the terms/);
    const seller = await sellerAtTerms(db);
    const mends = [await breakWrites(db, "transactions"), await breakWrites(db, "drafts")];
    const answer = await post(action, ticked(seller), seller);
    for (const mend of mends) await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)[""]).toEqual([
      "There was an error. Please contact support at support@fanlight.example",
    ]);
  });
});
