import { customerStages, stepFacts } from "#app/domain/stages/customer-stages.ts";
import type { CustomerProgress, PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { type Change, stageFacts } from "./facts.ts";

/** Each state of a matter, its reader, and what their card says. */

/** A Monday. */
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
  chosen?: string;
  papers_returned_at?: string;
  completion?: string;
  searches?: { ordered: number; back: number };
  note?: "enquiries" | "identity";
  today?: string;
};

export function cardOf(side: Side, change: Change, more: More = {}) {
  const { checks = [], law_firm = "Able Law", chooser = null, chosen = null, completion } = more;
  const { today = TODAY } = more;
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
  const steps = stepFacts(progress, { side, facts, law_firm, chooser, today });
  const { card, stages } = customerStages(
    { facts, notes },
    { side, steps, completion: completion ?? null, history: HISTORY, chosen },
    today,
  );
  return { card, stages, steps };
}

const LETTER =
  "Sign and return your solicitor’s letter; Waiting for: You; By when: As soon as you have it";
const LETTER_AND_FORMS =
  "Sign and return your solicitor’s letter and forms; Waiting for: You; By when: As soon as you have them";
const SOON = "By when: As soon as you can";
const ALSO_LETTER = `${SOON}; besides: Sign and return your solicitor’s letter; By when: As soon as you have it`;
const ALSO_LETTER_AND_FORMS = `${SOON}; besides: Sign and return your solicitor’s letter and forms; By when: As soon as you have them`;

const ASKED = {
  seller: "to sign the contract",
  buyer: "to sign the contract and pay the deposit",
};

type Row = [
  name: string,
  side: Side,
  change: Change,
  more: More,
  said: [
    turn: string,
    /** Of what happens, also where something of the reader's stands before it. */
    title: string,
    text: string,
    /** What is the reader's besides, or before. */
    own: string | null,
    who: string | null,
    why?: string,
  ],
];

const OWN_CHECK_TEXT =
  "The link is in a text message from Thirdfort, our ID provider. If it is missing or looks wrong, email us. If you have done the check already, we are waiting for its result.";
const ASSIGNING =
  "We are asking a firm whether it can act, and then instruct it. That takes longer where it cannot, and we have to find another. If it takes longer than you expected, email us.";
