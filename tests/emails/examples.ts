import { chaseLetter } from "#app/domain/chases/chase-words.ts";
import { toOutput } from "#app/domain/property-information/output.server.ts";
import { NOT_SURE } from "#app/domain/property-information/question-type.ts";
import { SELLER_TASKS } from "#app/domain/searches/labels.ts";
import { listSteps } from "#app/domain/stages/step-words.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { INITIAL_STEP_FACTS } from "#app/domain/transactions/customer-progress.ts";
import { CUSTOMER_STAGES, STAGE_NAMES } from "#app/domain/transactions/stage-facts.ts";
import type { EmailProps } from "#app/emails/index.server.ts";
import { HOUSE } from "#tests/domain/property-information/homes.ts";
import { exampleInformation } from "#tests/support/property-information.ts";
import { letterExamples } from "./letter-examples.ts";

const site = "http://localhost:3000";
const token = "token=U2FsdGVk%2BX1";
const invited = `${site}/authenticate?${token}&type=customer&inv=dPqkX2`;
export const links = {
  sign_up: `${site}/authenticate?${token}&type=customer&role=sell`,
  sign_in: `${site}/authenticate?${token}&type=customer`,
  admin: `${site}/authenticate?${token}&type=admin`,
  firm: `${site}/law-firm/seller/65a000000000000000000001/open?${token}`,
  agent: `${site}/agents/65a000000000000000000001/open?${token}`,
  sell: `${invited}&role=sell`,
  buy: `${invited}&role=buy`,
};

