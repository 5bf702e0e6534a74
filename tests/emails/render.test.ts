import { describe, expect, test } from "vitest";
import { INVITATION_DAYS, LINK_MINUTES } from "#app/auth/magic-links.server.ts";
import { emails } from "#app/emails/index.ts";
import type { EmailName, EmailProps } from "#app/emails/index.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import type { RenderedEmail } from "#app/emails/render.server.ts";

const link = "http://localhost:3000/authenticate?token=U2FsdGVk%2BX1&type=customer&role=sell";
const invitation = {
  first_name: "Grace",
  invited_by: "Joan Clarke",
  property: "1 Arch Street, Bath, BA1 1AA",
  link,
};

const property = "1 Arch Street, Bath, BA1 1AA";

const team = {
  law_firm: "Ashby & Co",
  solicitor: { name: "Sol Ashby", email: "sol@ashby.example", phone: "+441904555020" },
  legal_assistants: [{ name: "Asa Lane", email: "asa@ashby.example", phone: null }],
};

const examples: EmailProps = {
  magic_link_sign_up: { link },
  magic_link_sign_in: { first_name: "Ada", link },
  magic_link_admin: { first_name: "Joan", link },
  sign_in_no_account: {},
  invitation_seller: invitation,
  invitation_buyer: invitation,
  payment_received: {
    first_name: "Ada",
    property: "1 Arch Street, Bath, BA1 1AA",
    items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
    net_pence: 20_000,
    vat_pence: 4_000,
    total_pence: 24_000,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  payment_review: {
    why: "The order had been paid for by another payment",
    to_do: "Ask the customer",
    stripe_transaction_id: "pi_3Second",
    order_id: "65a0000000000000000000aa",
    transaction_id: "65a0000000000000000000bb",
    page: "http://localhost:3000/admin/payments/65a0000000000000000000cc",
  },
  sewer_bill_request: { first_name: "Ada", property: "1 Arch Street, Bath, BA1 1AA" },
  contact_request: {
    full_name: "Ada Byron",
    email: "ada@example.com",
    mobile_number: "+447400123456",
    message: "How long does it take?\nAnd what does it cost?",
    referrer: "A friend",
  },
  valuer_leads_submitted: {
    valuer: "Val Ridley",
    office: "Northgate York",
    leads: [
      {
        property_address: "1 High Street, York",
        initial_asking_price_pounds: 350_000,
        sellers: [
          { name: "Ada Byron", email: "ada@example.com", phone: "+447400123456" },
          { name: "Bob Byron", email: null, phone: null },
        ],
        additional_notes: "Ring after six.",
        lead_warmth: "Warm lead",
        client_aware_of_product: null,
      },
      {
        property_address: "2 High Street, York",
        initial_asking_price_pounds: 410_000,
        sellers: [{ name: "Cy Dent", email: "cy@example.com", phone: "+442079460958" }],
        additional_notes: null,
        lead_warmth: null,
        client_aware_of_product: "No",
      },
    ],
  },
  weekly_leads: {
    first_name: "Val",
    forms: [
      {
        whose: "Val Ridley",
        office: "Northgate York",
        link: "http://localhost:3000/leads/val%40northgate.example",
      },
    ],
  },
  purchase_intent_success: {
    first_name: "Bea",
    property: "1 Arch Street, Bath, BA1 1AA",
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  estate_agent_introduction: {
    first_name: "Val",
    homes: [{ property: "1 Arch Street, Bath, BA1 1AA", sellers: "Ada Byron, Bob Byron" }],
  },
  seller_introduction: {
    first_names: "Ada and Bob",
    cc: ["bob@example.com"],
    property,
    team,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  seller_solicitor_instruction: {
    first_name: "Sol",
    cc: ["asa@ashby.example"],
    property,
    tenure: "Freehold",
    title_number: null,
    asking_price: "£300,000",
    sellers: [
      { name: "Ada Byron", email: "ada@example.com", phone: "+447400123456" },
      { name: "Bob Byron", email: "bob@example.com", phone: null },
    ],
    estate_agent: "Northgate York",
    comments: "Abroad until May.\nWrite by email.",
  },
  plot_plan_request: { first_names: "Ada", cc: [], property, law_firm: "Ashby & Co" },
  buyer_introduction: {
    first_names: "Bea",
    cc: [],
    property,
    team: { ...team, legal_assistants: [] },
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  buyer_additional_info: { first_names: "Bea", cc: [], property, team },
  buyer_solicitor_instruction: {
    first_name: "Pia",
    cc: [],
    property,
    tenure: "Other: Commonhold",
    title_number: "NYK12345",
    agreed_price: "£290,000",
    ownership: "Sole",
    mortgage: "Nationwide Building Society",
    buyers: [{ name: "Bea Dent", email: "bea@example.com", phone: "+447400123457" }],
    seller_team: team,
    comments: null,
  },
  purchase_intent_activated_buyer: {
    first_name: "Bea",
    property: "1 Arch Street, Bath, BA1 1AA",
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  purchase_intent_activated_solicitor: {
    first_name: "Sol",
    property: "1 Arch Street, Bath, BA1 1AA",
    buyers: "Bea Byron, Jo Joint",
    agreed_price: "£440,000",
    mortgage: "Yes, Nationwide Building Society",
    funding: "Savings from employment, Inheritance",
  },
  buyer_found: {
    property: "1 Arch Street, Bath, BA1 1AA",
    buyers: "Bea Byron, Jo Joint",
    agreed_price: "£440,000",
    ownership: "Joint",
    mortgage: "No",
    solicitor: "Able Buyers, Able Law",
  },
};

const minutes = `${LINK_MINUTES} minutes`;
const days = `${INVITATION_DAYS} days`;

/** What each says, in the HTML and in the text alike. */
const said: [EmailName, subject: string, words: string[]][] = [
  [
    "magic_link_sign_up",
    "Welcome to Fanlight: confirm your email",
    ["Welcome", link, minutes, "can be used once"],
  ],
  [
    "magic_link_sign_in",
    "Your Fanlight sign-in link",
    ["Hello Ada", link, minutes, "can be used once"],
  ],
  [
    "magic_link_admin",
    "Your Fanlight staff sign-in link",
    ["Hello Joan", "back office", link, minutes, "can be used once"],
  ],
  [
    "sign_in_no_account",
    "Signing in to Fanlight",
    ["We found no account", "http://localhost:3000/sign-up"],
  ],
  [
    "invitation_seller",
    "Your invitation to sell 1 Arch Street, Bath, BA1 1AA",
    ["Joan Clarke has invited you to sell 1 Arch Street, Bath, BA1 1AA", link, days],
  ],
  [
    "invitation_buyer",
    "Your invitation to buy 1 Arch Street, Bath, BA1 1AA",
    ["Joan Clarke has invited you to buy 1 Arch Street, Bath, BA1 1AA", link, days],
  ],
  [
    "payment_received",
    "We have received your payment",
    [
      "Thank you, Ada",
      "£240.00 for the sale of 1 Arch Street, Bath, BA1 1AA",
      "Service fee",
      "Subtotal",
      "£200.00",
      "VAT (20%)",
      "£40.00",
      "ID check",
      "it introduces you to your solicitor",
      "engagement letter",
      "TA forms",
      "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    ],
  ],
  [
    "payment_review",
    "A payment to look at: order 65a0000000000000000000aa",
    [
      "The order had been paid for by another payment. Ask the customer.",
      "pi_3Second",
      "65a0000000000000000000bb",
      "http://localhost:3000/admin/payments/65a0000000000000000000cc",
    ],
  ],
  [
    "contact_request",
    "Contact form: Ada Byron",
    [
      "within 24 hours",
      "Full name Ada Byron",
      "ada@example.com",
      "+447400123456",
      "How long does it take? And what does it cost?",
      "A friend",
    ],
  ],
  [
    "valuer_leads_submitted",
    "2 new leads from Northgate York",
    [
      "Sent by Val Ridley of Northgate York",
      "1 High Street, York",
      "£350,000",
      "Seller 1 Ada Byron ada@example.com +447400123456",
      "Seller 2 Bob Byron",
      "Lead warmth Warm lead",
      "Is the client aware of Fanlight? Not given",
      "Ring after six.",
      "2 High Street, York",
      "£410,000",
      "Is the client aware of Fanlight? No",
    ],
  ],
  [
    "weekly_leads",
    "Your leads of this week",
    [
      "Hello Val",
      "Enter leads for Val Ridley, Northgate York",
      "http://localhost:3000/leads/val%40northgate.example",
      "To stop these emails, reply to this one or write to support@fanlight.example",
    ],
  ],
  [
    "purchase_intent_success",
    "We have your details for 1 Arch Street, Bath, BA1 1AA",
    [
      "Thank you, Bea",
      "your purchase of 1 Arch Street, Bath, BA1 1AA",
      "introduce you to your legal team",
      "review the searches and the title",
      "raise enquiries",
      "prepare the property report",
      "ID check",
      "engagement letter",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "estate_agent_introduction",
    "You are the estate agent for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Val",
      "1 Arch Street, Bath, BA1 1AA",
      "Seller: Ada Byron, Bob Byron",
      "How it works",
      "just answer this email",
    ],
  ],
  [
    "seller_introduction",
    "Your solicitor for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Ada and Bob",
      "your solicitor for the sale of 1 Arch Street, Bath, BA1 1AA",
      "Law firm Ashby & Co",
      "Solicitor Sol Ashby sol@ashby.example +441904555020",
      "Legal assistant Asa Lane asa@ashby.example",
      "engagement letter",
      "TA forms",
      "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    ],
  ],
  [
    "seller_solicitor_instruction",
    "New instruction: sale of 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Sol",
      "Tenure Freehold",
      "Title number Not known yet",
      "Asking price £300,000",
      "Seller 1 Ada Byron ada@example.com +447400123456",
      "Seller 2 Bob Byron bob@example.com",
      "Estate agent Northgate York",
      "Comments Abroad until May. Write by email.",
    ],
  ],
  [
    "plot_plan_request",
    "Please send us the plot plan of 1 Arch Street, Bath, BA1 1AA",
    ["Hello Ada", "Ashby & Co needs the plot plan of 1 Arch Street, Bath, BA1 1AA"],
  ],
  [
    "buyer_introduction",
    "Your solicitor for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Bea",
      "your solicitor for the purchase of 1 Arch Street, Bath, BA1 1AA",
      "Law firm Ashby & Co",
      "Solicitor Sol Ashby sol@ashby.example +441904555020",
      "reviews the searches and the title",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "buyer_additional_info",
    "What to have ready for your purchase of 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Bea",
      "Your solicitor at Ashby & Co",
      "How to send documents securely",
      "not an ordinary email",
      "Your solicitor Sol Ashby sol@ashby.example +441904555020",
    ],
  ],
  [
    "buyer_solicitor_instruction",
    "New instruction: purchase of 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Pia",
      "Tenure Other: Commonhold",
      "Title number NYK12345",
      "Agreed price £290,000",
      "Ownership Sole",
      "Mortgage Nationwide Building Society",
      "Buyer Bea Dent bea@example.com +447400123457",
      "Seller: Law firm Ashby & Co",
      "Seller: Solicitor Sol Ashby",
    ],
  ],
  [
    "purchase_intent_activated_buyer",
    "Your purchase of 1 Arch Street, Bath, BA1 1AA is going ahead",
    [
      "Hello Bea",
      "Your purchase of 1 Arch Street, Bath, BA1 1AA is going ahead.",
      "What happens next",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "purchase_intent_activated_solicitor",
    "The purchase of 1 Arch Street, Bath, BA1 1AA is going ahead",
    [
      "Hello Sol",
      "1 Arch Street, Bath, BA1 1AA",
      "Bea Byron, Jo Joint",
      "£440,000",
      "Yes, Nationwide Building Society",
      "Savings from employment, Inheritance",
    ],
  ],
  [
    "buyer_found",
    "A buyer has been found for 1 Arch Street, Bath, BA1 1AA",
    [
      "1 Arch Street, Bath, BA1 1AA",
      "Bea Byron, Jo Joint",
      "£440,000",
      "Joint",
      "Able Buyers, Able Law",
    ],
  ],
  [
    "sewer_bill_request",
    "Please send us a recent water bill of 1 Arch Street, Bath, BA1 1AA",
    ["Hello Ada", "1 Arch Street, Bath, BA1 1AA", "answer this email with the bill attached"],
  ],
];

/** An email as a mailbox shows it: without tags, with characters in place of entities. */
function seen(html: string) {
  const entities: Record<string, string> = {
    "&amp;": "&",
    "&#x27;": "'",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
  };
  return html
    .replace(/<br\b[^>]*>/g, " ")
    .replace(/<!--.*?-->|<[^>]+>/gs, "")
    .replace(/&(?:amp|#x27|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, " ");
}

async function example(name: EmailName): Promise<RenderedEmail> {
  return renderEmail(name, examples[name]);
}

test("every email is tried here", () => {
  expect(said.map(([name]) => name)).toEqual(Object.keys(emails));
});

describe.each(said)("%s", (name, subject, words) => {
  test(`AMB-B09 A-008 says what it has to, in HTML and in text: ${name}`, async () => {
    const email = await example(name);
    expect(email.subject).toBe(subject);
    for (const wording of [
      ...words,
      "We never ask for bank details by email.",
      "support@fanlight.example",
      "020 7946 0000",
      "Fanlight is a service of Demonstration Conveyancing Limited, registered in England and Wales, company number 00000000. Registered office: 1 Demonstration Street, London EC1A 1AA. Regulated by the Demonstration Regulator, licence 00000.",
    ]) {
      expect(seen(email.html)).toContain(wording);
      expect(email.text.replace(/\s+/g, " ")).toContain(wording);
    }
  });

  test(`loads nothing and leads nowhere else: ${name}`, async () => {
    const { html, text } = await example(name);
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|object|video|form)\b|url\(|@import|\bsrc=|background="/i,
    );
    const addresses = [
      ...`${html.replaceAll("&amp;", "&")} ${text}`.matchAll(/\b(?:href="|)(https?:\/\/[^"\s<]+)/g),
    ];
    const ours = addresses
      .map(([, address = ""]) => address)
      .filter((address) => !address.startsWith("http://www.w3.org/TR/xhtml1/"));
    for (const address of ours) expect(address).toMatch(/^http:\/\/localhost:3000\//);
    expect(html).toContain('<html dir="ltr" lang="en-GB">');
  });
});

test("a name that looks like HTML stays a name", async () => {
  const { html, text } = await renderEmail("magic_link_sign_in", {
    first_name: `<b>O'Hara</b>`,
    link,
  });
  expect(html).not.toContain("<b>");
  expect(seen(html)).toContain("Hello <b>O'Hara</b>");
  expect(text).toContain("Hello <b>O'Hara</b>");
});

test("AMB-G05 an answer to a contact request goes to who asked, and to us otherwise", async () => {
  expect((await example("contact_request")).reply_to).toBe("ada@example.com");
  expect(await example("weekly_leads")).not.toHaveProperty("reply_to");
});

test("AMB-L03 comments are in the instructions when there are any", async () => {
  expect((await example("buyer_solicitor_instruction")).text).not.toContain("Comments");
});

test("AMB-L03 the others of a side, and legal assistants, read along", async () => {
  for (const [name, cc] of [
    ["seller_introduction", ["bob@example.com"]],
    ["seller_solicitor_instruction", ["asa@ashby.example"]],
    ["buyer_introduction", undefined],
    ["payment_received", undefined],
  ] as const) {
    expect((await example(name)).cc, name).toEqual(cc);
  }
});

test("AMB-G08 the email of every week alone tells mailboxes how to stop it", async () => {
  for (const [name] of said) {
    const { unsubscribe } = await example(name);
    expect(unsubscribe, name).toBe(
      name === "weekly_leads" ? "support@fanlight.example" : undefined,
    );
  }
});

test("no email has a zero in it, wherever React's blocks of 2 KB end", async () => {
  for (let length = 1; length <= 8; length++) {
    const props = { ...examples.magic_link_sign_in, first_name: "A".repeat(length) };
    const { html, text } = await renderEmail("magic_link_sign_in", props);
    expect(html + text).not.toContain("\0");
  }
});