const LOOKING =
  "We look at what is not clear, and order what is missing or has to be done again. That takes longer where we have to ask somebody first. If it takes longer than you expected, email us.";

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
    "1 a seller who has not chosen",
    "seller",
    choosing,
    { law_firm: null },
    [
      "yours",
      "Choose your solicitor",
      "They do the legal work of your sale. Pick one of the firms that we work with, or say that you have no preference.",
      null,
      "With you for 240 working days, since Mon 5 January. Usually this stage is done by Thu 15 January; it takes longer than nine in ten of our last sales.",
    ],
  ],
  [
    "1 their co-seller",
    "seller",
    choosing,
    { law_firm: null, chooser: "Ada" },
    [
      "others",
      "Ada has to choose a solicitor",
      "They say who does the legal work of your sale.",
      null,
      "With Ada for 240 working days, since Mon 5 January. Usually this stage is done by Thu 15 January; it takes longer than nine in ten of our last sales.",
    ],
  ],
  [
    "1 their buyer",
    "buyer",
    { ...choosing, purchase: {} },
    { law_firm: null },
    [
      "others",
      "The seller is choosing their solicitor",
      "We will then assign yours, and introduce you to them by email.",
      null,
      "With the seller’s side for 240 working days, since Mon 5 January. Usually this stage is done by Thu 15 January; it takes longer than nine in ten of our last sales.",
    ],
  ],
  [
    "1 a company that has an invoice to pay",
    "seller",
    {},
    { law_firm: null, chosen: "You have no preference." },
    [
      "others",
      "Waiting for payment",
      "Your sale begins once it is paid for. You have no preference.",
      null,
      "With your side for 242 working days, since Thu 1 January.",
    ],
  ],
  [
    "1 chosen",
    "seller",
    open,
    { law_firm: null, chosen: "You chose Able Law." },
    [
      "others",
      "We are assigning your solicitor",
      "You chose Able Law. We will introduce you to them by email.",
      null,
      "With Fanlight for 240 working days, since Mon 5 January. Usually this stage is done by Thu 15 January; it takes longer than nine in ten of our last sales.",
      ASSIGNING,
    ],
  ],
  [
    "1 the other side's solicitor is to be assigned",
    "seller",
    { ...open, sides: "seller" },
    {},
    [
      "papers",
      "We are assigning your buyer’s solicitor",
      "Yours is Able Law.",
      LETTER_AND_FORMS,
      "With Fanlight for 240 working days, since Mon 5 January. Usually this stage is done by Thu 15 January; it takes longer than nine in ten of our last sales.",
      ASSIGNING,
    ],
  ],
  [
    "1 nobody buys yet",
    "seller",
    { progress: paid, sides: "seller" },
    {},
    [
      "papers",
      "There is no buyer yet",
      "Your solicitor is in place. Once your buyer has signed up with us, we will carry on.",
      LETTER_AND_FORMS,
      "It is waiting for a buyer.",
    ],
  ],
  [
    "2 checks are to be ordered",
    "buyer",
    instructed,
    {},
    [
      "papers",
      "We are ordering the ID checks",
      "Everybody who sells, buys or gives money gets a text message with a link from Thirdfort, our ID provider.",
      LETTER,
      "With Fanlight for 30 working days, since Mon 2 November.",
      "We are ordering a check for everybody who sells, buys or gives money. That takes longer where a name, an email address or a mobile number has to be put right first. If it takes longer than you expected, email us.",
    ],
  ],
  [
    "2 the reader's own check",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "pending")] },
    [
      "yours",
      "Do your ID check",
      "The link is in a text message from Thirdfort, our ID provider. If it is missing or looks wrong, email us. If you have done the check already, we are waiting for its result.",
      ALSO_LETTER_AND_FORMS,
      "With you for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 the reader's own, while it is looked at",
    "seller",
    { ...instructed, progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Ada", "complete", "consider")] },
    [
      "papers",
      "We are looking at the result of your ID check",
      "You have done your part of the check. We are looking at the result, and will contact you if we need more.",
      LETTER_AND_FORMS,
      "With Fanlight.",
      LOOKING,
    ],
  ],
  [
    "2 a co-seller's check",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "complete"), person("Bea", "pending")] },
    [
      "papers",
      "An ID check is still to be done",
      "The link to the check is in their text message from Thirdfort, our ID provider.",
      LETTER_AND_FORMS,
      "With Bea for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 a giver's check",
    "buyer",
    checking("giftor"),
    { checks: [person("Cy", "complete"), { ...person("Gail", "pending"), person_type: "giftor" }] },
    [
      "papers",
      "An ID check is still to be done",
      "The link to the check is in their text message from Thirdfort, our ID provider.",
      LETTER,
      "With Gail for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 the other side's check",
    "seller",
    checking("giftor"),
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "An ID check is still to be done",
      "Everybody who sells, buys or gives money has to prove who they are.",
      LETTER_AND_FORMS,
      "With your buyer’s side for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 another's check failed, or is missing",
    "buyer",
    { ...instructed, progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Cy", "complete")] },
    [
      "papers",
      "We are looking at the ID checks",
      "Not all of the checks are complete. We will contact you if we need anything from you.",
      LETTER,
      "With Fanlight.",
      LOOKING,
    ],
  ],
  [
    "2 two are open, and the seller's is the older: to the seller",
    "seller",
    checking("seller"),
    { checks: [person("Ada", "pending"), person("Bea", "pending")] },
    [
      "yours",
      "Do your ID check",
      OWN_CHECK_TEXT,
      ALSO_LETTER_AND_FORMS,
      "With you and Bea for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 two are open, and the seller's is the older: to the buyer",
    "buyer",
    checking("seller"),
    { checks: [person("Cy", "pending")] },
    ["yours", "Do your ID check", OWN_CHECK_TEXT, ALSO_LETTER, "With you and the seller’s side."],
  ],
  [
    "2 a second check, after the first came to nothing",
    "buyer",
    checking("buyer"),
    { checks: [{ ...person("Cy", "pending"), is_repeated: true }] },
    [
      "yours",
      "Do your new ID check",
      "We need a new check from you. The link is in a new text message from Thirdfort, our ID provider. If it is missing or looks wrong, email us. If you have done the new check already, we are waiting for its result.",
      ALSO_LETTER,
      "With you for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 we look at one, while a co-buyer and a giver have theirs: to their side",
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
      "We are looking at the ID checks",
      "Not all of the checks are complete. We will contact you if we need anything from you.",
      LETTER,
      "With Fanlight. The ID checks of Di and Gail are open as well.",
      LOOKING,
    ],
  ],
  [
    "2 we look at one, while a co-buyer and a giver have theirs: to the seller, by role",
    "seller",
    { ...checking("giftor"), progress: { ...paid, id_checks: "in_progress" } },
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "We are looking at the ID checks",
      "Not all of the checks are complete. We will contact you if we need anything from you.",
      LETTER_AND_FORMS,
      "With Fanlight. An ID check on your buyer’s side is open as well.",
      LOOKING,
    ],
  ],
  [
    "2 nobody knows whether Thirdfort has taken the order of the buyer's",
    "seller",
    {
      ...instructed,
      progress: checked,
      waits: { check: { ...waiting("buyer").check, is_unconfirmed: true } },
    },
    { checks: [person("Ada", "complete")] },
    [
      "papers",
      "We are looking at the ID checks",
      "Not all of the checks are complete. We will contact you if we need anything from you.",
      LETTER_AND_FORMS,
      "With Fanlight for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "2 both firms are assigned, and nobody buys yet",
    "seller",
    { progress: paid, sides: "both", days },
    {},
    [
      "papers",
      "We are ordering the ID checks",
      "Everybody who sells, buys or gives money gets a text message with a link from Thirdfort, our ID provider.",
      LETTER_AND_FORMS,
      "With Fanlight for 30 working days, since Mon 2 November.",
      "Nobody has signed up with us to buy your home yet: some of this waits for them. We are ordering a check for everybody who sells, buys or gives money. That takes longer where a name, an email address or a mobile number has to be put right first. If it takes longer than you expected, email us.",
    ],
  ],
  [
    "3 searches are to be ordered",
    "seller",
    { ...instructed, progress: checked },
    {},
    [
      "papers",
      "We are ordering the searches",
      "Searches come from the council, the water company and other offices.",
      LETTER_AND_FORMS,
      "With Fanlight for 25 working days, since Mon 9 November. This stage is usually done by Wed 23 December.",
      "We are getting the searches ready to order. That takes longer where the address or the plan of the home has to be made sure of first. If it takes longer than you expected, email us.",
    ],
  ],
  [
    "3 searches are under way",
    "buyer",
    searching,
    { searches: { ordered: 4, back: 2 } },
    [
      "papers",
      "The searches are being made",
      "2 of 4 search results are in.",
      LETTER,
      "With the search provider for 10 working days, since Mon 30 November. This stage is usually done by Wed 23 December.",
    ],
  ],
  [
    "4 the pack, to a seller",
    "seller",
    at(null, null, null),
    {},
    [
      "papers",
      "Your solicitor is preparing the contract pack",
      "Your solicitor will send the pack to your buyer’s solicitor.",
      LETTER_AND_FORMS,
      "With your solicitor for 6 working days, since Fri 4 December.",
    ],
  ],
  [
    "4 the pack, to a buyer",
    "buyer",
    at(null, null, null),
    {},
    [
      "papers",
      "The seller’s solicitor is preparing the contract pack",
      "The seller’s solicitor will send the pack to yours.",
      LETTER,
      "With the seller’s solicitor for 6 working days, since Fri 4 December.",
    ],
  ],
  [
    "5 the pack is read: a seller's papers are back, since they are in it",
    "seller",
    at("2026-12-07", null, null),
    {},
    [
      "solicitors",
      "Your buyer’s solicitor is reading the contract pack",
      "Your buyer’s solicitor will ask yours about whatever is not clear.",
      null,
      "With your buyer’s solicitor for 5 working days, since Mon 7 December.",
    ],
  ],
  [
    "5 the pack is read: a buyer's letter may be out",
    "buyer",
    at("2026-12-07", null, null),
    {},
    [
      "papers",
      "Your solicitor is reading the contract pack",
      "Your solicitor will ask the seller’s about whatever is not clear.",
      LETTER,
      "With your solicitor for 5 working days, since Mon 7 December.",
    ],
  ],
  [
    "5 questions, to a seller",
    "seller",
    at("2026-12-07", "2026-12-09", null),
    {},
    [
      "solicitors",
      "Your solicitor is answering your buyer’s questions",
      "Your solicitor will ask you for what only you can answer.",
      null,
      "With your solicitor for 3 working days, since Wed 9 December. This stage is usually done by Fri 15 January 2027.",
    ],
  ],
  [
    "5 questions, to a buyer",
    "buyer",
    at("2026-12-07", "2026-12-09", null),
    {},
    [
      "solicitors",
      "The seller’s solicitor is answering your solicitor’s questions",
      "Your solicitor will tell you what the answers mean for you.",
      null,
      "With the seller’s solicitor for 3 working days, since Wed 9 December. This stage is usually done by Fri 15 January 2027.",
    ],
  ],
  [
    "5 questions that take longer than most",
    "seller",
    at("2026-11-03", "2026-11-05", null),
    {},
    [
      "solicitors",
      "Your solicitor is answering your buyer’s questions",
      "Your solicitor will ask you for what only you can answer.",
      null,
      "With your solicitor for 27 working days, since Thu 5 November. Usually this stage is done by Wed 9 December; now by Thu 17 December.",
      "Your solicitor can tell you what it is waiting for: ask them.",
    ],
  ],
  ...(["seller", "buyer"] as const).map((side): Row => [
    "6 exchange",
    side,
    at("2026-12-07", "2026-12-09", "2026-12-11"),
    {},
    [
      "solicitors",
      "The exchange of contracts is being prepared",
      `Do not book your move yet: nothing is binding until contracts are exchanged. Your solicitor will ask you ${ASKED[side]} before that. The solicitors are agreeing the day of completion.`,
      null,
      "With both solicitors for 1 working day, since Fri 11 December.",
    ],
  ]),
  [
    "6 exchange, to a buyer whose completion is planned",
    "buyer",
    at("2026-12-07", "2026-12-09", "2026-12-11"),
    { completion: "2026-12-29" },
    [
      "money",
      "The exchange of contracts is being prepared",
      `Do not book your move yet: nothing is binding until contracts are exchanged. Your solicitor will ask you ${ASKED.buyer} before that. Completion is planned for Tuesday 29 December 2026.`,
      "Have your money ready; Deposit: Before exchange; The rest: By Wed 23 December",
      "With both solicitors for 1 working day, since Fri 11 December.",
    ],
  ],
  [
    "7 two working days before completion have begun",
    "buyer",
    exchanged,
    { completion: "2026-12-15" },
    [
      "ready",
      "Completion is on Tuesday 15 December 2026",
      "On that day the home is paid for, and you get the keys. Your money should be with your solicitor by now. If it is not, telephone them.",
      "Money: By now",
      "With both solicitors for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "7 the day is known, to a seller",
    "seller",
    exchanged,
    { completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December 2026",
      "On that day the home is paid for, and you hand over the keys.",
      null,
      "With both solicitors for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "7 the day is not known",
    "seller",
    exchanged,
    {},
    [
      "yours",
      "Ask your solicitor for the day of completion",
      "The day is in your contract, and we have not been told it yet. Do not book your move before you know it.",
      SOON,
      null,
    ],
  ],
  [
    "7 the day is known",
    "buyer",
    exchanged,
    { completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December 2026",
      "On that day the home is paid for, and you get the keys. Your solicitor will tell you how much to send them, and may want it sooner.",
      "Money: By Wed 16 December",
      "With both solicitors for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "7 a check that is still to do comes first",
    "buyer",
    exchanged,
    { checks: [person("Cy", "pending")] },
    ["yours", "Do your ID check", OWN_CHECK_TEXT, SOON, null],
  ],
  [
    "7 a check that is still to do, and the day of the money",
    "buyer",
    exchanged,
    { checks: [person("Cy", "pending")], completion: "2026-12-18" },
    ["yours", "Do your ID check", OWN_CHECK_TEXT, "Money: By Wed 16 December", null],
  ],
  [
    "7 a check that we look into hides no day for the money",
    "buyer",
    exchanged,
    { checks: [person("Cy", "failed")], completion: "2026-12-18" },
    [
      "ready",
      "Completion is on Friday 18 December 2026",
      "On that day the home is paid for, and you get the keys. Your solicitor will tell you how much to send them, and may want it sooner.",
      "Money: By Wed 16 December",
      "With both solicitors for 3 working days, since Wed 9 December.",
    ],
  ],
  [
    "called off, to a seller",
    "seller",
    { ...at(null, null, null), purchase: { aborted: "2026-12-09" } },
    {},
    [
      "yours",
      "Find a new buyer",
      "The sale to your buyer stopped on Wed 9 December. Your sale stays open with us. Once you have a new buyer, or yours comes back, email us, and we will take it up again.",
      "By when: No deadline",
      null,
      "Under your terms the service fee is not refunded. Who pays for the legal work so far depends on why the sale stopped: ask your solicitor or us.",
    ],
  ],
  [
    "called off, to a buyer",
    "buyer",
    { ...at(null, null, null), purchase: { aborted: "2026-12-09" } },
    {},
    [
      "over",
      "Your purchase has stopped",
      "It stopped on Wed 9 December, in stage 4 of 7: contract pack. There is nothing for you to do. If you and the seller take it up again, email us, and we will carry on from there.",
      null,
      null,
      "You pay us nothing. Whether you owe your solicitor anything for the work so far depends on why it stopped: ask them or us.",
    ],
  ],
  [
    "completed",
    "seller",
    { purchase: { exchanged: "2026-12-01", completed: "2026-12-11" } },
    {},
    ["over", "Your sale is completed", "There is nothing for you to do.", null, null],
  ],
];
