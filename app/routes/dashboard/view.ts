import { customerDate, customerMoment, londonDay, longDate } from "#app/domain/fields/dates.ts";
import type { BuyersPlace } from "#app/domain/purchases/buyer-dashboard.server.ts";
import {
  checkState,
  type CustomerProgress,
  searchesText,
  stageReached,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import {
  SIGNIFICANT_DATE_LABELS,
  SIGNIFICANT_DATES,
} from "#app/domain/transactions/significant-dates.ts";
import { OWN_CHECK } from "./next-steps.tsx";
import { type StagesView, whereInStages, type WhereItIs } from "./stages-view.ts";

export type Noun = "sale" | "purchase";

export type ProgressView = ReturnType<typeof progressView>;

type Solicitors = { law_firm: string } | null;

/** What a dashboard shows of how far its matter is (F-032, AMB-F06). */
export function progressView(
  progress: CustomerProgress,
  {
    solicitor,
    has_chosen = false,
    chooser = null,
  }: { solicitor: Solicitors; has_chosen?: boolean; chooser?: string | null },
  now = new Date(),
) {
  const { checks, is_introduced, searches, report_at, dates } = progress;
  const today = londonDay(now);
  const stage = stageReached(dates, today);
  const facts: StepFacts = {
    checks,
    law_firm: solicitor?.law_firm ?? null,
    has_chosen,
    chooser,
    is_introduced,
    searches: { ordered: searches.ordered, back: searches.back },
    has_report: report_at !== null,
    is_exchanged: stage === "exchanged" || stage === "completed",
  };
  return {
    stage,
    facts,
    /** The day itself, or the one that staff have entered for it; null while there is none. */
    completion: dates?.completed ?? null,
    rows: [...momentRows(progress), ...dateRows(dates, today)],
  };
}

function momentRows({ assigned_at, searches, report_at }: CustomerProgress) {
  return rowsOf([
    ["Solicitor assigned", assigned_at && customerMoment(assigned_at)],
    ["Searches ordered", searches.ordered_at && customerMoment(searches.ordered_at)],
    ["Searches", searchesText(searches)],
    ["Property report", report_at && customerMoment(report_at)],
  ]);
}

/** Those that have come: what is still to come stands among the dates. */
function dateRows(dates: CustomerProgress["dates"], today: string) {
  return rowsOf(
    SIGNIFICANT_DATES.map((name) => {
      const date = dates?.[name] ?? null;
      const hasCome = date !== null && date <= today;
      return [SIGNIFICANT_DATE_LABELS[name], hasCome ? customerDate(date) : null];
    }),
  );
}

/** Only what there is. */
function rowsOf(rows: readonly (readonly [term: string, description: string | null])[]) {
  return rows.flatMap(([term, description]) => (description ? [{ term, description }] : []));
}

const NOTHING_TO_DO = "There is nothing for you to do.";

/** Of a sale. One whose buyer did not go ahead stays open. */
export function whereSaleIs(
  { stage, facts, completion }: ProgressView,
  { preferred, stages }: { preferred: { law_firm: string | null } | null; stages: StagesView },
): WhereItIs {
  if (stage === "exchanged") return exchanged(completion);
  const check = ownCheck(facts);
  if (check) return check;
  const where = stage === "under_way" ? whereInStages(stages, "seller") : null;
  if (where) return where;
  if (facts.law_firm !== null) {
    return others(
      "Your solicitor is at work",
      `${facts.law_firm} email you the engagement letter and the TA forms. Sign and fill them in when they come.`,
    );
  }
  if (preferred === null && facts.chooser !== null) {
    return others(
      `Waiting for ${facts.chooser}`,
      `${facts.chooser} chooses who does the legal work of your sale, from our panel.`,
    );
  }
  if (preferred === null) {
    return {
      turn: "yours",
      title: "Choose your solicitor",
      text: "They do the legal work of your sale. Pick one of our panel, or say that you have no preference.",
    };
  }
  const { law_firm } = preferred;
  const who = facts.chooser ?? "You";
  const chosen =
    law_firm === null
      ? `${who} ${facts.chooser === null ? "have" : "has"} no preference.`
      : `${who} chose ${law_firm}.`;
  return others("We are assigning your solicitor", `${chosen} We introduce you to them by email.`);
}

/** Of a purchase, beside the others of its home (C3). */
export function wherePurchaseIs(
  { stage, facts, completion }: ProgressView,
  { place, line_1, stages }: { place: BuyersPlace; line_1: string; stages: StagesView | null },
): WhereItIs {
  if (stage === "aborted") {
    return over("This purchase has ended", `${NOTHING_TO_DO} We keep this page for you.`);
  }
  if (place !== "going_on" && place !== "waiting") return withoutThem(place, line_1);
  if (stage === "exchanged") return exchanged(completion);
  const check = ownCheck(facts);
  if (check) return check;
  if (place === "waiting") {
    return others(
      "We have your details",
      "We email you as soon as your purchase goes ahead. Tell us if anything changes until then.",
    );
  }
  const where = stages && whereInStages(stages, "buyer");
  if (where && facts.is_introduced) return where;
  if (facts.law_firm === null) {
    return others("We are assigning your solicitor", "We introduce you to them by email.");
  }
  if (!facts.is_introduced) {
    return others("Your solicitor is assigned", "We introduce you to them by email next.");
  }
  return others(
    "Your solicitor is at work",
    `${facts.law_firm} email you the engagement letter. Sign it when it comes.`,
  );
}

/** Neutral words: why it is another buyer is between the seller and them. */
function withoutThem(place: Exclude<BuyersPlace, "going_on" | "waiting">, line_1: string) {
  switch (place) {
    case "sold_to_other":
      return over(
        `${line_1} is sold`,
        `It has been sold to another buyer, and your purchase has ended. ${NOTHING_TO_DO}`,
      );
    case "with_other":
      return over(
        "The sale is going ahead with another buyer",
        `${NOTHING_TO_DO} We keep your details, and email you if it changes. Write to us if you think that this is a mistake.`,
      );
    case "set_aside":
      return over(
        "Your purchase is on hold",
        `${NOTHING_TO_DO} We keep your details, and email you when it goes on. Write to us if you think that this is a mistake.`,
      );
  }
}

function exchanged(completion: string | null): WhereItIs {
  const day = completion
    ? `The day is ${longDate(completion)}.`
    : "Your solicitor tells you the day.";
  return others("Completion comes next", day);
}

/** Before anything else: nothing continues without it. */
function ownCheck({ checks: [own] }: ProgressView["facts"]): WhereItIs | null {
  const state = own ? checkState(own) : "none";
  if (state === "none" || state === "done") return null;
  if (state !== "sent") return others("We look into your ID check", OWN_CHECK[state]);
  return {
    turn: "yours",
    title: "Look out for a text message",
    text: "It comes from Thirdfort, our ID provider, and has the link to your ID check. If you have done the check already, we wait for its result.",
  };
}

function others(title: string, text: string): WhereItIs {
  return { turn: "others", title, text };
}

function over(title: string, text: string): WhereItIs {
  return { turn: "over", title, text };
}