const invitation = {
  first_name: "Grace",
  invited_by: "Joan Clarke",
  property: "1 Arch Street, Bath, BA1 1AA",
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

const SEARCHES = STAGE_NAMES.indexOf("searches");

const now = stage({
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
});

const where = STAGE_NAMES.map((name, position) =>
  position === SEARCHES
    ? now
    : stage({
        name,
        title: CUSTOMER_STAGES[name],
        state: position < SEARCHES ? "done" : "later",
      }),
);

/** Answers of two sellers who are not sure about some facts. */
const answers = {
  ...HOUSE,
  council_tax_band: NOT_SURE,
  surface_water: NOT_SURE,
  conservation_area: NOT_SURE,
};
const ada = {
  user_id: "65a000000000000000000001",
  ...{ first_name: "Ada", last_name: "Byron" },
};
const bob = { user_id: "65a000000000000000000002", first_name: "Bob", last_name: "Byron" };
const information = exampleInformation({
  answers,
  given: Object.entries(answers).map(([question, answer]) => ({
    ...{ ...ada, question, answer },
    answered_at: "2026-11-20T09:00:00.000Z",
  })),
  sellers: [ada, bob].map((seller) => ({
    ...seller,
    email: `${seller.first_name.toLowerCase()}@example.com`,
    mobile: "+447400123456",
    has_confirmed: true,
  })),
  confirmations: [ada, bob].map(({ user_id, first_name }) => ({
    ...{ user_id, first_name, name: `${first_name} Byron` },
    confirmed_at: "2026-11-21T09:00:00Z",
  })),
});
const confirmed = {
  reference: "F-10482",
  sellers: ["Ada Byron", "Bob Byron"],
  confirmed_at: "2026-11-21T09:00:00.000Z",
};

const team = {
  law_firm: "Ashby & Co",
  solicitor: { name: "Sol Ashby", email: "sol@ashby.example", phone: "+441904555020" },
  legal_assistants: [{ name: "Asa Lane", email: "asa@ashby.example", phone: null }],
};

/** Returns accepted terms with one section, in place of the full text. */
const acceptedTerms = (title: string, { page, fees }: { page: string; fees: string }) => ({
  first_name: "Ada",
  accepted_by: "Ada Byron",
  accepted_at: "2 Nov 2026 at 09:05",
  property,
  is_draft: true,
  page,
  terms: {
    title,
    version: "Version 1.0 - Effective from January 1, 2024",
    parts: [
      {
        title: "Part A: using Fanlight",
        sections: [
          {
            title: "1. About our terms",
            paragraphs: [
              { text: "1.1 These terms are the agreement.", items: ["(a) One thing;"] },
              { heading: "On completion", text: fees, items: [] },
            ],
          },
        ],
      },
    ],
  },
});

const failedJob = {
  title: "A job has failed permanently: send-email",
  what_to_do:
    "Sends an email. Failed jobs: 2. Fix the cause, then retry or cancel each job on the status page.",
};

export const examples: EmailProps = {
  magic_link_sign_up: { link: links.sign_up },
  magic_link_sign_in: { first_name: "Ada", link: links.sign_in },
  magic_link_admin: { first_name: "Joan", link: links.admin },
  magic_link_firm: { side: "seller", home: "1 Arch Street", link: links.firm },
  magic_link_agent: { office: "Hartley Vale, Heaton", link: links.agent },
  sign_in_no_account: {},
  invitation_seller: {
    ...invitation,
    link: links.sell,
    offer: { code: "FRIEND10", worth_pence: 24_000 },
  },
  invitation_buyer: { ...invitation, link: links.buy },
  seller_terms_accepted: {
    ...acceptedTerms("Seller Terms & Conditions", {
      page: "http://localhost:3000/seller/terms/v1",
      fees: "1.2 You pay your legal fees on completion.",
    }),
    act: "sale",
  },
  buyer_terms_accepted: {
    ...acceptedTerms("Buyer Terms & Conditions", {
      page: "http://localhost:3000/buyer/terms/v1",
      fees: "1.2 The seller pays your core legal fee on completion.",
    }),
    ...{ act: "purchase", first_name: "Bea", accepted_by: "Bea Byron" },
  },
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
    refunded: "£200.00",
    is_paid: false,
    page: "http://localhost:3000/sell/payment?sale=65a000000000000000000001",
  },
  payment_refunded: {
    first_name: "Ada",
    property,
    group_name: null,
    sum: "£240.00",
    fee: "paid",
    payment_page: null,
  },
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
    solicitor: "to_choose",
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
  ...letterExamples,
  firm_news: {
    first_name: "Sol",
    cc: ["asha@ashby.example"],
    property,
    reference: "F-10482",
    items: [
      {
        title: "Enquiries were raised",
        paragraphs: [
          "The buyer’s solicitor raised enquiries on Friday 20 November 2026.",
          "Please answer them. If they have not arrived, ask the buyer’s solicitor.",
        ],
      },
    ],
    information: {
      ...toOutput(information, "seller_solicitor"),
      ...confirmed,
      contract_pack: "ready",
    },
    page: "http://localhost:3000/law-firm/seller/65a000000000000000000001",
  },
  property_information_shared: {
    ...toOutput(information, "buyer_solicitor"),
    ...confirmed,
    recipient: "buyer_solicitor",
    agent_page: null,
    first_name: "Bo",
    cc: [],
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
    solicitor: { name: "Able Buyers, Able Law", email: "bo@able.example", phone: "+441904555021" },
    agent_page: null,
  },
  thirdfort_request_sellers: {
    office: "Northgate York",
    property: "1 Arch Street, Bath, BA1 1AA",
    file_reference: "65a000000000000000000001",
    recipient_emails: ["checks@ashby.example"],
    receives_results: true,
    people: [
      { role: "seller", name: "Ada Byron", email: "ada@example.test", phone: "+447400123456" },
    ],
  },
  thirdfort_request_buyers: {
    office: "Northgate York",
    property: "1 Arch Street, Bath, BA1 1AA",
    file_reference: "65a000000000000000000001",
    recipient_emails: ["checks@able.example"],
    receives_results: false,
    people: [
      { role: "buyer", name: "Bea Byron", email: "bea@example.test", phone: "+447400123457" },
      { role: "giftor", name: "Gail Giver", email: "gail@example.test", phone: "+447400123458" },
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
    now,
    notes: now.notes,
    tasks: [SELLER_TASKS.sewer_bill!],
    card: {
      kind: "papers",
      title: "Sign and return your engagement letter and TA forms",
      text: "Ashby & Co should have emailed these to you. If they haven’t arrived, contact the firm.",
      due: [{ term: "When", day: "As soon as you have them" }],
      task: null,
      is_own_check: false,
      in_parallel: {
        title: "The searches are under way",
        text: "2 of 4 search results are in.",
      },
      papers: {
        law_firm: "Ashby & Co",
        short: "the engagement letter and TA forms",
        about: "As soon as you have them. Ashby & Co should have emailed them to you.",
        statement: null,
      },
      current_holder: withSearchProvider,
      why: "This part of the legal work doesn’t need a buyer. Enquiries start when your buyer has signed up.",
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
        what: "Completion is planned for Friday 18 December",
        brief: "Completion planned for 18 December",
        rank: 1,
        tells: ["completed"],
        next: "Nothing is legally binding until contracts are exchanged. Do not book your move yet. If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.",
      },
    ],
    days: { completed: "2026-12-18" },
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
    ...failedJob,
    began_at: new Date("2026-11-25T09:05:00Z"),
    ended_at: null,
    page: "http://localhost:3000/admin/status",
  },
  alert_over: {
    ...failedJob,
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
    text: "Hello Grace,\n\nThank you for the boiler record of 14 Melrose Terrace.\nYour buyers can measure up on Saturday 12 December. Please let them in at 10am.\n\nBronwen Pugh",
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
