import { describe, expect, test } from "vitest";
import { buildLetter } from "#app/domain/assignments/letter-content.server.ts";

type About = Parameters<typeof buildLetter>[0];
type Matter = About["matters"][number];
type Purchase = NonNullable<Matter["purchase"]>;

const person = (first_name: string) => ({
  first_name,
  middle_name: null,
  last_name: "Byron",
  email: `${first_name.toLowerCase()}@example.test`,
  phone_number: "+447400123456",
  representation_reason: null,
  correspondence_address: null,
});

const group = {
  id: "g",
  law_firm: { name: "Ashby & Co", email: null, phone_number: null, address: null },
  solicitor: { first_name: "Sol", last_name: "Ashby", email: "sol@ashby.example" },
  legal_assistants: [],
} as unknown as About["group"];

function purchase(change: object = {}): Purchase {
  return {
    agreed_price_pounds: 290_000,
    primary_buyer: person("Bea"),
    additional_buyers: [],
    ownership_type: "Sole",
    first_time_buyer: "no",
    mortgage_required_for_purchase: "no",
    mortgage_provider: null,
    gifts: "no",
    giftors: [],
    purchase_dependent_on_sale: "no",
    is_using_foreign_currency: "no",
    ...change,
  } as unknown as Purchase;
}

function matter(change: object = {}): Matter {
  return {
    id: "m",
    address: { line_1: "1 Arch Street", post_town: "Bath" },
    group_name: null,
    tenure: "Freehold",
    tenure_details: null,
    title_number: "NYK12345",
    asking_price_pounds: 300_000,
    primary_seller: person("Ada"),
    additional_sellers: [],
    customer_type: "individual",
    company_name: null,
    company_number: null,
    has_mortgage: "no",
    onward_purchase: "no",
    is_using_foreign_currency: "no",
    estate_agent: null,
    estate_agent_status: "pending",
    purchase: null,
    groups: { seller: group, buyer: group },
    ...change,
  } as unknown as Matter;
}

const write = (side: About["side"], one: Matter, change: Partial<About> = {}) =>
  buildLetter({
    side,
    matters: [one],
    group,
    is_activation: false,
    ready: null,
    comment: null,
    ...change,
  });

const lines = (letter: ReturnType<typeof write>) =>
  letter.parts.flatMap(({ rows }) => rows.map(({ what, text }) => `${what}: ${text}`));

const two = { additional_sellers: [person("Bob")] };
const joint = { additional_buyers: [person("Jo")], ownership_type: "Joint" };

describe("the opening of a letter to a solicitor (AMB-L01)", () => {
  test.each([
    ["one seller", "seller", {}, {}, "Instruction to act for the seller of 1 Arch Street, Bath"],
    ["two sellers", "seller", two, {}, "Instruction to act for the sellers of 1 Arch Street, Bath"],
    ["one buyer", "buyer", {}, {}, "Instruction to act for the buyer of 1 Arch Street, Bath"],
    ["two buyers", "buyer", {}, joint, "Instruction to act for the buyers of 1 Arch Street, Bath"],
  ] as const)("the heading of a letter names %s", (_whom, side, sale, bought, heading) => {
    const letter = write(side, matter({ ...sale, purchase: purchase(bought) }));
    expect(letter.heading).toBe(heading);
    expect(letter.intro).toBe("The details we have so far are below. Please:");
  });

  test("the letter asks a seller's solicitor for the contract pack", () => {
    expect(write("seller", matter(two)).asks).toEqual([
      "reply to confirm that you can act, or tell us straight away if you cannot;",
      "send your client care letter, your terms of engagement and the TA forms to the sellers;",
      "prepare the contract pack once the ID checks and searches are done, even if there is no buyer yet, and tell us when it is ready.",
    ]);
  });

  test("the letter asks a buyer's solicitor to raise enquiries after reviewing the contract pack", () => {
    expect(write("buyer", matter({ purchase: purchase() })).asks).toEqual([
      "reply to confirm that you can act, or tell us straight away if you cannot;",
      "send your client care letter and terms of engagement to the buyer;",
      "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.",
    ]);
  });

  test.each([
    ["buyer", {}],
    ["buyers", joint],
  ])(
    "the letter gives the solicitor of the active %s the known details and what to do next",
    (whom, bought) => {
      const about = { is_activation: true };
      const letter = write("buyer", matter({ purchase: purchase(bought) }), about);
      expect(letter).toMatchObject({
        subject: "Buyer confirmed: purchase of 1 Arch Street, Bath",
        heading: "Buyer confirmed: purchase of 1 Arch Street, Bath",
        intro: `You act for the ${whom}, and the purchase is now confirmed. The details we have so far are below. Please:`,
        asks: [
          "tell us straight away if you cannot act; otherwise, you do not need to reply;",
          `send your client care letter and terms of engagement to the ${whom}, if you have not already;`,
          "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.",
        ],
      });
    },
  );
});

