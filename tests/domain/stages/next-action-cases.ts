import { customerStages, stepFacts } from "#app/domain/stages/customer-stages.ts";
import {
  type CustomerProgress,
  type PersonsCheck,
  searchesText,
} from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { type Change, stageFacts } from "./facts.ts";

/** Day that these tests treat as today. It is a Monday. */
export const TODAY = "2026-12-14";
const HISTORY = {
  instructed: { sales: 40, from_days: 3, to_days: 8, late_days: 12 },
  searches: { sales: 40, from_days: 9, to_days: 17, late_days: 20 },
  enquiries: { sales: 120, from_days: 9, to_days: 24, late_days: 30 },
};

const paid = { payment: "complete" } as const;
const checked = { ...paid, id_checks: "complete" } as const;
const back = { ...checked, searches: "complete" } as const;
const days = {
  instructed_on: "2026-11-02",
  identity_on: "2026-11-09",
  searches_ordered_on: "2026-11-30",
  searches_on: "2026-12-04",
};
const ready = { ...days, contract_pack_ready_on: "2026-12-09" };
const legal = (pack: string | null, raised: string | null, answered: string | null) => ({
  ...days,
  contract_pack_sent_on: pack,
  enquiries_raised_on: raised,
  enquiries_answered_on: answered,
});
const waiting = (person_type: PersonsCheck["person_type"]) => ({
  check: { person_type, created_at: "2026-12-09T10:00:00Z", is_unconfirmed: false },
});
export const person = (
  first_name: string,
  status: PersonsCheck["status"],
  result: PersonsCheck["result"] = null,
): PersonsCheck => ({
  first_name,
  person_type: "seller",
  status,
  result,
  is_repeated: false,
});

type More = {
  checks?: PersonsCheck[];
  law_firm?: string | null;
  chooser?: string;
  confirmers?: string;
  chosen?: string;
  papers_returned_at?: string;
  completion?: string;
  searches?: { ordered: number; back: number };
  note?: "enquiries" | "identity";
  is_refunded?: boolean;
  today?: string;
};

export function cardOf(side: Side, change: Change, more: More = {}) {
  const { checks = [], law_firm = "Able Law", chooser = null, chosen = null, completion } = more;
  const { today = TODAY, confirmers = null } = more;
  const facts = stageFacts(change);
  const progress: CustomerProgress = {
    checks,
    assigned_at: null,
    is_introduced: true,
    papers_returned_at: more.papers_returned_at ?? null,
    searches: { ordered: 0, back: 0, ...more.searches, ordered_at: null },
    report_at: null,
    dates: facts.purchase && {
      sale_agreed: null,
      ...facts.purchase,
      completed: completion ?? facts.purchase.completed,
    },
  };
  const notes = more.note
    ? [
        {
          id: "n1",
          stage: more.note,
          note: "Please look for the certificate.",
          first_name: "Rita",
          created_at: "2026-12-10T10:00:00Z",
        },
      ]
    : [];
  const steps = stepFacts(progress, { side, facts, law_firm, chooser, confirmers, today });
  const { card, stages } = customerStages(
    { facts, notes, is_refunded: more.is_refunded ?? false },
    { side, steps, completion: completion ?? null, history: HISTORY, chosen },
    today,
  );
  return { card, stages, steps };
}

const LETTER = "Sign and return your engagement letter; When: As soon as you have it";
const LETTER_AND_FORMS =
  "Sign and return your engagement letter and TA forms; When: As soon as you have them";
const SOON = "When: As soon as you can";
const ALSO_LETTER = `${SOON}; besides: Sign and return your engagement letter; When: As soon as you have it`;
const ALSO_LETTER_AND_FORMS = `${SOON}; besides: Sign and return your engagement letter and TA forms; When: As soon as you have them`;

const BEFORE_EXCHANGE = {
  seller:
    "Do not book your move yet. Nothing is legally binding until contracts are exchanged. Before then, your solicitor will ask you to sign the contract.",
  buyer:
    "Do not book your move yet. Nothing is legally binding until contracts are exchanged. Before then, your solicitor will ask you to sign the contract and pay the deposit. Ask them whether you need buildings insurance from the day of exchange.",
};
const INSURE =
  "Contracts have been exchanged, so you may already need buildings insurance. If you haven’t arranged it, ask your solicitor about it today.";

