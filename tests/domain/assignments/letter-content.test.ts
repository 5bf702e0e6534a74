import { describe, expect, test } from "vitest";
import type { buildLetter } from "#app/domain/assignments/letter-content.server.ts";
import {
  facts,
  group,
  matter,
  person,
  purchase,
  writeLetter as write,
} from "#tests/support/letters.ts";

const lines = (letter: ReturnType<typeof buildLetter>) =>
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

  test.each([
    ["exchanged", { exchanged: "2026-03-02" }, "Contracts have been exchanged. "],
    ["completed", { exchanged: "2026-03-02", completed: "2026-03-16" }, "The sale has completed. "],
  ])("a letter about a matter that has %s asks for no contract pack", (_, dates, opening) => {
    const one = matter({ purchase: purchase(dates) });
    expect(write("seller", one)).toMatchObject({
      intro: `${opening}The details we have so far are below. Please:`,
      asks: [
        "accept or decline on your private page by Wednesday 2 December, or reply to say whether you can act;",
        "send your client care letter and terms of engagement to the seller.",
      ],
    });
    expect(write("seller", one, { is_repeat: true, has_accepted: true })).toMatchObject({
      intro: `${opening}The details we have so far are below.`,
      asks: [],
    });
  });

  test("the letter asks a seller's solicitor for the contract pack", () => {
    expect(write("seller", matter(two)).asks).toEqual([
      "accept or decline on your private page by Wednesday 2 December, or reply to say whether you can act;",
      "send your client care letter, your terms of engagement and the TA forms to the sellers;",
      "prepare the contract pack once the ID checks and searches are done, even if there is no buyer yet, and tell us when it is ready.",
    ]);
    expect(write("seller", matter({ purchase: purchase() })).asks.at(-1)).toBe(
      "prepare the contract pack once the ID checks and searches are done, and tell us when it is ready.",
    );
  });

  test.each([
    ["seller", false, "New instruction: sale of 1 Arch Street, Bath"],
    ["seller", true, "Updated instruction: sale of 1 Arch Street, Bath"],
    ["buyer", true, "Updated instruction: purchase of 1 Arch Street, Bath"],
  ] as const)(
    "the subject of a letter to the %s’s solicitor (sent before: %s) is “%s”",
    (side, is_repeat, subject) => {
      expect(write(side, matter({ purchase: purchase() }), { is_repeat }).subject).toBe(subject);
    },
  );

  test("the letter names no day to accept by once that day is over", () => {
    expect(write("seller", matter(), { answer_by: null }).asks[0]).toBe(
      "accept or decline on your private page, or reply to say whether you can act;",
    );
  });

  test("the letter to a firm that has accepted does not ask it to accept", () => {
    expect(write("seller", matter(), { has_accepted: true }).asks[0]).toBe(
      "send your client care letter, your terms of engagement and the TA forms to the seller;",
    );
  });

  test("the letter asks a buyer's solicitor to raise enquiries after reviewing the contract pack", () => {
    expect(write("buyer", matter({ purchase: purchase() })).asks).toEqual([
      "accept or decline on your private page by Wednesday 2 December, or reply to say whether you can act;",
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
      const about = { is_activation: true, is_repeat: true, has_accepted: true };
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

  test("the letter about an active buyer asks a firm that has not accepted to do so", () => {
    const about = { is_activation: true, is_repeat: true };
    expect(write("buyer", matter({ purchase: purchase() }), about)).toMatchObject({
      intro: "The purchase is now confirmed. The details we have so far are below. Please:",
      asks: [
        "accept or decline on your private page by Wednesday 2 December, or reply to say whether you can act;",
        "send your client care letter and terms of engagement to the buyer, if you have not already;",
        "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.",
      ],
    });
  });
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
      const listed = write(side, one).missing;
      expect(listed.filter((text) => !text.startsWith("Not known: "))).toEqual(missing);
    },
  );
});

