import { expect, test, vi } from "vitest";
import { orderSearches } from "#app/clients/one-search/client.server.ts";

const ID = "65a000000000000000000001";

const answer = (order: string) =>
  `<?xml version="1.0"?><SearchOrderReceive><SearchOrder>${order}</SearchOrder></SearchOrderReceive>`;
const reference = (value: string, party: string) =>
  `<SearchOrderReference><Reference>${value}</Reference><AllocatedBy>${party}</AllocatedBy></SearchOrderReference>`;
const OURS = reference(ID, "SearchRequesterParty");
const THEIRS = reference("OS1", "SearchFacilitatorParty");

function answers(text: string) {
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(text));
}

const order = () =>
  orderSearches({
    id: ID,
    ordered_on: "2026-11-22",
    is_reorder: false,
    products: ["ENVRES"],
    address: {
      sub_building_name: null,
      building_name: null,
      building_number: "12",
      street: "Arch Street",
      post_town: "York",
      county: null,
      postcode: "YO1 7HZ",
    },
  });

test.each<[string, string, object]>([
  [
    "taken",
    `<Status>acknowledged</Status>${OURS}${THEIRS}<SearchProduct><ProductType>ENVRES</ProductType><ExpectedCompletionDate>2026-12-02</ExpectedCompletionDate></SearchProduct>`,
    {
      state: "accepted",
      reference: "OS1",
      lines: [{ product_id: "ENVRES", estimated_completion: "2026-12-02" }],
    },
  ],
  [
    "taken without their reference",
    `<Status>processing</Status>${OURS}`,
    { state: "accepted", reference: ID, lines: [] },
  ],
  ["refused", `<Status>rejected</Status>${OURS}`, { state: "refused" }],
])("O-015 an order that is %s", async (_how, text, expected) => {
  answers(answer(text));
  expect(await order()).toEqual(expected);
});

test.each([
  [
    "about another order",
    `<Status>acknowledged</Status>${reference("65a000000000000000000002", "SearchRequesterParty")}${THEIRS}`,
  ],
  ["about no order", `<Status>acknowledged</Status>${THEIRS}`],
  ["of a status that we do not know", `<Status>maybe</Status>${OURS}`],
  ["without a status", OURS],
  [
    "with a product that is none",
    `<Status>acknowledged</Status>${OURS}<SearchProduct><ProductType> </ProductType></SearchProduct>`,
  ],
  [
    "with a day that is none",
    `<Status>acknowledged</Status>${OURS}<SearchProduct><ProductType>ENVRES</ProductType><ExpectedCompletionDate>2026-02-31</ExpectedCompletionDate></SearchProduct>`,
  ],
])("O-025 an answer %s is none, and nobody knows what was ordered", async (_which, text) => {
  answers(answer(text));
  await expect(order()).rejects.toMatchObject({ kind: "bad_body" });
});

test("V11 OneSearch is asked to take an order, and nothing else: no address of ours is made up for it", async () => {
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response(answer(`<Status>acknowledged</Status>${OURS}${THEIRS}`)));
  asked.mockClear();
  await order();
  expect(asked.mock.calls.map(([url]) => url)).toMatchObject([
    { pathname: expect.stringMatching(/\/SearchOrderSend$/) },
  ]);
});
