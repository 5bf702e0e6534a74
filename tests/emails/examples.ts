import { chaseLetter } from "#app/domain/chases/chase-words.ts";
import { toOutput } from "#app/domain/property-information/output.server.ts";
import type { LetterRow, SolicitorLetter } from "#app/domain/assignments/letter.ts";
import { listSteps } from "#app/domain/stages/step-words.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { INITIAL_STEP_FACTS } from "#app/domain/transactions/customer-progress.ts";
import type { EmailProps } from "#app/emails/index.server.ts";
import { exampleInformation } from "#tests/support/property-information.ts";

export const link =
  "http://localhost:3000/authenticate?token=U2FsdGVk%2BX1&type=customer&role=sell";
const invitation = {
  first_name: "Grace",
  invited_by: "Joan Clarke",
  property: "1 Arch Street, Bath, BA1 1AA",
  link,
  offer: null,
};

const property = "1 Arch Street, Bath, BA1 1AA";

const stage = (change: Partial<ShownStage>): ShownStage => ({
  name: "instructed",
  title: "Solicitors",
  state: "done",
  text: "",
  day: null,
  short_day: null,
  took: null,
  holder: "Fanlight",
  held_for: null,
  open_checks: null,
  is_paused: false,
  is_begun: false,
  by_when: null,
  notes: [],
  ...change,
});

const byFourth = {
  term: "Usually done by" as const,
  day: "Fri 4 December",
  usual: null,
  is_late: false,
  sentence: "This stage is usually done by Friday 4 December.",
};

const withSearchProvider = {
  holder: "the search provider",
  held_for: "for 4 working days, since Friday 20 November",
  open_checks: null,
  by_when: byFourth,
};

const where = [
  stage({}),
  stage({
    name: "searches",
    title: "Searches",
    state: "now",
    holder: "the search provider",
    held_for: "for 4 working days, since Friday 20 November",
    by_when: {
      term: "Expected",
      text: "Fri 4 December",
      is_late: false,
      basis:
        "In half of our last 120 sales, this stage was done 9 working days after the searches were ordered",
      expected: byFourth,
    },
    notes: [
      {
        id: "n1",
        note: "The council answers late this month.",
        by: "Joan at Fanlight, Tue 24 November",
        left: "Joan at Fanlight left you a note on Tuesday 24 November",
      },
    ],
  }),
  stage({ name: "exchange", title: "Exchange of contracts", state: "later" }),
];

const team = {
  law_firm: "Ashby & Co",
  solicitor: { name: "Sol Ashby", email: "sol@ashby.example", phone: "+441904555020" },
  legal_assistants: [{ name: "Asa Lane", email: "asa@ashby.example", phone: null }],
};

const row = (what: string, text: string): LetterRow => ({
  what,
  text,
  email: null,
  phone: null,
  is_new: false,
});

const letter = (
  change: Partial<SolicitorLetter>,
): EmailProps["seller_solicitor_instruction"] & { information: null } => ({
  to: "sol@ashby.example",
  cc: [],
  subject: "",
  references: ["F-10482"],
  heading: "",
  first_name: "Sol",
  intro: "The details we have so far are below. Please:",
  asks: [
    "accept or decline on your private page by Wednesday 2 December, or reply to say whether you can act;",
    "send your client care letter and terms of engagement to your client.",
  ],
  missing: [],
  parts: [{ title: "The property", rows: [row("Title number", "NYK12345")] }],
  comment: null,
  first_sent_at: null,
  changes: [],
  information: null,
  pages: [
    { home: property, url: "http://localhost:3000/law-firm/seller/65a000000000000000000001" },
  ],
  ...change,
});
const acceptedTerms = {
  first_name: "Ada",
  accepted_by: "Ada Byron",
  accepted_at: "2 Nov 2026 at 09:05",
  property,
  is_draft: true,
  page: "http://localhost:3000/seller/terms/v1",
  terms: {
    title: "Seller Terms & Conditions",
    version: "Version 1.0 - Effective from January 1, 2024",
    parts: [
      {
        title: "Part A: using Fanlight",
        sections: [
          {
            title: "1. About our terms",
            paragraphs: [
              { text: "1.1 These terms are the agreement.", items: ["(a) One thing;"] },
              { heading: "On completion", text: "1.2 Your legal fees are paid.", items: [] },
            ],
          },
        ],
      },
    ],
  },
};

