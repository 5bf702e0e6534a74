import {
  checkState,
  type CheckState,
  firstNames,
  type PersonsCheck,
  searchesText,
  type Step,
  type StepFacts,
  STEPS,
  stepStates,
} from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { NOT_ORDERED_YET, OWN_CHECK } from "./own-check.ts";

type Words = {
  title: string;
  detail: (facts: StepFacts) => string;
};

/** Texts of customers’ steps, for pages and emails. */
export const STEP_WORDS: Record<Step, Words> = {
  choose_solicitor: {
    title: "Choose your solicitor",
    detail: ({ chooser }) =>
      chooser === null
        ? "Choose a firm from our panel, or ask us to choose for you. Please do this now, because the other steps start once you have one."
        : `${chooser} will choose a firm from our panel, or ask us to choose.`,
  },
  id_check: { title: "Complete your ID check", detail: checkDetail },
  engagement_letter: {
    title: "Sign the engagement letter",
    detail: ({ law_firm }) =>
      law_firm === null
        ? "Once you have a solicitor, they’ll email you the letter."
        : "Your solicitor emails you the letter, which has their terms. Sign it and return it to them as soon as you have it.",
  },
  ta_forms: {
    title: "Fill in the TA forms",
    detail: ({ law_firm, is_development }) =>
      [
        law_firm === null
          ? "Once you have a solicitor, they’ll email you the forms."
          : "Your solicitor emails you the forms. Fill them in as soon as you have them.",
        TA_FORMS,
        is_development ? null : "Our own questions about your home don’t replace them.",
      ]
        .filter(Boolean)
        .join(" "),
  },
  introduction: {
    title: "Introduce you to your legal team",
    detail: ({ is_confirmed }) =>
      `We’ll email you their names and contact details${is_confirmed ? "" : " once we’ve confirmed your purchase"}.`,
  },
  searches: {
    title: "Review the searches and the title",
    detail: ({ searches }) =>
      sentence(searchesText(searches)) ??
      "The searches and title show what the council, the water company and HM Land Registry know about the property.",
  },
  enquiries: {
    title: "Raise enquiries",
    detail: () =>
      "Your solicitor will ask the seller’s solicitor any questions about the property.",
  },
  report: {
    title: "Prepare the property report",
    detail: () =>
      "We’ll list what the search results show, so you can discuss them with your solicitor before you exchange contracts.",
  },
};

/**
 * Returns the title of a step. That of the ID check asks the reader to complete it, so it has
 * other words if they have done so.
 */
export function stepTitle(step: Step, { checks, is_exchanged }: StepFacts): string {
  const { title } = STEP_WORDS[step];
  const [own] = checks;
  if (step !== "id_check" || !own) return title;
  const state = checkState(own);
  if (state === "none" || state === "sent") return title;
  if (state !== "done") return "Your ID check";
  const isDone = is_exchanged || checks.every((each) => checkState(each) === "done");
  return isDone ? title : "Other people’s ID checks";
}

const TA_FORMS =
  "The TA forms tell the buyer what’s included in the sale and what you know about the property.";

const SENT_AGAIN =
  "We’ve sent you a new ID check. Look for another text message with a link from Thirdfort, our ID check provider.";

function checkDetail({ checks, law_firm }: Pick<StepFacts, "checks" | "law_firm">): string {
  const [own, ...others] = checks;
  const state = own ? checkState(own) : "none";
  const among = (states: readonly CheckState[]) => checksOf(others, states);
  const sent = among(["sent"]);
  const inTouch = among(["failed", "stopped", "looked_at"]);
  const notYet = state === "done" ? among(["none"]) : null;
  return [
    state === "none" && law_firm !== null
      ? NOT_ORDERED_YET
      : ownText(state, own?.is_repeated === true),
    sent && `${sent.names} still ${sent.need} to complete their ${sent.checks}.`,
    inTouch && `We’ll contact ${inTouch.names} about their ${inTouch.checks} if we need to.`,
    notYet && `We haven’t ordered ${notYet.a_check} for ${notYet.names} yet.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function ownText(state: CheckState, isRepeated: boolean): string {
  if (state === "sent" && isRepeated) return SENT_AGAIN;
  return OWN_CHECK[state];
}

/**
 * Returns the names of the people with a check in one of these states, and words for their checks.
 * Combining states hides each person’s own state: the reader learns only who has to act.
 */
function checksOf(people: readonly PersonsCheck[], states: readonly CheckState[]) {
  const found = people.filter((person) => states.includes(checkState(person)));
  if (found.length === 0) return null;
  const words =
    found.length === 1
      ? { checks: "ID check", a_check: "an ID check", need: "needs" }
      : { checks: "ID checks", a_check: "ID checks", need: "need" };
  return { names: firstNames(found), ...words };
}

function sentence(text: string | null) {
  return text && `${text}.`;
}

/** Steps in which the reader returns documents to a law firm. */
export const PAPERS: readonly Step[] = ["engagement_letter", "ta_forms"];

/** Returns the heading above our steps. Some of these are steps of the solicitor. */
export function oursTitle({ law_firm }: StepFacts): string {
  return law_firm === null ? "Next steps for us" : "Next steps for us and your solicitor";
}

export type ListedStep = Pick<Words, "title"> & { detail: string };

/** A reader’s open steps for an email, with the same text as on their page. */
export type ListedSteps = {
  /** Steps that the reader can do, or will receive from their solicitor. */
  now: ListedStep[];
  later: ListedStep[];
  /**
   * Steps that we or the buyer’s solicitor have already started. Emails leave out the steps that
   * have not started.
   */
  ours: { title: string; steps: ListedStep[] };
};

/** Lists a reader’s open steps, except for those that wait for another customer. */
export function listSteps(side: Side, facts: StepFacts): ListedSteps {
  const open = (steps: readonly Step[]) =>
    stepStates(steps, facts).filter(
      (standing) =>
        standing.state === "now" ||
        standing.state === "later" ||
        (standing.state === "waiting" && standing.holder.kind !== "people"),
    );
  const check = facts.checks[0] ? checkState(facts.checks[0]) : "none";
  const listed = ({ step }: { step: Step }) => ({
    title: stepTitle(step, facts),
    detail: STEP_WORDS[step].detail(facts),
  });
  const own = open(STEPS[side]).filter(({ step }) => step !== "id_check" || check !== "done");
  const isNow = ({ step, state }: (typeof own)[number]) =>
    state === "now" || (state === "waiting" && PAPERS.includes(step));
  const ours = side === "buyer" ? open(STEPS.ours).filter(({ state }) => state === "waiting") : [];
  return {
    now: own.filter(isNow).map(listed),
    later: own.filter((step) => !isNow(step)).map(listed),
    ours: { title: oursTitle(facts), steps: ours.map(listed) },
  };
}