type Row = [
  name: string,
  side: Side,
  change: Change,
  more: More,
  said: [
    turn: string,
    title: string,
    text: string,
    own: string | null,
    who: string | null,
    why?: string,
  ],
];

const OWN_CHECK_TEXT =
  "You’ll find the link in a text message from Thirdfort, our ID check provider. If it hasn’t arrived or looks suspicious, email us. If you’ve already completed the check, you don’t need to do it again.";
const ASSIGNING =
  "We’re asking a law firm if they can act for you. If they can’t, we’ll ask another firm, which takes longer. If this is taking longer than you expected, email us.";
const CHECKING =
  "ID checks can take longer if we need more information. If this is taking longer than you expected, email us.";
const IN_PROGRESS = "We’ll contact you if we need anything.";
const IN_A_TEXT = "They’ll find the link in a text message from Thirdfort, our ID check provider.";
const SELLERS_CHECKED =
  "Everyone selling will get a text message with a link from Thirdfort, our ID check provider.";
const BUYERS_CHECKED =
  "Everyone buying or giving money will get a text message with a link from Thirdfort, our ID check provider.";
const ORDERING_CHECKS =
  "Ordering ID checks can take longer if we need to correct a name, email address or mobile number first. If this is taking longer than you expected, email us.";
const ORDERING_SEARCHES =
  "Ordering searches can take longer if we need to confirm the address or the plan of the property first. If this is taking longer than you expected, email us.";
const SEARCHES_TEXT =
  "Searches are checks with the local council, water company and others about the property.";
const NO_BUYER =
  "This part of the legal work doesn’t need a buyer. Enquiries start when your buyer has signed up.";

export const choosing: Change = { progress: paid, waits: { choice: true } };
const open: Change = { progress: paid, purchase: {} };
const instructed: Change = { progress: paid, sides: "both", purchase: {}, days };
const checking = (person_type: PersonsCheck["person_type"]): Change => ({
  ...instructed,
  progress: checked,
  waits: waiting(person_type),
});
const searching: Change = {
  ...instructed,
  progress: { ...checked, searches: "in_progress" },
  waits: { searches_since: "2026-11-30T10:00:00Z" },
};
export const at = (
  pack: string | null,
  raised: string | null,
  answered: string | null,
): Change => ({
  ...instructed,
  progress: back,
  days: legal(pack, raised, answered),
});
const exchanged: Change = { ...at(null, null, null), purchase: { exchanged: "2026-12-09" } };

