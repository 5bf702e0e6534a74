import type { NotifiedEvent } from "#app/domain/events/pending-notifications.server.ts";
import { MONEY_AFTER_STOP } from "#app/domain/stages/closing-cards.ts";
import type { NewsFacts } from "#app/domain/notifications/progress-item.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";

const TODAY = "2026-11-26";
const NO_DATES = { sale_agreed: null, exchanged: null, completed: null, aborted: null };

const NO_DAYS = {
  contract_pack_ready_on: null,
  contract_pack_sent_on: null,
  enquiries_raised_on: null,
  enquiries_answered_on: null,
};

type Change = {
  days?: Record<string, string> | null;
  side?: NewsFacts["side"];
  checks?: PersonsCheck[];
  ordered?: number;
  back?: number;
  report_at?: Date;
  dates?: Partial<typeof NO_DATES> | Record<string, string> | null;
  told?: NewsFacts["last_emailed"];
  has_buyer?: boolean;
};

export function facts({
  side = "seller",
  checks = [],
  dates = {},
  days = {},
  told = {},
  has_buyer = true,
  ...rest
}: Change): NewsFacts {
  const { ordered = 0, back = 0, report_at = null } = rest;
  return {
    side,
    today: TODAY,
    last_emailed: told,
    has_buyer,
    days: days && { ...NO_DAYS, ...days },
    progress: {
      checks,
      searches: { ordered, back, ordered_at: null },
      report_at,
      dates: dates && { ...NO_DATES, ...dates },
    },
  };
}

export const check = (
  first_name: string,
  status: PersonsCheck["status"],
  result: PersonsCheck["result"] = null,
) => ({
  person_type: "seller" as const,
  first_name,
  status,
  result,
  is_repeated: false,
});
const ada = check("Ada", "complete", "clear");

const huw = (status: PersonsCheck["status"], result: PersonsCheck["result"] = null) =>
  check("Huw", status, result);
const gail = (status: PersonsCheck["status"]) => check("Gail", status);

const PLAN =
  "Nothing is legally binding until contracts are exchanged. If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.";
const DAY_MAY_CHANGE =
  "Nothing is legally binding until contracts are exchanged. Do not book your move yet. If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.";
const UNKNOWN =
  "Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it.";
const INSURANCE =
  "You may need buildings insurance from exchange, not completion. If you haven’t arranged it, ask your solicitor about it today.";

