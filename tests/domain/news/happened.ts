import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import type { NewsFacts } from "#app/domain/news/items.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";

const TODAY = "2026-11-26";
const NO_DATES = { sale_agreed: null, exchanged: null, completed: null, aborted: null };

const NO_DAYS = {
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
};

export function facts({
  side = "seller",
  checks = [],
  dates = {},
  days = {},
  ...rest
}: Change): NewsFacts {
  const { ordered = 0, back = 0, report_at = null } = rest;
  return {
    side,
    today: TODAY,
    days: days && { ...NO_DAYS, ...days },
    progress: {
      checks,
      searches: { ordered, back, ordered_at: null },
      report_at,
      dates: dates && { ...NO_DATES, ...dates },
    },
  };
}

const check = (
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

/** What happened, what is true by then, and what is told: its kind, what, and what comes next. */
export const rows: [string, NewsEvent[], Change, [kind: string, what: string, next?: RegExp][]][] =
  [
    [
      "a check that is asked for, of two",
      ["thirdfort_check_ordered"],
      { checks: [check("Ada", "pending"), check("Huw", null)] },
      [["checks", "We have asked for the ID check of Ada", /text message/]],
    ],
    [
      "a check that is asked for again, after another",
      ["thirdfort_check_ordered", "thirdfort_check_reordered"],
      { checks: [check("Ada", "pending"), check("Huw", "pending")] },
      [["checks", "We have asked for the ID check of Ada and Huw"]],
    ],
    [
      "a check that was called off, or is done by now",
      ["thirdfort_check_ordered"],
      { checks: [ada, check("Huw", null)] },
      [],
    ],
    [
      "a check of one",
      ["thirdfort_check_completed"],
      { checks: [ada] },
      [["checks", "The ID checks on your side are complete"]],
    ],
    [
      "a check of two",
      ["thirdfort_check_completed"],
      { checks: [ada, check("Huw", "pending")] },
      [["checks", "The ID check of Ada is complete", /^We are waiting for Huw:/]],
    ],
    [
      "the first of two, of which one is not ordered",
      ["thirdfort_check_completed"],
      { checks: [ada, check("Huw", null)] },
      [["checks", "The ID check of Ada is complete", /^We will see to the other checks/]],
    ],
    [
      "a check that has to be repeated",
      ["thirdfort_check_failed"],
      { checks: [ada, check("Huw", "failed")] },
      [["checks", "The ID check of Huw has to be done again"]],
    ],
    [
      "a check that we look at",
      ["thirdfort_check_completed"],
      { checks: [check("Ada", "complete", "consider")] },
      [],
    ],
    [
      "searches that were ordered",
      ["searches_ordered"],
      { ordered: 5 },
      [["searches", "The searches are ordered"]],
    ],
    [
      "searches that were ordered, of which some are back",
      ["searches_ordered", "search_completed"],
      { ordered: 5, back: 2 },
      [["searches", "2 of 5 searches are back", /others/]],
    ],
    [
      "all searches",
      ["search_completed"],
      { ordered: 5, back: 5 },
      [["searches", "All searches are back"]],
    ],
    ["searches that were called off", ["searches_ordered"], { ordered: 0 }, []],
    ["searches, to a buyer who may not know of them", ["search_completed"], { side: "buyer" }, []],
    [
      "the report, to a buyer",
      ["property_search_report_generated"],
      { side: "buyer", report_at: new Date() },
      [["searches", "The property report is ready"]],
    ],
    [
      "the report, to a seller",
      ["property_search_report_generated"],
      { report_at: new Date() },
      [],
    ],
    [
      "the contract pack",
      ["contract_pack_sent"],
      { days: { contract_pack_sent_on: TODAY } },
      [
        [
          "steps",
          "Your solicitor has sent the contract pack",
          /^Your buyer’s solicitor will read it/,
        ],
      ],
    ],
    [
      "the contract pack, to a buyer",
      ["contract_pack_sent"],
      { side: "buyer", days: { contract_pack_sent_on: TODAY } },
      [["steps", "Your solicitor has the contract pack", /^They will read it and ask/]],
    ],
    [
      "enquiries that were raised and answered",
      ["enquiries_raised", "enquiries_answered"],
      { days: { enquiries_raised_on: "2026-11-20", enquiries_answered_on: TODAY } },
      [
        ["steps", "Your buyer’s solicitor has raised enquiries", /^You and your solicitor will/],
        ["steps", "The enquiries are answered", /exchange of contracts/],
      ],
    ],
    ["a pack whose press was taken back", ["contract_pack_sent"], {}, []],
    [
      "a pack, to a buyer who may not know",
      ["contract_pack_sent"],
      { side: "buyer", days: null },
      [],
    ],
    [
      "an exchange that is to come",
      ["exchanged"],
      { dates: { exchanged: "2026-12-04" } },
      [["dates", "Exchange of contracts is set for Friday 4 December 2026", /tell us at once/]],
    ],
    [
      "an exchange of today",
      ["exchanged"],
      { dates: { exchanged: TODAY } },
      [
        [
          "steps",
          "Contracts were exchanged on Thursday 26 November 2026, today",
          /your buyer are bound/,
        ],
      ],
    ],
    [
      "an exchange, to a buyer",
      ["exchanged"],
      { side: "buyer", dates: { exchanged: "2026-11-25" } },
      [["steps", "Contracts were exchanged on Wednesday 25 November 2026", /the seller are bound/]],
    ],
    [
      "a completion",
      ["completed"],
      { side: "buyer", dates: { completed: TODAY } },
      [["steps", "Completion was Thursday 26 November 2026, today", /The home is yours/]],
    ],
    [
      "a completion that was moved twice",
      ["completed", "completed"],
      { dates: { completed: "2026-12-11" } },
      [["dates", "Completion is set for Friday 11 December 2026"]],
    ],
    [
      "a date that was cleared meanwhile, beside one that was not",
      ["exchanged", "sale_agreed"],
      { dates: { sale_agreed: "2026-11-20" } },
      [["steps", "The sale was agreed on Friday 20 November 2026"]],
    ],
    ["dates, where no one's purchase goes on", ["exchanged"], { dates: null }, []],
    [
      "an end",
      ["aborted"],
      { dates: { aborted: "2026-11-25" } },
      [
        [
          "steps",
          "The sale no longer goes ahead, as of Wednesday 25 November 2026",
          /stays open.*we will take it up again\. Who pays for the legal work so far depends/,
        ],
      ],
    ],
    [
      "an end, to the buyer",
      ["aborted"],
      { side: "buyer", dates: { aborted: "2026-11-25" } },
      [
        [
          "steps",
          "The sale no longer goes ahead, as of Wednesday 25 November 2026",
          /^There is nothing for you to do\. You don’t owe us anything\. Whether you owe your solicitor/,
        ],
      ],
    ],
  ];