describe("the answers in a letter to a solicitor (AMB-L03)", () => {
  const NOT_SURE = "Not sure. Please ask your client";
  const unsure = { onward_purchase: "not_sure", has_mortgage: "not_sure" };
  const bought = { first_time_buyer: "not_sure", purchase_dependent_on_sale: "yes" };
  const late = { ...person("Bob"), email: null, phone_number: null, representation_reason: "died" };
  const unable = { ...late, representation_reason: "cannot_act" };
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
      "Ada Byron: Personal representative of Bob Byron, who has died\n4 Castle Lane, York",
    ],
    [
      "a representative of two owners who have died",
      "seller",
      { ...represented, additional_sellers: [late, { ...late, first_name: "Vera" }] },
      null,
      "Ada Byron: Personal representative of Bob Byron and Vera Byron, who have died\n4 Castle Lane, York",
    ],
    [
      "a representative of two owners who cannot decide",
      "seller",
      { ...represented, additional_sellers: [unable, { ...unable, first_name: "Vera" }] },
      null,
      "Ada Byron: Attorney or deputy of Bob Byron and Vera Byron, who cannot make decisions for themselves\n4 Castle Lane, York",
    ],
    [
      "a representative of owners with different reasons",
      "seller",
      { ...represented, additional_sellers: [late, { ...unable, first_name: "Vera" }] },
      null,
      "Ada Byron: Representative of Bob Byron (has died), Vera Byron (cannot make decisions for themselves)\n4 Castle Lane, York",
    ],
    [
      "a representative of owners without a reason",
      "seller",
      { ...two, customer_type: "representative" },
      null,
      "Ada Byron: Representative of Bob Byron\n4 Castle Lane, York",
    ],
    [
      "a representative of a company",
      "seller",
      { ...represented, company_name: "Elm Field Ltd" },
      null,
      "Ada Byron: Representative of Elm Field Ltd\n4 Castle Lane, York",
    ],
    [
      "an owner who has died",
      "seller",
      represented,
      null,
      "Bob Byron (has died): Owner, represented by Ada Byron\n4 Castle Lane, York",
    ],
    [
      "a company",
      "seller",
      { company_name: "Elm Field Ltd", company_number: "01234567" },
      null,
      "Selling company: Elm Field Ltd, company number 01234567",
    ],
    [
      "the address of a company",
      "seller",
      {
        ...{ company_name: "Elm Field Ltd", company_number: "01234567" },
        company_address: { line_1: "9 Mill Lane", post_town: "York", postcode: "YO1 9AB" },
      },
      null,
      "Address of the company: 9 Mill Lane, York, YO1 9AB",
    ],
    [
      "a seller who is not sure about a mortgage",
      "seller",
      { has_mortgage: "not_sure" },
      null,
      "Existing mortgage lender: Not known",
    ],
    [
      "an agent who is not on our list",
      "seller",
      { estate_agent_status: "not_listed" },
      null,
      "Agent’s fee: Not known",
    ],
    [
      "the person who signs for a company",
      "seller",
      { company_name: "Elm Field Ltd", company_number: "01234567" },
      null,
      "Position in the company of the person who signs: Not known",
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
    [
      "no solicitor on the other side",
      "seller",
      { groups: { seller: group, buyer: null } },
      null,
      "Their solicitor: Not instructed yet",
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
    ["an estate agent not yet assigned", "seller", {}, null, "Office: Not known"],
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

describe("the facts of an instruction that a solicitor would otherwise ask for", () => {
  const leasehold = { tenure: "Leasehold" };
  const answers = {
    ...{ lease_years: "125", lease_start_year: "1998", ground_rent: "Yes" },
    ...{ ground_rent_amount: "£250.00", service_charge: "No" },
    ...{ managing_agent_name: "Elm Ltd", managing_agent_email: "a@elm.example" },
  };
  const check = { person_type: "seller", first_name: "Ada", last_name: "Byron", result: null };
  const search = { reference: "LR1", estimated_completion: null, completion_date: null };
  const related = {
    ...{ number: 10_233, address: { line_1: "5 Elm Road", post_town: "Leeds" } },
  };
  const represented = { customer_type: "representative", additional_sellers: [person("Bob")] };
  const with_mortgage = { mortgage_required_for_purchase: "yes", mortgage_provider: "Nationwide" };

  test.each([
    [
      "the contact without a number",
      "seller",
      { handler_phone: null },
      null,
      "Direct number of your contact: Not known",
    ],
    [
      "the length of the lease",
      "seller",
      { ...leasehold, facts: facts({ lease: answers }) },
      null,
      "Lease: 125 years from 1998",
    ],
    [
      "a ground rent",
      "buyer",
      { ...leasehold, facts: facts({ lease: answers }) },
      {},
      "Ground rent: £250.00 a year",
    ],
    [
      "no service charge",
      "seller",
      { ...leasehold, facts: facts({ lease: answers }) },
      null,
      "Service charge: None",
    ],
    ["a lease without answers", "seller", leasehold, null, "Lease: Not known"],
    [
      "a price that is agreed with an invited buyer",
      "seller",
      { facts: facts({ agreed_with_invited_pounds: 280_000 }) },
      null,
      "Agreed price: £280,000 (the buyer has not signed up yet)",
    ],
    [
      "an ID check before its order",
      "seller",
      { facts: facts({ checks: [{ ...check, status: null, updated_at: null, report_to: null }] }) },
      null,
      "Ada Byron: Not ordered yet",
    ],
    [
      "a clear ID check",
      "seller",
      {
        facts: facts({
          checks: [
            {
              ...check,
              status: "complete",
              result: "clear",
              updated_at: new Date("2026-11-20T12:00:00Z"),
              report_to: "Ashby & Co",
            },
          ],
        }),
      },
      null,
      "Ada Byron: Clear on Friday 20 November 2026\nThirdfort sent the report to Ashby & Co",
    ],
    [
      "an ID check that needs a review",
      "seller",
      {
        facts: facts({
          checks: [
            {
              ...check,
              status: "complete",
              result: "fail",
              updated_at: null,
              report_to: "Ashby & Co",
            },
          ],
        }),
      },
      null,
      "Ada Byron: We’re reviewing it\nThirdfort sent the report to Ashby & Co",
    ],
    [
      "the recipients of reports",
      "seller",
      { facts: facts({ checks: [{ ...check, status: null }] }) },
      null,
      "Reports go to: checks@ashby.example",
    ],
    ["searches before their order", "seller", {}, null, "Searches: Not ordered yet"],
    [
      "searches that are ordered",
      "seller",
      { facts: facts({ searches_ordered_on: "2026-11-20" }) },
      null,
      "Searches: Ordered on Friday 20 November 2026",
    ],
    [
      "a search that is expected",
      "buyer",
      {
        facts: facts({
          searches: [
            {
              ...search,
              product_id: "ENVRES",
              status: "in progress",
              estimated_completion: "2026-12-04",
            },
          ],
        }),
      },
      {},
      "Environmental: Ordered, expected by Friday 4 December 2026\nOneSearch reference LR1",
    ],
    [
      "a search that is back",
      "buyer",
      {
        facts: facts({
          searches: [
            {
              ...search,
              product_id: "LLC1CON29",
              status: "complete",
              completion_date: "2026-12-04",
            },
          ],
        }),
      },
      {},
      "Local: Back on Friday 4 December 2026\nOneSearch reference LR1",
    ],
    [
      "a target date",
      "seller",
      {},
      { completed: "2099-12-18" },
      "Target completion: Friday 18 December 2099",
    ],
    [
      "the day of exchange",
      "seller",
      {},
      { exchanged: "2026-03-02" },
      "Exchanged: Monday 2 March 2026",
    ],
    ["no target date", "seller", {}, null, "Target exchange: Not known"],
    [
      "the onward purchase with us",
      "seller",
      { onward_purchase: "yes", facts: facts({ related: [{ ...related, law_firm: "Moor LLP" }] }) },
      null,
      "Property that your client is buying: 5 Elm Road, Leeds\nOur reference F-10233\nMoor LLP acts for them",
    ],
    [
      "an onward purchase elsewhere",
      "seller",
      { onward_purchase: "yes" },
      null,
      "Property that your client is buying: Not known, nor who acts there. Please ask your client",
    ],
    [
      "the dependent sale with us",
      "buyer",
      { facts: facts({ related: [{ ...related, law_firm: null }] }) },
      {},
      "Property that your client is selling: 5 Elm Road, Leeds\nOur reference F-10233\nLaw firm not instructed yet",
    ],
    [
      "the lender of a mortgage on the property",
      "seller",
      { has_mortgage: "yes" },
      null,
      "Existing mortgage lender: Not known",
    ],
    [
      "the lender that staff recorded",
      "seller",
      { has_mortgage: "yes", seller_lender: "Halifax" },
      null,
      "Existing mortgage lender: Halifax",
    ],
    ["no broker on record", "buyer", {}, with_mortgage, "Mortgage broker: Not known"],
    [
      "the broker of a mortgage",
      "buyer",
      {},
      { ...with_mortgage, mortgage_broker: "Harbour Mortgages" },
      "Mortgage broker: Harbour Mortgages",
    ],
    [
      "that the buyer asked for an adviser",
      "buyer",
      {},
      { ...with_mortgage, requires_mortgage_referral: "yes" },
      "Mortgage broker: None yet. The buyer asked us to put them in touch with a mortgage adviser",
    ],
    [
      "the authority of a representative",
      "seller",
      {
        ...represented,
        facts: facts({ authority: [{ kind: "power_of_attorney", status: "accepted" }] }),
      },
      null,
      "Authority of the representative: Power of attorney: received and checked",
    ],
    [
      "a representative without documents",
      "seller",
      represented,
      null,
      "Authority of the representative: Not known",
    ],
    [
      "the fee of a sale",
      "seller",
      {},
      null,
      "Legal fee quoted: £1,200 including VAT, your usual fee for a sale. The seller pays this fee from the sale proceeds on completion",
    ],
    [
      "the fee of a purchase",
      "buyer",
      {},
      {},
      "Core legal fee quoted: £1,850.00 plus VAT (£2,220.00 including VAT). The seller, not the buyer, pays this fee from the sale proceeds on completion",
    ],
    [
      "the fee of the buyer’s solicitor before a price is agreed",
      "seller",
      {},
      null,
      "Core legal fee of the buyer’s solicitor: Depends on the agreed price. The seller, not the buyer, pays this fee from the sale proceeds on completion",
    ],
    [
      "the fee of the buyer’s solicitor at a price agreed with an invited buyer",
      "seller",
      { facts: facts({ agreed_with_invited_pounds: 600_000 }) },
      null,
      "Core legal fee of the buyer’s solicitor: £2,250.00 plus VAT (£2,700.00 including VAT). The seller, not the buyer, pays this fee from the sale proceeds on completion",
    ],
    [
      "an introducer",
      "seller",
      {
        facts: facts({
          referral: { label: "Spring", office_name: "Northgate York", brand_name: null },
        }),
      },
      null,
      "Introducer: Northgate York. The seller used their referral code",
    ],
    ["no introducer", "seller", {}, null, "Introducer: The seller used no referral code"],
    [
      "an unknown referral fee",
      "seller",
      {},
      null,
      "Referral fee paid to an introducer: Not known",
    ],
    [
      "that no referral fee is paid",
      "seller",
      { referral_fee_paid: false },
      null,
      "Referral fee paid to an introducer: None",
    ],
    [
      "the referral fee of the buyers",
      "buyer",
      { referral_fee_paid: false },
      { referral_fee_paid: true, referral_fee: "Harbour Homes, £150" },
      "Referral fee paid to an introducer: Harbour Homes, £150",
    ],
  ] as const)("the letter has %s", (_what, side, sale, bought, line) => {
    const one = matter({ ...sale, purchase: bought && purchase(bought) });
    expect(lines(write(side, one))).toContain(line);
  });

  test.each([
    ["Yes", "It can go up"],
    ["No", "It can’t go up"],
    ["Not sure", "The sellers aren’t sure whether it can go up"],
  ])(
    "the letter states the answer “%s” on rises in the ground rent as “%s”",
    (ground_rent_rises, text) => {
      const lease = { ...answers, ground_rent_rises };
      const one = matter({ ...leasehold, facts: facts({ lease }) });
      expect(lines(write("seller", one))).toContain(`Ground rent: £250.00 a year. ${text}`);
    },
  );

  test("the letter names the facts that are not known in one sentence", () => {
    const one = matter({ ...leasehold, title_number: null });
    expect(write("seller", one).missing.at(-1)).toBe(
      "Not known: lease, ground rent, service charge, managing agent, office, agent’s fee, target exchange, target completion and referral fee paid to an introducer.",
    );
  });

  test("the letter to a buyer’s solicitor has neither the seller’s fees nor their related purchase", () => {
    const estate_agent = { office_name: "Northgate York", brand_name: null };
    const one = matter({ onward_purchase: "yes", purchase: purchase(), estate_agent });
    const text = lines(write("buyer", one)).join(" ");
    expect(text).not.toMatch(
      /£1,200|Agent’s fee|Property that your client is buying|Existing mortgage lender|Introducer: /,
    );
  });
});

describe("a letter to a solicitor about several properties", () => {
  const search = {
    ...{ product_id: "ENVRES", reference: "LR1", status: "in progress" },
    ...{ estimated_completion: null, completion_date: null },
  };
  const first = matter({
    ...{ has_mortgage: "yes", seller_lender: "Halifax", ...two },
    facts: facts({ searches: [search] }),
  });
  const second = matter({
    address: { line_1: "Plot 2", line_2: "Elm Field", post_town: "York", postcode: "YO30 7BN" },
    ...{ purchase: purchase(), groups: { seller: group, buyer: null } },
    ...{ estate_agent: { office_name: "Northgate York", brand_name: null } },
  });
  const letter = write("seller", first, { matters: [first, second] });
  const rowsOf = (title: string) =>
    lines({ ...letter, parts: letter.parts.filter((part) => part.title === title) });

  test("names the property in each row of a fact that differs", () => {
    expect(rowsOf("Your clients")).toEqual([
      "Ada Byron: 4 Castle Lane, York",
      "Bob Byron (1 Arch Street): 4 Castle Lane, York",
      "Selling as (1 Arch Street): 2 individual owners",
      "Selling as (Plot 2, Elm Field): Sole individual owner",
      "Mortgage on the property (1 Arch Street): Yes",
      "Mortgage on the property (Plot 2, Elm Field): No",
      "Existing mortgage lender (1 Arch Street): Halifax",
      "Onward purchase: No",
      "Foreign currency: No",
    ]);
    expect(rowsOf("The other side")).toEqual([
      "Buyer (1 Arch Street): No buyer yet",
      "Buyer (Plot 2, Elm Field): Bea Byron",
      "Their solicitor (1 Arch Street): Sol Byron, Ashby & Co",
      "Their solicitor (Plot 2, Elm Field): Not instructed yet",
    ]);
    expect(rowsOf("Estate agent")).toEqual([
      "Office (1 Arch Street): Not known",
      "Office (Plot 2, Elm Field): Northgate York",
      "Agent’s fee: Not known",
    ]);
    expect(rowsOf("Searches")).toEqual([
      "Environmental (1 Arch Street): Ordered, day of the result not known\nOneSearch reference LR1",
      "Searches (Plot 2, Elm Field): Not ordered yet",
    ]);
    expect(letter.missing.at(-1)).toBe(
      "Not known: office (1 Arch Street), agent’s fee, sale agreed (Plot 2, Elm Field), target exchange, target completion and referral fee paid to an introducer.",
    );
  });

  test("names two properties in one row if the fact is the same for both", () => {
    const third = { ...second, address: { ...second.address, line_1: "Plot 3" } };
    const about = { matters: [first, second, third] };
    expect(lines(write("seller", first, about))).toEqual(
      expect.arrayContaining([
        "Mortgage on the property (1 Arch Street): Yes",
        "Mortgage on the property (Plot 2, Elm Field; Plot 3, Elm Field): No",
        "Onward purchase: No",
      ]),
    );
  });

  test("shows a fact once that is the same for all properties", () => {
    expect(rowsOf("Terms").filter((line) => !line.startsWith("Core legal fee"))).toEqual([
      "Legal fee quoted: £1,200 including VAT, your usual fee for a sale. The seller pays this fee from the sale proceeds on completion",
      "Introducer: The seller used no referral code",
      "Referral fee paid to an introducer: Not known",
    ]);
  });
});