export const ROWS: Row[] = [
  [
    "stage 1, a seller who has not chosen",
    "seller",
    choosing,
    { law_firm: null },
    [
      "yours",
      "Choose your solicitor",
      "Your solicitor does the legal work for your sale. Choose one of our panel firms. If you have no preference, we’ll choose for you.",
      "When: Today. It takes 2 minutes",
      "It’s been your turn for 240 working days, since Monday 5 January 2026.",
    ],
  ],
  [
    "stage 1, a co-seller of a seller who has not chosen",
    "seller",
    choosing,
    { law_firm: null, chooser: "Ada" },
    [
      "others",
      "Ada needs to choose a solicitor",
      "Once Ada has chosen, we’ll arrange your solicitor.",
      null,
      "We’ve been waiting for Ada for 240 working days, since Monday 5 January 2026. This stage is usually done by Thursday 15 January. This one is taking longer than 9 in 10 of our recent sales.",
    ],
  ],
  [
    "stage 4, a seller who has not confirmed the answers",
    "seller",
    { progress: back, sides: "seller", property_information: "in_progress", days },
    { papers_returned_at: "2026-12-04T10:00:00Z" },
    [
      "yours",
      "Tell us about your home",
      "A buyer’s solicitor will ask questions like these. You can answer the sections in any order and come back later.",
      null,
      "It’s been your turn for 30 working days, since Monday 2 November.",
    ],
  ],
  [
    "stage 4, a seller who has confirmed the answers before a co-seller",
    "seller",
    { progress: back, sides: "seller", property_information: "in_progress", days },
    { papers_returned_at: "2026-12-04T10:00:00Z", confirmers: "Tom" },
    [
      "others",
      "You’ve confirmed your answers",
      "We’ll send the answers to your solicitor once every seller has confirmed them. Still to confirm: Tom.",
      null,
      "We’ve been waiting for Tom for 30 working days, since Monday 2 November.",
      "This part of the legal work doesn’t need a buyer. Enquiries start when your buyer has signed up.",
    ],
  ],
  [
    "stage 1, the buyer of a seller who has not chosen",
    "buyer",
    { ...choosing, purchase: {} },
    { law_firm: null },
    [
      "others",
      "The seller is choosing a solicitor",
      "Next, we’ll arrange your solicitor and introduce you by email.",
      null,
      "We’ve been waiting for the seller for 240 working days, since Monday 5 January 2026.",
    ],
  ],
  [
    "stage 1, a company with an unpaid invoice",
    "seller",
    {},
    { law_firm: null, chosen: "You have no preference." },
    [
      "others",
      "The service fee hasn’t been paid yet",
      "Your sale will start when the service fee is paid. You have no preference.",
      null,
      "We’ve been waiting for the payment for 242 working days, since Thursday 1 January 2026.",
    ],
  ],
  [
    "stage 1, an outstanding payment, to the buyer",
    "buyer",
    { purchase: {} },
    { law_firm: null },
    [
      "others",
      "The seller hasn’t paid the service fee yet",
      "The sale will start when the seller has paid the service fee. You don’t need to pay us anything.",
      null,
      "We’ve been waiting for the seller for 242 working days, since Thursday 1 January 2026.",
    ],
  ],
  [
    "stage 1, a seller who has not chosen, to a buyer with a solicitor",
    "buyer",
    { ...choosing, purchase: {} },
    {},
    [
      "papers",
      "The seller is choosing a solicitor",
      "Your solicitor is Able Law.",
      LETTER,
      "We’ve been waiting for the seller for 240 working days, since Monday 5 January 2026.",
    ],
  ],
  [
    "stage 1, the seller's solicitor not yet assigned, to the buyer",
    "buyer",
    open,
    {},
    [
      "papers",
      "We’re arranging the seller’s solicitor",
      "Your solicitor is Able Law. The searches will start once the seller has a solicitor.",
      LETTER,
      "We’ve been working on this stage for 240 working days, since Monday 5 January 2026.",
      ASSIGNING,
    ],
  ],
  [
    "stage 1, a seller who has chosen",
    "seller",
    open,
    { law_firm: null, chosen: "You chose Able Law." },
    [
      "others",
      "We’re arranging your solicitor",
      "You chose Able Law. Once you have a solicitor, we’ll introduce you by email.",
      null,
      "We’ve been working on this stage for 240 working days, since Monday 5 January 2026. This stage is usually done by Thursday 15 January. This one is taking longer than 9 in 10 of our recent sales.",
      ASSIGNING,
    ],
  ],
  [
    "stage 4, the buyer's solicitor not yet assigned, to the seller",
    "seller",
    { ...open, progress: back, sides: "seller", days },
    {},
    [
      "papers",
      "Your solicitor is preparing the contract pack",
      "Your solicitor can’t finish it until you return your TA forms. Your solicitor will send the pack to your buyer’s solicitor.",
      LETTER_AND_FORMS,
      "We’ve been waiting for your solicitor for 6 working days, since Friday 4 December.",
    ],
  ],
  [
    "stage 5, the pack ready and the buyer's solicitor not yet assigned, to the seller",
    "seller",
    { ...open, progress: back, sides: "seller", days: ready },
    {},
    [
      "others",
      "We’re arranging your buyer’s solicitor",
      "Your solicitor is Able Law, and your side of the legal work has started.",
      null,
      "We’ve been working on this stage for 240 working days, since Monday 5 January 2026.",
      ASSIGNING,
    ],
  ],
  [
    "stage 2, a sale without a buyer",
    "seller",
    { progress: paid, sides: "seller", days },
    {},
    [
      "papers",
      "We’re ordering the ID checks",
      SELLERS_CHECKED,
      LETTER_AND_FORMS,
      "We’ve been working on this stage for 30 working days, since Monday 2 November.",
      `${NO_BUYER} ${ORDERING_CHECKS}`,
    ],
  ],
  [
    "stage 4, a sale without a buyer, with all checks and searches",
    "seller",
    { progress: back, sides: "seller", days },
    {},
    [
      "papers",
      "Your solicitor is preparing the contract pack",
      "Your solicitor can’t finish it until you return your TA forms. When you have a buyer, your solicitor will send the pack to their solicitor.",
      LETTER_AND_FORMS,
      "We’ve been waiting for your solicitor for 6 working days, since Friday 4 December.",
      NO_BUYER,
    ],
  ],
  [
    "ready for a buyer",
    "seller",
    { progress: back, sides: "seller", days: ready },
    {},
    [
      "others",
      "Your home is ready for a buyer",
      "When you accept an offer, email us your buyer’s name and email address. We’ll invite them and arrange their solicitor. Your solicitor will then send the contract pack to your buyer’s solicitor.",
      null,
      null,
    ],
  ],
  [
    "stage 5, the contract pack ready, to a seller",
    "seller",
    { ...at(null, null, null), days: ready },
    {},
    [
      "solicitors",
      "Your contract pack is ready",
      "Your solicitor will send the pack to your buyer’s solicitor.",
      null,
      "We’ve been waiting for your solicitor for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 4, the contract pack ready, to a buyer",
    "buyer",
    { ...at(null, null, null), days: ready },
    {},
    [
      "papers",
      "The contract pack is ready",
      "The seller’s solicitor will send the pack to your solicitor.",
      LETTER,
      "We’ve been waiting for the seller’s solicitor for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, checks not yet ordered",
    "buyer",
    instructed,
    {},
    [
      "papers",
      "We’re ordering the ID checks",
      BUYERS_CHECKED,
      LETTER,
      "We’ve been working on this stage for 30 working days, since Monday 2 November.",
      ORDERING_CHECKS,
    ],
  ],
  [
    "stage 2, the reader's own check",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "pending")] },
    [
      "yours",
      "Complete your ID check",
      OWN_CHECK_TEXT,
      ALSO_LETTER_AND_FORMS,
      "It’s been your turn for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, the reader's own check under review",
    "seller",
    { ...instructed, progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Ada", "complete", "consider")] },
    [
      "papers",
      "We’re reviewing your ID check",
      "You’ve completed your part. We’re reviewing the result and will contact you if we need anything else.",
      LETTER_AND_FORMS,
      "We’re waiting for everyone’s ID check to be complete.",
      CHECKING,
    ],
  ],
  [
    "stage 2, a co-seller's check",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "complete"), person("Bea", "pending")] },
    [
      "papers",
      "Bea still needs to complete their ID check",
      IN_A_TEXT,
      LETTER_AND_FORMS,
      "We’ve been waiting for Bea for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, a giftor's check",
    "buyer",
    checking("giftor"),
    { checks: [person("Cy", "complete"), { ...person("Gail", "pending"), person_type: "giftor" }] },
    [
      "papers",
      "Gail still needs to complete their ID check",
      IN_A_TEXT,
      LETTER,
      "We’ve been waiting for Gail for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, the other side's check",
    "seller",
    checking("giftor"),
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "We’re ordering the searches",
      SEARCHES_TEXT,
      LETTER_AND_FORMS,
      "We’ve been working on this stage for 30 working days, since Monday 2 November. This stage is usually done by Wednesday 23 December.",
      ORDERING_SEARCHES,
    ],
  ],
  [
    "stage 2, a check of someone else that failed or is missing",
    "buyer",
    { ...instructed, progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Cy", "complete")] },
    [
      "papers",
      "The ID checks are in progress",
      IN_PROGRESS,
      LETTER,
      "We’re waiting for everyone’s ID check to be complete.",
      CHECKING,
    ],
  ],
  [
    "stage 2, the reader's own check failed",
    "buyer",
    { ...instructed, progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Cy", "failed")] },
    [
      "papers",
      "We couldn’t complete your ID check",
      "We’ll contact you about what to do next.",
      LETTER,
      null,
    ],
  ],
  [
    "stage 2, two open checks, the seller's the older, to the seller",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "pending"), person("Bea", "pending")] },
    [
      "yours",
      "Complete your ID check",
      OWN_CHECK_TEXT,
      ALSO_LETTER_AND_FORMS,
      "We’ve been waiting for you and Bea for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, two open checks, the seller's the older, to the buyer",
    "buyer",
    checking("seller"),
    { checks: [person("Cy", "pending")] },
    ["yours", "Complete your ID check", OWN_CHECK_TEXT, ALSO_LETTER, "It’s your turn."],
  ],
  [
    "stage 2, a second check after an unsuccessful first",
    "buyer",
    checking("buyer"),
    { checks: [{ ...person("Cy", "pending"), is_repeated: true }] },
    [
      "yours",
      "Complete a new ID check",
      "We need you to do another ID check. You’ll find the link in a new text message from Thirdfort, our ID check provider. If it hasn’t arrived or looks suspicious, email us. If you’ve already completed the new check, you don’t need to do it again.",
      ALSO_LETTER,
      "It’s been your turn for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, a check under review and two open checks, to their side",
    "buyer",
    { ...checking("giftor"), progress: { ...paid, id_checks: "in_progress" } },
    {
      checks: [
        person("Cy", "complete"),
        person("Di", "pending"),
        { ...person("Gail", "pending"), person_type: "giftor" },
      ],
    },
    [
      "papers",
      "Di and Gail still need to complete their ID checks",
      IN_A_TEXT,
      LETTER,
      "We’ve been waiting for Di and Gail for 3 working days, since Wednesday 9 December.",
    ],
  ],
  [
    "stage 2, a check under review and two open checks, to the seller",
    "seller",
    { ...checking("giftor"), progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "The ID checks are in progress",
      IN_PROGRESS,
      LETTER_AND_FORMS,
      "We’re waiting for everyone’s ID check to be complete.",
      CHECKING,
    ],
  ],
  [
    "stage 2, a buyer's check with an unconfirmed order",
    "seller",
    {
      ...instructed,
      progress: checked,
      waits: { check: { ...waiting("buyer").check, is_unconfirmed: true } },
    },
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "We’re ordering the searches",
      SEARCHES_TEXT,
      LETTER_AND_FORMS,
      "We’ve been working on this stage for 30 working days, since Monday 2 November. This stage is usually done by Wednesday 23 December.",
      ORDERING_SEARCHES,
    ],
  ],
  [
    "stage 2, both law firms assigned, without a buyer",
    "seller",
    { progress: paid, sides: "both", days },
    {},
    [
      "papers",
      "We’re ordering the ID checks",
      SELLERS_CHECKED,
      LETTER_AND_FORMS,
      "We’ve been working on this stage for 30 working days, since Monday 2 November.",
      `${NO_BUYER} ${ORDERING_CHECKS}`,
    ],
  ],
  [
    "stage 3, searches not yet ordered",
    "seller",
    { ...instructed, progress: checked },
    {},
    [
      "papers",
      "We’re ordering the searches",
      SEARCHES_TEXT,
      LETTER_AND_FORMS,
      "We’ve been working on this stage for 30 working days, since Monday 2 November. This stage is usually done by Wednesday 23 December.",
      ORDERING_SEARCHES,
    ],
  ],
  [
    "stage 3, searches in progress",
    "buyer",
    searching,
    { searches: { ordered: 4, back: 2 } },
    [
      "papers",
      "The searches are under way",
      `${searchesText({ ordered: 4, back: 2 })}.`,
      LETTER,
      "We’ve been waiting for the search provider for 10 working days, since Monday 30 November. This stage is usually done by Wednesday 23 December.",
    ],
  ],
  [
    "stage 4, the contract pack, to a seller",
    "seller",
    at(null, null, null),
    {},
    [
      "papers",
      "Your solicitor is preparing the contract pack",
      "Your solicitor can’t finish it until you return your TA forms. Your solicitor will send the pack to your buyer’s solicitor.",
      LETTER_AND_FORMS,
      "We’ve been waiting for your solicitor for 6 working days, since Friday 4 December.",
    ],
  ],
  [
    "stage 4, the contract pack, to a buyer",
    "buyer",
    at(null, null, null),
    {},
    [
      "papers",
      "The seller’s solicitor is preparing the contract pack",
      "The seller’s solicitor will send the pack to your solicitor.",
      LETTER,
      "We’ve been waiting for the seller’s solicitor for 6 working days, since Friday 4 December.",
    ],
  ],
  [
    "stage 5, the contract pack in review, which includes the seller's forms",
    "seller",
    at("2026-12-07", null, null),
    {},
    [
      "solicitors",
      "Your buyer’s solicitor is reading the contract pack",
      "Your buyer’s solicitor will raise enquiries (questions) with your solicitor.",
      null,
      "We’ve been waiting for your buyer’s solicitor for 5 working days, since Monday 7 December.",
    ],
  ],
  [
    "stage 5, the contract pack in review, while a buyer's letter may be missing",
    "buyer",
    at("2026-12-07", null, null),
    {},
    [
      "papers",
      "Your solicitor is reading the contract pack",
      "Your solicitor will raise enquiries (questions) with the seller’s solicitor.",
      LETTER,
      "We’ve been waiting for your solicitor for 5 working days, since Monday 7 December.",
    ],
  ],
  [
    "stage 5, enquiries, to a seller",
    "seller",
    at("2026-12-07", "2026-12-09", null),
    {},
    [
      "solicitors",
      "Your solicitor is answering your buyer’s enquiries",
      "Your solicitor may ask you for information.",
      null,
      "We’ve been waiting for your solicitor for 3 working days, since Wednesday 9 December. This stage is usually done by Friday 15 January.",
    ],
  ],
  [
    "stage 5, enquiries, to a buyer",
    "buyer",
    at("2026-12-07", "2026-12-09", null),
    {},
    [
      "solicitors",
      "The seller’s solicitor is answering your solicitor’s enquiries",
      "Your solicitor will explain anything you need to know.",
      null,
      "We’ve been waiting for the seller’s solicitor for 3 working days, since Wednesday 9 December. This stage is usually done by Friday 15 January.",
    ],
  ],
  [
    "stage 5, enquiries that take longer than most",
    "seller",
    at("2026-11-03", "2026-11-05", null),
    {},
    [
      "solicitors",
      "Your solicitor is answering your buyer’s enquiries",
      "Your solicitor may ask you for information.",
      null,
      "We’ve been waiting for your solicitor for 27 working days, since Thursday 5 November. This stage is usually done by Wednesday 9 December. It’s now expected by Thursday 17 December.",
      "Ask your solicitor what they still need.",
    ],
  ],
  ...(["seller", "buyer"] as const).map((side): Row => [
    "stage 6, exchange",
    side,
    at("2026-12-07", "2026-12-09", "2026-12-11"),
    {},
    [
      "solicitors",
      "The solicitors are preparing for exchange of contracts",
      `${BEFORE_EXCHANGE[side]} The solicitors are agreeing a completion date.`,
      null,
      "We’ve been waiting for both solicitors for 1 working day, since Friday 11 December.",
    ],
  ]),
  [
    "stage 6, exchange, to a buyer whose completion is planned",
    "buyer",
    at("2026-12-07", "2026-12-09", "2026-12-11"),
    { completion: "2026-12-29" },
    [
      "money",
      "The solicitors are preparing for exchange of contracts",
      `${BEFORE_EXCHANGE.buyer} Completion is planned for Tuesday 29 December.`,
      "Get your money ready; Deposit: Before exchange; Balance: By Wed 23 December",
      "We’ve been waiting for both solicitors for 1 working day, since Friday 11 December.",
    ],
  ],
  [
    "stage 6, exchange, to a buyer whose exchange and completion are planned",
    "buyer",
    { ...at("2026-12-07", "2026-12-09", "2026-12-11"), purchase: { exchanged: "2026-12-18" } },
    { completion: "2026-12-29" },
    [
      "money",
      "The solicitors are preparing for exchange of contracts",
      `${BEFORE_EXCHANGE.buyer} Completion is planned for Tuesday 29 December.`,
      "Get your money ready; Deposit: Before Fri 18 December; Balance: By Wed 23 December",
      "We’ve been waiting for both solicitors for 1 working day, since Friday 11 December. Exchange is planned for Friday 18 December.",
    ],
  ],
  [
    "stage 6, exchange, to a seller whose completion is planned",
    "seller",
    at("2026-12-07", "2026-12-09", "2026-12-11"),
    { completion: "2026-12-29" },
    [
      "solicitors",
      "The solicitors are preparing for exchange of contracts",
      `${BEFORE_EXCHANGE.seller} Completion is planned for Tuesday 29 December.`,
      null,
      "We’ve been waiting for both solicitors for 1 working day, since Friday 11 December.",
    ],
  ],
  [
    "stage 7, less than two working days before completion",
    "buyer",
    exchanged,
    { completion: "2026-12-15" },
    [
      "ready",
      "Completion is on Tuesday 15 December",
      `${INSURE} On completion day your solicitor will pay the seller’s solicitor and you’ll get the keys. Your solicitor should already have your money. If they don’t, phone them on a number you already have.`,
      "Balance: Now",
      "We’re waiting for both solicitors.",
    ],
  ],
  [
    "stage 7, a known completion date, to a seller",
    "seller",
    exchanged,
    { completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December",
      "On completion day your buyer’s solicitor will pay your solicitor and you’ll hand over the keys. Book your move for that day, and keep your buildings insurance until the sale has completed.",
      null,
      "We’re waiting for both solicitors.",
    ],
  ],
  [
    "stage 7, an unknown completion date, to a seller",
    "seller",
    exchanged,
    {},
    [
      "yours",
      "Ask your solicitor for your completion date",
      "Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it. When you have the date, email it to us, so that we can show it here.",
      SOON,
      null,
    ],
  ],
  [
    "stage 7, an unknown completion date, to a buyer",
    "buyer",
    exchanged,
    {},
    [
      "yours",
      "Ask your solicitor for your completion date",
      `Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it. When you have the date, email it to us, so that we can show it here. ${INSURE} Make sure your solicitor has your money at least 2 working days before completion.`,
      SOON,
      null,
    ],
  ],
  [
    "stage 7, a known completion date, to a buyer",
    "buyer",
    exchanged,
    { completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December",
      `${INSURE} On completion day your solicitor will pay the seller’s solicitor and you’ll get the keys. Your solicitor will tell you how much to send. They may need the money sooner.`,
      "Balance: By Wed 16 December",
      "We’re waiting for both solicitors.",
    ],
  ],
  [
    "stage 7, an open check, which comes first",
    "buyer",
    exchanged,
    { checks: [person("Cy", "pending")] },
    [
      "yours",
      "Complete your ID check",
      OWN_CHECK_TEXT,
      `${SOON}; besides: Ask your solicitor for your completion date; ${SOON}`,
      null,
    ],
  ],
  [
    "stage 7, an open check and a known completion date",
    "buyer",
    exchanged,
    { checks: [person("Cy", "pending")], completion: "2026-12-18" },
    ["yours", "Complete your ID check", OWN_CHECK_TEXT, "Balance: By Wed 16 December", null],
  ],
  [
    "stage 7, a check under review, which hides no payment date",
    "buyer",
    exchanged,
    { checks: [person("Cy", "failed")], completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December",
      `${INSURE} On completion day your solicitor will pay the seller’s solicitor and you’ll get the keys. Your solicitor will tell you how much to send. They may need the money sooner.`,
      "Balance: By Wed 16 December",
      "We’re waiting for both solicitors.",
    ],
  ],
  [
    "fallen through, to a seller",
    "seller",
    { ...at(null, null, null), purchase: { aborted: "2026-12-09" } },
    {},
    [
      "yours",
      "Find a new buyer",
      "The sale to your buyer fell through on Wednesday 9 December. Your sale is still open with us, and your next buyer can use the legal work that is done. When you find a new buyer, or your last buyer comes back, email us and we’ll carry on.",
      null,
      null,
      "Under your terms, the service fee is non-refundable. Who pays for the legal work so far depends on why the sale fell through. Ask your solicitor or email us.",
    ],
  ],
  [
    "fallen through, to a buyer",
    "buyer",
    { ...at(null, null, null), purchase: { aborted: "2026-12-09" } },
    {},
    [
      "over",
      "Your purchase has fallen through",
      "It fell through on Wednesday 9 December, at stage 4 of 7: contract pack. You don’t need to do anything for us. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. If you and the seller decide to go ahead after all, email us and we’ll pick it up from there.",
      null,
      null,
      "You don’t owe us anything. Whether you owe your solicitor for the work so far depends on why the purchase fell through. Ask your solicitor or email us.",
    ],
  ],
  [
    "fallen through, to a buyer without a solicitor",
    "buyer",
    { ...at(null, null, null), purchase: { aborted: "2026-12-09" }, sides: "seller" },
    { law_firm: null },
    [
      "over",
      "Your purchase has fallen through",
      "It fell through on Wednesday 9 December, at stage 1 of 7: solicitors. You don’t need to do anything for us. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. If you and the seller decide to go ahead after all, email us and we’ll pick it up from there.",
      null,
      null,
      "You don’t owe us anything.",
    ],
  ],
  [
    "completed",
    "seller",
    { purchase: { exchanged: "2026-12-01", completed: "2026-12-11" } },
    {},
    ["over", "Your sale has completed", "You don’t need to do anything.", null, null],
  ],
];
