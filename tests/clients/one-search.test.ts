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
    "accepted",
    `<Status>acknowledged</Status>${OURS}${THEIRS}<SearchProduct><ProductType>ENVRES</ProductType><ExpectedCompletionDate>2026-12-02</ExpectedCompletionDate></SearchProduct>`,
    {
      state: "accepted",
      reference: "OS1",
      lines: [{ product_id: "ENVRES", estimated_completion: "2026-12-02" }],
    },
  ],
  [
    "accepted without a OneSearch reference",
    `<Status>processing</Status>${OURS}`,
    { state: "accepted", reference: ID, lines: [] },
  ],
  ["rejected", `<Status>rejected</Status>${OURS}`, { state: "refused" }],
])("reads the answer to an order that was %s (O-015)", async (_how, text, expected) => {
  answers(answer(text));
  expect(await order()).toEqual(expected);
});

test.each([
  [
    "about another order",
    `<Status>acknowledged</Status>${reference("65a000000000000000000002", "SearchRequesterParty")}${THEIRS}`,
  ],
  ["about no order", `<Status>acknowledged</Status>${THEIRS}`],
  ["with an unknown status", `<Status>maybe</Status>${OURS}`],
  ["without a status", OURS],
  [
    "with an empty product code",
    `<Status>acknowledged</Status>${OURS}<SearchProduct><ProductType> </ProductType></SearchProduct>`,
  ],
  [
    "with an invalid date",
    `<Status>acknowledged</Status>${OURS}<SearchProduct><ProductType>ENVRES</ProductType><ExpectedCompletionDate>2026-02-31</ExpectedCompletionDate></SearchProduct>`,
  ],
])(
  "an answer %s is rejected as malformed, so the outcome of the order is unknown (O-025)",
  async (_which, text) => {
    answers(answer(text));
    await expect(order()).rejects.toMatchObject({ kind: "bad_body" });
  },
);

test("an order is sent in one request, to the documented address", async () => {
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response(answer(`<Status>acknowledged</Status>${OURS}${THEIRS}`)));
  asked.mockClear();
  await order();
  expect(asked.mock.calls.map(([url]) => url)).toMatchObject([
    { pathname: expect.stringMatching(/\/SearchOrderSend$/) },
  ]);
});