describe("the missing details in a letter to a solicitor (AMB-L01)", () => {
  const nothing = {
    title_number: null,
    tenure: "Other",
    primary_seller: { ...person("Ada"), phone_number: null },
    groups: { seller: group, buyer: null },
  };
  const unsure = { mortgage_required_for_purchase: "not_sure", gifts: "yes" };
  const without_lender = { mortgage_required_for_purchase: "yes" };

  test.each([
    [
      "a sale",
      "seller",
      nothing,
      null,
      [
        "There is no buyer yet.",
        "We do not have the title number yet.",
        "We do not know the tenure yet.",
        "We do not have a phone number for Ada Byron.",
      ],
    ],
    [
      "a sole purchase",
      "buyer",
      {},
      unsure,
      [
        "The buyer is not sure yet whether they need a mortgage.",
        "We do not know yet who the giftor is.",
      ],
    ],
    [
      "a joint purchase",
      "buyer",
      {},
      { ...joint, ...unsure },
      [
        "The buyers are not sure yet whether they need a mortgage.",
        "We do not know yet who the giftor is.",
      ],
    ],
    [
      "a sole purchase without a lender",
      "buyer",
      {},
      without_lender,
      ["The buyer has not chosen a lender yet."],
    ],
    [
      "a joint purchase without a lender",
      "buyer",
      {},
      { ...joint, ...without_lender },
      ["The buyers have not chosen a lender yet."],
    ],
  ] as const)(
    "the letter lists the missing details of %s",
    (_what, side, sale, bought, missing) => {
      const one = matter({ ...sale, purchase: bought && purchase(bought) });
      expect(write(side, one).missing).toEqual(missing);
    },
  );
});

describe("the answers in a letter to a solicitor (AMB-L03)", () => {
  const NOT_SURE = "Not sure. Please ask your client";
  const unsure = { onward_purchase: "not_sure", has_mortgage: "not_sure" };
  const bought = { first_time_buyer: "not_sure", purchase_dependent_on_sale: "yes" };
  const late = { ...person("Bob"), email: null, phone_number: null, representation_reason: "died" };
  const represented = { customer_type: "representative", additional_sellers: [late] };
  const giftor = { ...person("Gail"), amount_pounds: null, relationship: "Other" };

  test.each([
    ["no buyer", "seller", {}, null, "Asking price: £300,000 (no price agreed yet)"],
    ["a buyer", "seller", {}, {}, "Agreed price: £290,000"],
    ["one seller", "seller", {}, null, "Selling as: Sole individual owner"],
    ["two sellers", "seller", two, null, "Selling as: 2 individual owners"],
    [
      "a representative",
      "seller",
      { ...two, customer_type: "representative" },
      null,
      "Selling as: Through a representative (attorney, executor or other)",
    ],
    [
      "a representative of an owner who has died",
      "seller",
      represented,
      null,
      "Ada Byron: Representative of Bob Byron (has died)",
    ],
    [
      "an owner who has died",
      "seller",
      represented,
      null,
      "Bob Byron (has died): Owner, represented by Ada Byron",
    ],
    [
      "a company",
      "seller",
      { company_name: "Elm Field Ltd", company_number: "01234567" },
      null,
      "Selling company: Elm Field Ltd, company number 01234567",
    ],
    ["one seller who is not sure", "seller", unsure, null, `Onward purchase: ${NOT_SURE}`],
    [
      "two sellers who are not sure",
      "seller",
      { ...two, ...unsure },
      null,
      `Onward purchase: ${NOT_SURE}s`,
    ],
    [
      "an onward purchase",
      "seller",
      { onward_purchase: "yes" },
      null,
      "Onward purchase: Yes, buying another property",
    ],
    ["one buyer", "buyer", {}, {}, "Ownership: Sole"],
    ["two buyers", "buyer", {}, joint, "Ownership: Joint"],
    [
      "a joint purchase with one buyer added",
      "buyer",
      {},
      { ownership_type: "Joint" },
      "Ownership: Joint (second buyer’s details to follow)",
    ],
    [
      "a buyer who is not sure whether it is their first purchase",
      "buyer",
      {},
      bought,
      `First-time buyer: ${NOT_SURE}. This affects Stamp Duty Land Tax in England. Wales has no first-time buyer relief`,
    ],
    [
      "a dependent sale",
      "buyer",
      {},
      bought,
      "Dependent sale: Yes, there is a property to sell first",
    ],
    [
      "a gift from a friend of unknown amount",
      "buyer",
      {},
      { gifts: "yes", giftors: [giftor] },
      "Gift from Gail Byron: Amount not known yet. Not a family member",
    ],
    [
      "no estate agent",
      "seller",
      { estate_agent_status: "no_agent" },
      null,
      "Office: No estate agent",
    ],
    ["an estate agent not yet assigned", "seller", {}, null, "Office: Not known yet"],
    [
      "an unlisted estate agent, for the seller's solicitor",
      "seller",
      { ...two, estate_agent_status: "not_listed" },
      null,
      "Office: Not on our list. Please ask your clients",
    ],
    [
      "an unlisted estate agent, for the buyer's solicitor",
      "buyer",
      { estate_agent_status: "not_listed" },
      {},
      "Office: Not on our list. Please ask the seller’s solicitor",
    ],
  ] as const)(
    "the letter to a solicitor contains the line $4 for %s",
    (_what, side, sale, bought, line) => {
      const one = matter({ ...sale, purchase: bought && purchase(bought) });
      expect(lines(write(side, one))).toContain(line);
    },
  );
});