export const examples: EmailProps = {
  magic_link_sign_up: { link },
  magic_link_sign_in: { first_name: "Ada", link },
  magic_link_admin: { first_name: "Joan", link },
  magic_link_firm: { side: "seller", home: "1 Arch Street", link },
  magic_link_agent: { office: "Hartley Vale, Heaton", link },
  sign_in_no_account: {},
  invitation_seller: { ...invitation, offer: { code: "FRIEND10", worth_pence: 24_000 } },
  invitation_buyer: invitation,
  seller_terms_accepted: { ...acceptedTerms, act: "sale" },
  buyer_terms_accepted: { ...acceptedTerms, act: "purchase" },
  payment_received: {
    receipt: {
      number: "65a0000000000000000000aa",
      paid_on: "28 Nov 2026",
      vat_number: "GB 123 4567 89",
    },
    steps: listSteps("seller", INITIAL_STEP_FACTS),
    first_name: "Ada",
    property: "1 Arch Street, Bath, BA1 1AA",
    items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
    net_pence: 20_000,
    vat_pence: 4_000,
    total_pence: 24_000,
    code: null,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  payment_failed: {
    first_name: "Ada",
    property,
    amount_pence: 24_000,
    reason: "Your card has insufficient funds.",
    payment_page: "http://localhost:3000/sell/payment?sale=65a000000000000000000001",
  },
  payment_held: {
    first_name: "Ada",
    property,
    sum: "£200.00",
    why: "the amount doesn’t match your order",
  },
  payment_resolved: {
    first_name: "Ada",
    property,
    sum: "£200.00",
    is_paid: false,
    page: "http://localhost:3000/sell/payment?sale=65a000000000000000000001",
  },
  payment_refunded: { first_name: "Ada", property, group_name: null, sum: "£240.00" },
  payment_review: {
    why: "The order had already been paid for with another payment",
    to_do: "Ask the customer what this payment was for",
    stripe_transaction_id: "pi_3Second",
    order_id: "65a0000000000000000000aa",
    transaction_id: "65a0000000000000000000bb",
    other_transaction_id: "65a0000000000000000000dd",
    page: "http://localhost:3000/admin/payments/65a0000000000000000000cc",
  },
  giftor_id_check: {
    first_name: "Gail",
    buyers: "Bea Byron and Jo Joint",
    property: "1 Arch Street, Bath, BA1 1AA",
    sign_in: "http://localhost:3000/sign-in",
  },
  person_named: {
    steps: listSteps("seller", { ...INITIAL_STEP_FACTS, chooser: "Ada" }),
    first_name: "Bea",
    named_by: "Ada Byron",
    noun: "sale",
    role: "seller",
    is_represented: false,
    property,
    sign_in: "http://localhost:3000/sign-in",
  },
  people_changed: {
    noun: "purchase",
    property,
    primary: {
      first_name: "Bea",
      named: [
        { name: "Jo Joint", part: "Co-buyer" },
        { name: "Gail Giver", part: "Giftor" },
      ],
      dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    },
  },
  staff_note: {
    first_name: "Ada",
    author: "Rita",
    note: "Please send us the guarantee for the windows by Friday 4 December.",
    noun: "sale",
    property,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  document_requests: {
    first_name: "Ada",
    property: "1 Arch Street, Bath, BA1 1AA",
    requests: [
      {
        id: "65a0000000000000000000d1",
        title: "Boiler service record",
        purpose: null,
        status: "sent_back",
        reason: "Page 2 is missing.",
        due: "Send it by Friday 4 December.",
      },
      {
        id: "65a0000000000000000000d2",
        title: "Lease",
        purpose: "Your home is leasehold, so your buyer’s solicitor will need it.",
        status: "requested",
        reason: null,
        due: "Send it by Friday 11 December.",
      },
    ],
    page: "http://localhost:3000/dashboard/sell/65a000000000000000000001/documents",
  },
  document_reminder: {
    first_name: "Ada",
    matters: [
      {
        property: "1 Arch Street, Bath, BA1 1AA",
        requests: [
          {
            id: "65a0000000000000000000d2",
            title: "Lease",
            purpose: "Your home is leasehold, so your buyer’s solicitor will need it.",
            status: "requested",
            reason: null,
            due: "Send it by Friday 11 December.",
          },
        ],
        page: "http://localhost:3000/dashboard/sell/65a000000000000000000001/documents",
      },
    ],
  },
  document_infected: {
    first_name: "Ada",
    property: "1 Arch Street, Bath, BA1 1AA",
    file_name: "lease.pdf",
    due: "Send it by Friday 11 December.",
    page: "http://localhost:3000/dashboard/sell/65a000000000000000000001/documents",
  },
  documents_to_solicitor: {
    first_name: "Sol",
    cc: ["asha@ashby.example"],
    property: "1 Arch Street, Bath, BA1 1AA",
    side: "seller",
    people: ["Ada Byron", "Bea Byron"],
    reference: "F-10482",
    documents: ["front.heic", "back.heic", "lease.pdf"].map((file_name) => ({
      title: file_name === "lease.pdf" ? "Lease" : "Guarantee",
      file_name,
      file_type: file_name === "lease.pdf" ? ("pdf" as const) : ("heic" as const),
      size_bytes: 1_000,
      key: "test/documents/1.pdf",
      preview_key: null,
    })),
  },
  sewer_bill_request: { first_name: "Ada", property },
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
    steps: listSteps("buyer", INITIAL_STEP_FACTS),
    transaction_id: "65a000000000000000000001",
    are_several: false,
    first_name: "Bea",
    property: "1 Arch Street, Bath, BA1 1AA",
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  estate_agent_introduction: {
    first_name: "Val",
    homes: [{ property: "1 Arch Street, Bath, BA1 1AA", sellers: "Ada Byron, Bob Byron" }],
    page: "http://localhost:3000/agents/65a000000000000000000001",
    ready: [
      {
        property: "1 Arch Street, Bath, BA1 1AA",
        url: "http://localhost:3000/ready/65a000000000000000000001?token=t",
      },
    ],
    days: 90,
  },
  seller_introduction: {
    steps: listSteps("seller", { ...INITIAL_STEP_FACTS, choice: "none", law_firm: "Ashby & Co" }),
    tasks: [
      {
        title: "Tell us about your home",
        detail:
          "You have 15 sections left to answer on your dashboard. Finish by Monday 14 December.",
      },
    ],
    first_name: "Ada",
    property,
    team,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  seller_solicitor_instruction: letter({
    subject: `New instruction: sale of ${property}`,
    heading: `Instruction to act for the sellers of ${property}`,
    cc: ["asa@ashby.example"],
    missing: ["There is no buyer yet.", "We do not have the title number yet."],
    parts: [
      {
        title: "The property",
        rows: [row("Tenure", "Freehold"), row("Asking price", "£300,000 (no price agreed yet)")],
      },
      {
        title: "Your clients",
        rows: [
          { ...row("Ada Byron", "4 Castle Lane"), email: "ada@example.com", phone: "07400 123456" },
        ],
      },
    ],
    comment: "Abroad until May.\nWrite by email.",
  }),
  firm_news: {
    first_name: "Sol",
    cc: ["asha@ashby.example"],
    property,
    reference: "F-10482",
    items: [
      {
        title: "Enquiries were raised",
        paragraphs: ["The buyer’s solicitor raised enquiries on Friday 20 November 2026."],
      },
    ],
    information: {
      ...toOutput(exampleInformation(), "seller_solicitor"),
      reference: "F-10482",
      sellers: ["Ada Byron"],
      confirmed_at: "2026-11-21T09:00:00.000Z",
    },
    page: "http://localhost:3000/law-firm/seller/65a000000000000000000001",
  },
  property_information_shared: {
    ...toOutput(exampleInformation(), "buyer_solicitor"),
    recipient: "buyer_solicitor",
    agent_page: null,
    first_name: "Bo",
    cc: [],
    reference: "F-10482",
    sellers: ["Ada Byron"],
    confirmed_at: "2026-11-21T09:00:00.000Z",
  },
  plot_plan_request: {
    first_name: "Ada",
    property,
    homes: [],
    law_firm: "Ashby & Co",
  },
  buyer_introduction: {
    steps: listSteps("buyer", {
      ...INITIAL_STEP_FACTS,
      law_firm: "Ashby & Co",
      is_introduced: true,
    }),
    first_name: "Bea",
    property,
    team: { ...team, legal_assistants: [] },
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  buyer_additional_info: {
    first_name: "Bea",
    property,
    team,
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  buyer_solicitor_instruction: letter({
    subject: `New instruction: purchase of ${property}`,
    heading: `Instruction to act for the buyer of ${property}`,
    first_sent_at: "2026-11-16T09:15:00.000Z",
    changes: [{ part: "Your client", what: "Mortgage" }],
    parts: [
      { title: "Your client", rows: [{ ...row("Mortgage", "Yes, Nationwide"), is_new: true }] },
    ],
  }),
  purchase_intent_activated_buyer: {
    steps: listSteps("buyer", {
      ...INITIAL_STEP_FACTS,
      law_firm: "Ashby & Co",
      is_introduced: true,
    }),
    transaction_id: "65a000000000000000000001",
    are_several: false,
    first_name: "Bea",
    property: "1 Arch Street, Bath, BA1 1AA",
    dashboard: "http://localhost:3000/dashboard/buy/65a000000000000000000001",
  },
  purchase_intent_activated_solicitor: letter({
    subject: `Buyer confirmed: purchase of ${property}`,
    heading: `Buyer confirmed: purchase of ${property}`,
    intro:
      "You act for the buyer, and the purchase is now confirmed. The details we have so far are below. Please:",
    asks: [
      "tell us straight away if you cannot act; otherwise, you do not need to reply;",
      "send your client care letter and terms of engagement to the buyer, if you have not already;",
    ],
  }),
  purchase_intent_deactivated_buyer: {
    first_name: "Ada",
    are_several: true,
    property,
  },
  purchase_intent_activated_seller: {
    first_name: "Ada",
    property,
    buyers: "Bea Byron, Jo Joint",
    agreed_price: "£440,000",
    has_changed: true,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  buyer_found: {
    property: "1 Arch Street, Bath, BA1 1AA",
    buyers: "Bea Byron, Jo Joint",
    agreed_price: "£440,000",
    recipient: "seller_solicitor",
    ownership: "Joint",
    mortgage: "No",
    solicitor: "Able Buyers, Able Law",
    agent_page: null,
  },
  thirdfort_request_sellers: {
    office: "Northgate, Northgate York",
    property: "1 Arch Street, Bath, BA1 1AA",
    file_reference: "a".repeat(24),
    recipient_emails: ["checks@able.example"],
    receives_results: true,
    people: [
      { role: "seller", name: "Ada Byron", email: "ada@example.test", phone: "+447400123456" },
    ],
  },
  thirdfort_request_buyers: {
    office: "Northgate, Northgate York",
    property: "1 Arch Street, Bath, BA1 1AA",
    file_reference: "a".repeat(24),
    recipient_emails: [],
    receives_results: false,
    people: [
      { role: "buyer", name: "Bea Byron", email: "bea@example.test", phone: "+447400123457" },
      { role: "giftor", name: "Gail Giver", email: "gail@example.test", phone: null },
    ],
  },
  matter_action: {
    subject: "The agreed price has changed: 1 Arch Street (F-10482)",
    greeting: "Hello Priya,",
    paragraphs: [
      `The agreed price of ${property} is now £440,000. It was £450,000.`,
      "Please use the new price in the contract.",
      "If this isn’t right, reply to this email.",
    ],
    cc: ["assistant@seller.example"],
    agent_page: null,
  },
  memorandum_declined: {
    property,
    street: "1 Arch Street",
    reason: "The seller hasn’t accepted this offer.",
    page: "http://localhost:3000/agents/65a000000000000000000001/sales/65a000000000000000000002",
  },
  firm_chase: {
    property,
    cc: ["asa@ashby.example"],
    letter: chaseLetter({
      step: "answer_enquiries",
      property,
      street: "1 Arch Street",
      first_name: "Sol",
      reference: "F-10482",
      answer_by: "Friday 4 December",
      expires_on: "Thursday 31 December",
    }),
    url: "http://localhost:3000/answers/65a000000000000000000001?token=U2FsdGVk",
  },
  firm_answered: {
    first_name: "Ada",
    property,
    firm: "Ashby Law",
    question: "When will you reply to the enquiries?",
    answer: "By Friday 4 December",
    note: "The management company has the last question.",
    next: "You don’t need to do anything until then.",
    answered_by: "Sol Ashby",
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001",
  },
  instruction_declined: {
    firm: "Ashby Law",
    side: "seller",
    street: "1 Arch Street",
    reason: "Conflict of interest",
    note: "We act for the buyer’s lender.",
    answered_by: "Sol Ashby",
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001/solicitors/put-right/seller",
  },
  solicitor_release: {
    first_name: "Sol",
    cc: ["asa@ashby.example"],
    noun: "sale",
    clients: ["Ada Byron", "Bob Byron"],
    property,
    reference: "F-10482",
  },
  solicitor_changed: {
    first_name: "Ada",
    noun: "sale",
    property,
    before: "Brook Law",
    released_is_emailed: true,
    team,
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  other_solicitor_changed: {
    first_name: "Pia",
    cc: [],
    side: "seller",
    property,
    reference: "F-10482",
    before: "Brook Law",
    team,
  },
  estate_agent_release: {
    first_name: "Val",
    property,
    sellers: ["Ada Byron", "Bob Byron"],
    reference: "F-10482",
  },
  estate_agent_changed: {
    first_name: "Ada",
    property,
    before: "Castle & Quay Cardiff",
    now: "Northgate York",
    valuers_are_emailed: true,
    phone: "+441904555010",
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  },
  email_corrected_old: {
    first_name: "Ada",
    has_account: true,
    sign_in: "http://localhost:3000/sign-in",
  },
  email_corrected_new: {
    first_name: "Ada",
    has_account: true,
    sign_in: "http://localhost:3000/sign-in",
  },
  own_details_changed: { first_name: "Ada", changed: "phone number and postal address" },
  erasure_requested: {
    answer_by: "Friday 25 December",
    page: "http://localhost:3000/admin/privacy-requests",
  },
  correction_requested: {
    answer_by: "Friday 25 December",
    page: "http://localhost:3000/admin/privacy-requests",
  },
  correction_answered: { first_name: "Ada", corrected: true, answer: "Your number is right now." },
  audit_broken: {
    count: 2,
    first: [
      "Row 7, sealed at 2026-11-25T09:05:00.000000Z, was changed.",
      "Row 9 of 2026-11-25T09:06:00.000000Z was added past the seals.",
    ],
  },
  erasure_acknowledged: {
    first_name: "Ada",
    answer_by: "Friday 25 December",
    not_yet: "The sale or purchase of 1 Arch Street, York is still in progress.",
    page: "http://localhost:3000/your-data",
  },
  erasure_begun: {},
  erasure_refused: { first_name: "Ada", reason: "Your sale is being litigated." },
  matter_handed_over: {
    first_name: "Bronwen",
    by: "Ada",
    note: "The seller’s solicitor promised the pack by Friday.",
    matters: [{ number: "F-10482", address: property }],
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001",
  },
  staff_access_changed: {
    first_name: "Ada",
    change: "roles",
    roles: ["Handler", "Finance"],
    sign_in: "http://localhost:3000/sign-in",
    sign_ins: "http://localhost:3000/your-sign-ins",
  },
  weekly_summary: {
    first_name: "Ada",
    property,
    where,
    now: where[1]!,
    notes: where[1]!.notes,
    tasks: [
      {
        title: "Send us a recent water bill",
        detail: "We need it for the search. Send it by Friday 11 December.",
      },
    ],
    card: {
      kind: "papers",
      title: "Sign and return your engagement letter and TA forms",
      text: "Ashby & Co will email these to you. If they haven’t arrived, contact the firm.",
      due: [{ term: "When", day: "As soon as you have them" }],
      task: { title: "Find the keys", due: [{ term: "When", day: "This week" }] },
      is_own_check: false,
      in_parallel: {
        title: "The searches are under way",
        text: "2 of 4 searches are back.",
      },
      papers: {
        law_firm: "Ashby & Co",
        short: "the engagement letter and TA forms",
        about: "Ashby & Co will email these to you.",
        statement: null,
      },
      current_holder: withSearchProvider,
      why: "Ordering searches can take longer if we need to confirm the address or the plan of the property first. If this is taking longer than you expected, email us.",
      lacks_day: false,
      note: null,
    },
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    unsubscribe: "http://localhost:3000/your-emails/off/65a000000000000000000001.weekly.x",
    choices: "http://localhost:3000/your-emails",
  },
  matter_news: {
    where: {
      stages: where,
      current_holder: withSearchProvider,
    },
    first_name: "Ada",
    email: "ada@example.test",
    property,
    items: [
      {
        kind: "searches",
        what: "Results are in for 2 of 4 searches",
        next: "We’re waiting for the other results.",
      },
      {
        kind: "dates",
        what: "Completion is planned for Friday 4 December",
        brief: "Completion planned for 4 December",
        rank: 1,
        tells: ["completed"],
        next: "Nothing is legally binding until contracts are exchanged. Do not book your move yet. If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.",
      },
    ],
    days: { completed: "2026-12-04" },
    calendar: [],
    dashboard: "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    unsubscribe: "http://localhost:3000/your-emails/off/65a000000000000000000001.searches.x",
    choices: "http://localhost:3000/your-emails",
  },
  start_reminder: {
    first_name: "Ada",
    property,
    noun: "sale",
    after: "week",
    link: "http://localhost:3000/welcome-back?view=sales",
    unsubscribe: "http://localhost:3000/your-emails/off/65a000000000000000000001.reminders.x",
    choices: "http://localhost:3000/your-emails",
  },
  alert_begun: {
    title: "A job has failed for good: send-email",
    what_to_do: "Sends an email: 2 of these have failed at every try.",
    began_at: new Date("2026-11-25T09:05:00Z"),
    ended_at: null,
    page: "http://localhost:3000/admin/status",
  },
  alert_over: {
    title: "A job has failed for good: send-email",
    what_to_do: "Sends an email: 2 of these have failed at every try.",
    began_at: new Date("2026-11-25T09:05:00Z"),
    ended_at: new Date("2026-11-25T10:10:00Z"),
    page: "http://localhost:3000/admin/status",
  },
  email_received: {
    property: "1 Canary Street, York, YO1 7HH",
    from: "Sol Ashby (sol@ashby.example)",
    is_verified: false,
    subject: "We cannot act",
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001/events?open=65a000000000000000000002",
  },
  conversation_answer: {
    text: "Hello Grace,\n\nThank you for the boiler record.\nSaturday 12 December is fine.\n\nBronwen Pugh",
    subject: "Re: Boiler service",
    author: "Bronwen Pugh",
    copies: ["tom@example.com"],
    thread: ["<boiler@mail.example>"],
    documents: [],
  },
  update_overdue: {
    author: "Grace Ashby",
    line_1: "14 Melrose Terrace",
    asked_at: new Date("2026-11-23T09:40:00Z"),
    answer_by: new Date("2026-11-24T09:40:00Z"),
    copies: ["ada@fanlight.example"],
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001/messages",
  },
  note_mention: {
    author: "Tomasin Okonjo",
    away: null,
    line_1: "14 Melrose Terrace",
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001/messages",
  },
  message_received: {
    kind: "update_request",
    author: "Grace Adeyemi",
    line_1: "14 Melrose Terrace",
    answer_by: new Date("2026-11-24T09:40:00Z"),
    page: "http://localhost:3000/admin/transactions/65a000000000000000000001/messages",
  },
  data_copy_ready: {
    first_name: "Ada",
    until: "2 Dec 2026 at 09:05",
    by_staff: false,
    page: "http://localhost:3000/your-data",
  },
};
