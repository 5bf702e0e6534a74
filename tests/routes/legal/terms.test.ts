import { describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { attribute, byId, tags, visibleText } from "#tests/ui/render.tsx";
import { listAnchors, open, findSection } from "./pages.tsx";

const address = { buyer: paths.legal.buyerTerms(), seller: paths.legal.sellerTerms() };
const pages = { buyer: await open(address.buyer), seller: await open(address.seller) };
const sides = ["buyer", "seller"] as const;

const partA = [
  ["H-018", "about-our-terms"],
  ["H-019", "about-us"],
  ["H-020", "using-the-service"],
  ["H-021", "cooperation-with-solicitors"],
  ["H-022", "registration-and-password-security"],
  ["H-023", "infringing-content"],
  ["H-024", "privacy"],
  ["H-025", "ownership-ip"],
  ["H-026", "submitting-information"],
  ["H-027", "retention-of-property-information"],
  ["H-028", "accuracy-and-availability"],
  ["H-029", "hyperlinks"],
  ["H-030", "responsibility"],
  ["H-031", "events-beyond-control"],
  ["H-032", "no-third-party-rights"],
  ["H-033", "variation"],
  ["H-034", "complaints"],
] as const;

describe("the head of a terms page", () => {
  test.each([
    ["H-014 H-015 H-016", "buyer", "Buyer Terms & Conditions"],
    ["H-037", "seller", "Seller Terms & Conditions"],
  ] as const)(
    "the $1 terms show the title $2, their version and their date ($0)",
    (_row, side, title) => {
      const { html } = pages[side];
      const head = html.slice(html.indexOf("<h1"), html.indexOf("<nav class"));
      expect(visibleText(head)).toBe(
        `${title} Version 1.0 - Effective from January 1, 2024 Draft for legal review`,
      );
    },
  );
});

describe.each(sides)("the anchors of the %s terms", (side) => {
  const { html } = pages[side];
  const contents = html.slice(html.indexOf('<nav class="legal-contents"'));
  const listed = tags(contents.slice(0, contents.indexOf("</nav>")), "a");

  test.each(partA)(
    "the anchor $1 is in the table of contents in order, and its section has text ($0)",
    (_row, anchor) => {
      const place = partA.findIndex(([, name]) => name === anchor);
      expect(attribute(listed[place], "href")).toBe(`#${anchor}`);
      expect(listAnchors(html)[place]).toBe(anchor);
      const { text } = findSection(html, anchor);
      expect(text).toMatch(new RegExp(`^${place + 1}\\. [A-Z]`));
      expect(text).toContain(`${place + 1}.1 `);
      expect(text.length).toBeGreaterThan(200);
    },
  );

  test("the table of contents lists every anchor, in order (H-017)", () => {
    expect(listed.map((tag) => attribute(tag, "href"))).toEqual(
      listAnchors(html).map((anchor) => `#${anchor}`),
    );
    for (const anchor of listAnchors(html)) expect(byId(html, anchor)).toBeDefined();
  });
});

describe("Part B of the terms", () => {
  test.each([
    ["H-035 H-036", "buyer", 21],
    ["H-038 H-039", "seller", 20],
  ] as const)("the $1 terms have clauses 18 to $2 ($0)", (_row, side, last) => {
    const { html } = pages[side];
    const start = html.indexOf(`Part B: terms for`, html.indexOf("legal-text"));
    expect(start).toBeGreaterThan(0);
    const numbers = [...html.slice(start).matchAll(/<h3>(\d+)\. /g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: last - 17 }, (_, index) => 18 + index));
    expect(listAnchors(html)).toHaveLength(last);
  });
});

/**
 * The requirement, the side whose terms contain the clause, the anchor, and phrases of each clause.
 */