/** Columns: label, events, facts, expected email items (kind, what happened, what comes next). */
export const rows: [
  string,
  NotifiedEvent[],
  Change,
  [kind: string, what: string, next: string][],
][] = [
  [
    "an ID check of the reader that is ordered",
    ["thirdfort_check_ordered"],
    { checks: [check("Ada", "pending"), huw(null)] },
    [
      [
        "checks",
        "Your ID check is on its way",
        "You’ll get a text message with a link from Thirdfort, our ID check provider. You’ll need your passport or driving licence.",
      ],
    ],
  ],
  [
    "an ID check of someone else that is ordered",
    ["thirdfort_check_ordered"],
    { checks: [ada, huw("pending")] },
    [
      [
        "checks",
        "Huw’s ID check is on its way",
        "Huw will get a text message with a link from Thirdfort, our ID check provider. They’ll need their passport or driving licence.",
      ],
    ],
  ],
  [
    "ID checks of two others that are ordered",
    ["thirdfort_check_ordered"],
    { checks: [ada, huw("pending"), gail("pending")] },
    [
      [
        "checks",
        "The ID checks for Huw and Gail are on their way",
        "Huw and Gail will each get a text message with a link from Thirdfort, our ID check provider. They’ll need their passport or driving licence.",
      ],
    ],
  ],
  [
    "an ID check of the reader that is ordered again, after another person’s",
    ["thirdfort_check_ordered", "thirdfort_check_reordered"],
    { checks: [check("Ada", "pending"), huw("pending")] },
    [
      [
        "checks",
        "The ID checks for you and Huw are on their way",
        "You’ll each get a text message with a link from Thirdfort, our ID check provider. You’ll need your passport or driving licence.",
      ],
    ],
  ],
  [
    "an ID check that was cancelled, or has been done since",
    ["thirdfort_check_ordered"],
    { checks: [ada, huw(null)] },
    [],
  ],
  [
    "the ID check of the only reader on their side",
    ["thirdfort_check_completed"],
    { checks: [ada] },
    [
      [
        "checks",
        "Your ID check is complete",
        "You don’t need to do anything else for the ID checks.",
      ],
    ],
  ],
  [
    "the last of two ID checks",
    ["thirdfort_check_completed"],
    { checks: [ada, huw("complete", "clear")] },
    [
      [
        "checks",
        "All ID checks on your side are complete",
        "You don’t need to do anything else for the ID checks.",
      ],
    ],
  ],
  [
    "the reader’s ID check of two",
    ["thirdfort_check_completed"],
    { checks: [ada, huw("pending")] },
    [
      [
        "checks",
        "Your ID check is complete",
        "Huw still needs to complete their ID check. The link to the check is in their text message from Thirdfort, our ID check provider.",
      ],
    ],
  ],
  [
    "the other ID check of two",
    ["thirdfort_check_completed"],
    { checks: [check("Ada", "pending"), huw("complete", "clear")] },
    [
      [
        "checks",
        "Huw’s ID check is complete",
        "You still need to complete yours. The link to your check is in your text message from Thirdfort, our ID check provider.",
      ],
    ],
  ],
  [
    "the second ID check of three",
    ["thirdfort_check_completed"],
    { checks: [check("Ada", "pending"), huw("complete", "clear"), gail("pending")] },
    [
      [
        "checks",
        "Huw’s ID check is complete",
        "You and Gail still need to complete your ID checks. Use the links in your text messages from Thirdfort, our ID check provider.",
      ],
    ],
  ],
  [
    "the reader’s ID check of three",
    ["thirdfort_check_completed"],
    { checks: [ada, huw("pending"), gail("pending")] },
    [
      [
        "checks",
        "Your ID check is complete",
        "Huw and Gail still need to complete their ID checks. The links are in their text messages from Thirdfort, our ID check provider.",
      ],
    ],
  ],
  [
    "a planned exchange and completion, without repeating a sentence",
    ["exchanged", "completed"],
    { side: "buyer", dates: { exchanged: "2026-12-04", completed: "2026-12-18" } },
    [
      ["dates", "Exchange is planned for Friday 4 December", INSURANCE],
      [
        "dates",
        "Completion is planned for Friday 18 December",
        "Nothing is legally binding until contracts are exchanged. Do not book your move yet. If either date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.",
      ],
    ],
  ],
  [
    "the first ID check of two, of which one is not ordered",
    ["thirdfort_check_completed"],
    { checks: [ada, huw(null)] },
    [["checks", "Your ID check is complete", "We’re handling the other checks on your side."]],
  ],
  [
    "the reader’s ID check that must be repeated",
    ["thirdfort_check_failed"],
    { checks: [check("Ada", "failed"), huw("pending")] },
    [
      [
        "checks",
        "Your ID check needs to be done again",
        "We’ll contact you about what to do next. You don’t need to do anything until then.",
      ],
    ],
  ],
  [
    "another person’s ID check that must be repeated",
    ["thirdfort_check_failed"],
    { checks: [ada, huw("failed")] },
    [
      [
        "checks",
        "Huw’s ID check needs to be done again",
        "We’ll contact Huw about what to do next. They don’t need to do anything until then.",
      ],
    ],
  ],
  [
    "two ID checks that must be repeated, one of them the reader’s",
    ["thirdfort_check_failed"],
    { checks: [check("Ada", "failed"), huw("failed")] },
    [
      [
        "checks",
        "The ID checks for you and Huw need to be done again",
        "We’ll contact each of you about what to do next. You don’t need to do anything until then.",
      ],
    ],
  ],
  [
    "two ID checks that must be repeated",
    ["thirdfort_check_failed"],
    { checks: [ada, huw("failed"), gail("failed")] },
    [
      [
        "checks",
        "The ID checks for Huw and Gail need to be done again",
        "We’ll contact Huw and Gail about what to do next. They don’t need to do anything until then.",
      ],
    ],
  ],
  [
    "an ID check that we review",
    ["thirdfort_check_completed"],
    { checks: [check("Ada", "complete", "consider")] },
    [],
  ],
  [
    "searches that were ordered",
    ["searches_ordered"],
    { ordered: 5 },
    [["searches", "The searches have been ordered", "We’ll email you when the results are in."]],
  ],
  [
    "searches that were ordered, of which one is back",
    ["searches_ordered", "search_completed"],
    { ordered: 5, back: 1 },
    [["searches", "Results are in for 1 of 5 searches", "We’re waiting for the other results."]],
  ],
  [
    "searches of which two are back",
    ["search_completed"],
    { ordered: 5, back: 2 },
    [["searches", "Results are in for 2 of 5 searches", "We’re waiting for the other results."]],
  ],
  [
    "all searches",
    ["search_completed"],
    { ordered: 5, back: 5 },
    [["searches", "All search results are in", "Your buyer’s solicitor will review the results."]],
  ],
  [
    "all searches, without a buyer",
    ["search_completed"],
    { ordered: 5, back: 5, has_buyer: false },
    [
      [
        "searches",
        "All search results are in",
        "When you have a buyer, their solicitor will review the results.",
      ],
    ],
  ],
  [
    "all searches, to a buyer",
    ["search_completed"],
    { side: "buyer", ordered: 5, back: 5 },
    [
      [
        "searches",
        "All search results are in",
        "Your solicitor will review the results. We’ll prepare your property report.",
      ],
    ],
  ],
  ["searches that were cancelled", ["searches_ordered"], { ordered: 0 }, []],
  ["searches, to a buyer who may not see them", ["search_completed"], { side: "buyer" }, []],
  [
    "a shared report, to a buyer (CU-5)",
    ["property_report_shared"],
    { side: "buyer", report_at: new Date() },
    [
      [
        "searches",
        "Your property report is ready",
        "You can read it on your dashboard. If anything in it is unclear, ask your solicitor before contracts are exchanged.",
      ],
    ],
  ],
  ["the report, to a seller", ["property_report_shared"], { report_at: new Date() }, []],
  [
    "the contract pack that is ready",
    ["contract_pack_ready"],
    { days: { contract_pack_ready_on: TODAY } },
    [
      [
        "steps",
        "Your contract pack is ready",
        "When your buyer has a solicitor, your solicitor will send them the pack.",
      ],
    ],
  ],
  ["a pack that was ready and then undone", ["contract_pack_ready"], {}, []],
  [
    "a contract pack that was ready and sent at once",
    ["contract_pack_ready", "contract_pack_sent"],
    { days: { contract_pack_ready_on: TODAY, contract_pack_sent_on: TODAY } },
    [
      [
        "steps",
        "Your solicitor has sent the contract pack",
        "Your buyer’s solicitor will review it and raise enquiries (questions).",
      ],
    ],
  ],
  [
    "the contract pack",
    ["contract_pack_sent"],
    { days: { contract_pack_sent_on: TODAY } },
    [
      [
        "steps",
        "Your solicitor has sent the contract pack",
        "Your buyer’s solicitor will review it and raise enquiries (questions).",
      ],
    ],
  ],
  [
    "the contract pack, to a buyer",
    ["contract_pack_sent"],
    { side: "buyer", days: { contract_pack_sent_on: TODAY } },
    [
      [
        "steps",
        "The seller’s solicitor has sent the contract pack",
        "Your solicitor will review it and raise enquiries (questions).",
      ],
    ],
  ],
  [
    "enquiries that were raised and answered",
    ["enquiries_raised", "enquiries_answered"],
    { days: { enquiries_raised_on: "2026-11-20", enquiries_answered_on: TODAY } },
    [
      [
        "steps",
        "Your buyer’s solicitor has raised enquiries",
        "You and your solicitor will answer these questions.",
      ],
      [
        "steps",
        "The enquiries have been answered",
        "Both solicitors will now prepare for exchange of contracts.",
      ],
    ],
  ],
  [
    "enquiries that were raised, to a buyer",
    ["enquiries_raised"],
    { side: "buyer", days: { enquiries_raised_on: TODAY } },
    [
      [
        "steps",
        "Your solicitor has raised enquiries",
        "The seller and their solicitor will answer these questions.",
      ],
    ],
  ],
  ["a pack whose date was cleared", ["contract_pack_sent"], {}, []],
  [
    "a contract pack, to a buyer who may not see it",
    ["contract_pack_sent"],
    { side: "buyer", days: null },
    [],
  ],
  [
    "an agreed sale",
    ["sale_agreed"],
    { dates: { sale_agreed: "2026-11-20" } },
    [
      [
        "steps",
        "Your sale was agreed on Friday 20 November",
        "Nothing is legally binding until contracts are exchanged.",
      ],
    ],
  ],
  [
    "a sale agreed today, to a buyer",
    ["sale_agreed"],
    { side: "buyer", dates: { sale_agreed: TODAY } },
    [
      [
        "steps",
        "Your purchase was agreed today",
        "Nothing is legally binding until contracts are exchanged.",
      ],
    ],
  ],
  [
    "a sale that is due to be agreed",
    ["sale_agreed"],
    { dates: { sale_agreed: "2026-12-01" } },
    [
      [
        "dates",
        "Your sale is due to be agreed on Tuesday 1 December",
        "If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.",
      ],
    ],
  ],
  [
    "a planned exchange",
    ["exchanged"],
    { dates: { exchanged: "2026-12-04" } },
    [["dates", "Exchange is planned for Friday 4 December", PLAN]],
  ],
  [
    "a planned exchange next year, to a buyer",
    ["exchanged"],
    { side: "buyer", dates: { exchanged: "2027-01-08" } },
    [["dates", "Exchange is planned for Friday 8 January", `${PLAN} ${INSURANCE}`]],
  ],
  [
    "the morning of an exchange",
    ["exchange_today"],
    { dates: { exchanged: TODAY, completed: "2026-12-18" } },
    [
      [
        "milestones",
        "Exchange is planned for today",
        "Once contracts have been exchanged, your sale will be legally binding. Your solicitor will tell you when that has happened. Completion is planned for Friday 18 December.",
      ],
    ],
  ],
  [
    "an exchange that staff have recorded since the morning, to a buyer",
    ["exchange_today", "exchanged"],
    { side: "buyer", dates: { exchanged: TODAY, completed: "2026-12-18" } },
    [
      [
        "milestones",
        "Contracts have been exchanged",
        "Contracts were exchanged today, so your purchase is now legally binding. Completion is on Friday 18 December.",
      ],
    ],
  ],
  [
    "an exchange and the planned completion that moved with it",
    ["exchanged", "completed"],
    {
      dates: { exchanged: "2026-11-25", completed: "2026-12-19" },
      told: { exchanged: "2026-11-27", completed: "2026-12-28" },
    },
    [
      [
        "milestones",
        "Contracts have been exchanged",
        "Contracts were exchanged on Wednesday 25 November, so your sale is now legally binding. Completion is on Saturday 19 December. This isn’t a working day. Check the date with your solicitor. The date we gave you before was Monday 28 December.",
      ],
    ],
  ],
  [
    "an exchange",
    ["exchanged"],
    { dates: { exchanged: "2026-11-25" } },
    [
      [
        "milestones",
        "Contracts have been exchanged",
        "Contracts were exchanged on Wednesday 25 November, so your sale is now legally binding. Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it.",
      ],
    ],
  ],
  [
    "an exchange, to a buyer",
    ["exchanged"],
    { side: "buyer", dates: { exchanged: "2026-11-25" } },
    [
      [
        "milestones",
        "Contracts have been exchanged",
        `Contracts were exchanged on Wednesday 25 November, so your purchase is now legally binding. ${UNKNOWN}`,
      ],
    ],
  ],
  [
    "a completion today",
    ["completed"],
    { dates: { exchanged: "2026-11-20", completed: TODAY } },
    [
      [
        "milestones",
        "Completion is today",
        "Your solicitor will tell you when your sale has completed. They’ll then pay off any mortgage and send you the balance.",
      ],
    ],
  ],
  [
    "a completion today, to a buyer",
    ["completed"],
    { side: "buyer", dates: { completed: TODAY } },
    [
      [
        "milestones",
        "Completion is today",
        "Your solicitor will tell you when your purchase has completed and you can collect the keys. They’ll then pay any tax due and register your ownership.",
      ],
    ],
  ],
  [
    "a completion",
    ["completed"],
    { dates: { completed: "2026-11-25" } },
    [
      [
        "milestones",
        "Your sale has completed",
        "Completion took place on Wednesday 25 November. Your solicitor will pay off any mortgage and send you the balance.",
      ],
    ],
  ],
  [
    "a completion, to a buyer",
    ["completed"],
    { side: "buyer", dates: { completed: "2026-11-25" } },
    [
      [
        "milestones",
        "Your purchase has completed",
        "Completion took place on Wednesday 25 November. The property is yours. Your solicitor will pay any tax due and register your ownership.",
      ],
    ],
  ],
  [
    "a completion that was moved twice before exchange",
    ["completed", "completed"],
    { dates: { completed: "2026-12-11" } },
    [["dates", "Completion is planned for Friday 11 December", DAY_MAY_CHANGE]],
  ],
  [
    "a future completion after exchange",
    ["completed"],
    { dates: { exchanged: "2026-11-20", completed: "2026-12-11" } },
    [
      [
        "milestones",
        "Completion is on Friday 11 December",
        "If you think this date is wrong, tell us and your solicitor straight away.",
      ],
    ],
  ],
  [
    "a date that was cleared since, next to one that was not",
    ["exchanged", "sale_agreed"],
    { dates: { sale_agreed: "2026-11-20" } },
    [
      [
        "steps",
        "Your sale was agreed on Friday 20 November",
        "Nothing is legally binding until contracts are exchanged.",
      ],
    ],
  ],
  [
    "a planned completion that moved to a Saturday",
    ["completed"],
    { dates: { completed: "2026-12-19" }, told: { completed: "2026-12-28" } },
    [
      [
        "dates",
        "Planned completion has moved to Saturday 19 December",
        `This isn’t a working day. Check the date with your solicitor. The date we gave you before was Monday 28 December. ${DAY_MAY_CHANGE}`,
      ],
    ],
  ],
  [
    "a planned exchange that moved",
    ["exchanged"],
    { dates: { exchanged: "2026-12-07" }, told: { exchanged: "2026-12-04" } },
    [
      [
        "dates",
        "Planned exchange has moved to Monday 7 December",
        `The date we gave you before was Friday 4 December. ${PLAN}`,
      ],
    ],
  ],
  [
    "a contracted completion that moved",
    ["completed"],
    {
      dates: { exchanged: "2026-11-20", completed: "2026-12-18" },
      told: { completed: "2026-12-21" },
    },
    [
      [
        "milestones",
        "Completion has moved to Friday 18 December",
        "The date we gave you before was Monday 21 December. If you think this date is wrong, tell us and your solicitor straight away.",
      ],
    ],
  ],
  [
    "a date that moved and moved back",
    ["completed"],
    { dates: { completed: "2026-12-18" }, told: { completed: "2026-12-18" } },
    [],
  ],
  [
    "a planned completion that was withdrawn",
    ["completed"],
    { told: { completed: "2026-12-28" } },
    [
      [
        "dates",
        "The planned completion date has been withdrawn",
        "Completion was planned for Monday 28 December. There’s no new date yet. We’ll email you when there is one. Do not book your move yet. If you’ve booked anything for that day, tell the firm that it’s no longer certain.",
      ],
    ],
  ],
  [
    "a planned exchange that was withdrawn",
    ["exchanged"],
    { told: { exchanged: "2026-12-04" } },
    [
      [
        "dates",
        "The planned exchange date has been withdrawn",
        "Exchange was planned for Friday 4 December. There’s no new date yet. We’ll email you when there is one. Nothing is legally binding until contracts are exchanged.",
      ],
    ],
  ],
  [
    "an exchange that was withdrawn, to a buyer",
    ["exchanged"],
    { side: "buyer", told: { exchanged: "2026-11-25" } },
    [
      [
        "dates",
        "The exchange date has been withdrawn",
        "The date we gave you was Wednesday 25 November. We’ve withdrawn it. Do not treat your purchase as legally binding. Ask your solicitor if contracts have been exchanged.",
      ],
    ],
  ],
  [
    "a contracted completion that was withdrawn",
    ["completed"],
    { dates: { exchanged: "2026-11-20" }, told: { completed: "2026-12-18" } },
    [
      [
        "milestones",
        "The completion date has been withdrawn",
        "The date we gave you was Friday 18 December. We’ve withdrawn it. Ask your solicitor which day your contract says, before you move or send any money.",
      ],
    ],
  ],
  [
    "a sale whose end was withdrawn",
    ["aborted"],
    { told: { aborted: "2026-11-25" } },
    [
      [
        "milestones",
        "Your sale has not fallen through",
        "We emailed you that it fell through on Wednesday 25 November. We’ve withdrawn that, and your sale is going ahead. If you didn’t expect this, email us straight away.",
      ],
    ],
  ],
  ["a date that was cleared, to a reader who was emailed none", ["completed"], {}, []],
  ["dates, where no purchase is active", ["exchanged"], { dates: null }, []],
  [
    "a sale that fell through",
    ["aborted"],
    { dates: { aborted: "2026-11-25" } },
    [
      [
        "milestones",
        "Your sale has fallen through",
        `The sale to your buyer fell through on Wednesday 25 November. Your sale is still open with us. When you find a new buyer, or your last buyer comes back, email us and we’ll carry on. ${MONEY_AFTER_STOP.seller}`,
      ],
    ],
  ],
  [
    "a purchase that fell through today, to the buyer",
    ["aborted"],
    { side: "buyer", dates: { aborted: TODAY } },
    [
      [
        "milestones",
        "Your purchase has fallen through",
        `Your purchase fell through today. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. ${MONEY_AFTER_STOP.buyer}`,
      ],
    ],
  ],
  [
    "a sale that is due to end",
    ["aborted"],
    { dates: { aborted: "2026-12-01" } },
    [
      [
        "milestones",
        "Your sale is due to end on Tuesday 1 December",
        "If you didn’t expect this, email us straight away.",
      ],
    ],
  ],
];