const facts = [
  [
    "H-040",
    "seller",
    "seller-fees-and-withdrawal",
    [
      "The standard service fee is £200.",
      "payable on registering, is non-refundable and is exclusive of VAT",
    ],
  ],
  [
    "H-041 H-042",
    "seller",
    "seller-information",
    [
      "Information you must supply",
      "the full property address",
      "title deed details, if the Property is unregistered",
      "proof of ownership",
    ],
  ],
  [
    "H-043",
    "seller",
    "seller-information",
    ["the intended sale price and deposit", "property images", "included contents"],
  ],
  ["H-044", "seller", "seller-information", ["copies of deeds", "existing mortgage information"]],
  [
    "H-045",
    "seller",
    "seller-information",
    ["covenants and obligations, such as a service charge"],
  ],
  ["H-046", "seller", "seller-information", ["a valid EPC"]],
  [
    "H-047",
    "seller",
    "seller-information",
    ["completed TA6 form", "completed TA10 form", "where applicable, the completed TA8 form"],
  ],
  [
    "H-048",
    "seller",
    "seller-information",
    ["a management pack, if applicable", "existing insurance details"],
  ],
  [
    "H-049",
    "seller",
    "seller-process",
    [
      "Registration email:",
      "Registration:",
      "ID and information:",
      "Checks:",
      "Choice of solicitor:",
      "Matter sent to the solicitor:",
    ],
  ],
  [
    "H-050",
    "seller",
    "seller-process",
    ["The solicitor you chose may be reassigned if unavailable."],
  ],
  [
    "H-051",
    "seller",
    "seller-fees-and-withdrawal",
    ["If you withdraw from the sale, you pay the abortive legal costs of both solicitors"],
  ],
  [
    "H-052",
    "seller",
    "cooperation-with-solicitors",
    [
      "As a Seller you choose a solicitor from our panel.",
      "If you have no preference, we assign one to you.",
    ],
  ],
  [
    "H-053",
    "buyer",
    "buyer-information",
    [
      "sources of financing",
      "the mortgage that you are entering into",
      "the mortgage to be redeemed on that connected sale",
      "the lender",
      "the account number",
    ],
  ],
  [
    "H-054",
    "buyer",
    "buyer-process",
    [
      "when your offer has been accepted, you receive an information pack email and registration instructions",
    ],
  ],
  [
    "H-055",
    "buyer",
    "buyer-process",
    ["you then receive a second email, on sending documents securely"],
  ],
  [
    "H-056",
    "buyer",
    "buyer-process",
    ["with a username and password if requested", "supply your ID and your documents as PDF files"],
  ],
  [
    "H-057",
    "buyer",
    "buyer-process",
    ["we check what you have supplied", "may request further information"],
  ],
  [
    "H-058",
    "buyer",
    "buyer-process",
    [
      "once the checks are complete, we send the matter to the assigned solicitor",
      "The solicitor confirms when its own checks are satisfied.",
    ],
  ],
  [
    "H-059",
    "buyer",
    "buyer-withdrawal",
    [
      "Platform Content that has been prepared for you stays with us, and may be given to a later Buyer",
    ],
  ],
  ["A-016", "buyer", "cooperation-with-solicitors", ["As a Buyer you are assigned a solicitor"]],
  [
    "H-060",
    "buyer",
    "cooperation-with-solicitors",
    [
      "You may also instruct your own solicitor.",
      "costs of that solicitor are then also deductible",
    ],
  ],
  [
    "H-061",
    "buyer",
    "buyer-costs-and-completion",
    [
      "the purchase price",
      "(SDLT)",
      "(LTT)",
      "disbursements",
      "supplementary legal costs",
      "post-completion fees, such as those for land registry applications",
      "VAT",
    ],
  ],
  [
    "H-063",
    "buyer",
    "buyer-costs-and-completion",
    ["Legal costs and agent fees are deducted from the completion monies."],
  ],
  [
    "H-063",
    "seller",
    "seller-fees-and-withdrawal",
    [
      "Your legal fees are paid on completion.",
      "Legal costs and agent fees, which are the fees of your estate agent, are deducted from the completion monies",
    ],
  ],
] as const;

test.each(facts)(
  "section $2 of the $1 terms contains the phrases $3 ($0)",
  (_row, side, anchor, said) => {
    const { text } = findSection(pages[side].html, anchor);
    for (const words of said) expect(text).toContain(words);
  },
);

/**
 * The requirement, the anchor, and phrases of each clause of Part A, which is in both sides’ terms.
 */
const factsForBoth = [
  [
    "H-062",
    "about-our-terms",
    [
      "Seller:",
      "Buyer:",
      "Property:",
      "Transaction:",
      "Partner:",
      "Individual account:",
      "User Materials: what you give us or upload, namely property information, photos and documents.",
      "Platform Content:",
    ],
  ],
  ["A-013", "about-our-terms", ["covers the law of England and Wales"]],
  ["A-014", "using-the-service", ["you must register and, where these terms say so, pay"]],
  [
    "H-064",
    "submitting-information",
    ["must be accurate and complete", "within a reasonable time and without undue delay"],
  ],
  [
    "H-065",
    "submitting-information",
    ["Failing to notify us of the reasons in writing counts as a breach of these terms."],
  ],
  ["H-066", "responsibility", ["limited to £10,000 per claim"]],
  [
    "H-067",
    "retention-of-property-information",
    [
      "We retain the information about a Property and its Transaction for 10 years.",
      "in anonymised form for future transactions",
    ],
  ],
  ["H-068", "retention-of-property-information", ["We keep account information for 10 years"]],
  [
    "A-010",
    "cooperation-with-solicitors",
    ["checked by a third-party identity provider, and are shared with the assigned solicitor"],
  ],
  [
    "H-069",
    "cooperation-with-solicitors",
    ["Our own checks do not replace the solicitor’s anti-money-laundering checks."],
  ],
  ["H-070", "cooperation-with-solicitors", ["source-of-funds checks", "use open banking data"]],
  [
    "A-017",
    "cooperation-with-solicitors",
    ["After all our checks are complete, we send the matter to the assigned solicitor."],
  ],
  [
    "H-071",
    "registration-and-password-security",
    [
      "We may refuse, suspend or terminate your registration or your access if you breach these terms, or because of security concerns.",
    ],
  ],
  ["H-072", "registration-and-password-security", ["We may require a password change"]],
  [
    "H-073",
    "registration-and-password-security",
    ["You may give designated third parties access to your Transaction through your account"],
  ],
  ["H-074", "privacy", ["Our servers are in the European Union."]],
] as const;

describe.each(sides)("Part A of the %s terms", (side) => {
  test.each(factsForBoth)(
    "section $1 of Part A contains the phrases $2 ($0)",
    (_row, anchor, said) => {
      const { text } = findSection(pages[side].html, anchor);
      for (const words of said) expect(text).toContain(words);
    },
  );
});

test("each side’s terms omit clauses that apply only to the other side", () => {
  expect(pages.buyer.text).not.toContain("£200");
  expect(pages.buyer.text).not.toContain("As a Seller you choose");
  expect(pages.seller.text).not.toContain("(SDLT)");
  expect(pages.seller.text).not.toContain("As a Buyer you are assigned");
});
