import type { ReactNode } from "react";
import { NOT_ORDERED_YET, OWN_CHECK } from "#app/domain/stages/own-check.ts";
import {
  checkState,
  type CheckState,
  firstNames,
  type Holder,
  NOTHING_YET,
  type PersonsCheck,
  searchesText,
  type Step,
  type StepFacts,
  STEPS,
  stepStandings,
} from "#app/domain/transactions/customer-progress.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Milestone, Milestones } from "#app/ui/milestones.tsx";

type Words = {
  title: string;
  /** Until it is done, or past. */
  detail: (facts: StepFacts) => string;
};

const WORDS: Record<Step, Words> = {
  choose_solicitor: {
    title: "Choose your solicitor",
    detail: ({ chooser }) =>
      chooser === null
        ? "Choose a firm from our panel, or ask us to choose for you."
        : `${chooser} will choose a firm from our panel, or ask us to choose.`,
  },
  id_check: { title: "Complete your ID check", detail: checkDetail },
  engagement_letter: {
    title: "Sign the engagement letter",
    detail: ({ law_firm }) =>
      law_firm === null
        ? "Once you have a solicitor, they’ll email you the letter."
        : "Your solicitor will email you the letter to sign and return. If you haven’t received it, contact your solicitor.",
  },
  ta_forms: {
    title: "Fill in the TA forms",
    detail: ({ law_firm }) =>
      `${law_firm === null ? "Once you have a solicitor, they’ll email you the forms." : "Your solicitor will email you the forms."} ${TA_FORMS}`,
  },
  introduction: {
    title: "Introduce you to your legal team",
    detail: () => "We’ll email you their names and contact details.",
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

const TA_FORMS =
  "The TA forms tell the buyer what’s included in the sale and what you know about the property.";

const SENT_AGAIN =
  "We’ve sent you a new ID check. Look for another text message with a link from Thirdfort, our ID check provider.";

function checkDetail({
  checks,
  both_have_solicitor,
}: Pick<StepFacts, "checks" | "both_have_solicitor">): string {
  const [own, ...others] = checks;
  const state = own ? checkState(own) : "none";
  const among = (states: readonly CheckState[]) => checksOf(others, states);
  const sent = among(["sent"]);
  const inTouch = among(["failed", "stopped", "looked_at"]);
  const notYet = state === "done" ? among(["none"]) : null;
  return [
    state === "none" && both_have_solicitor
      ? NOT_ORDERED_YET
      : ownText(state, own?.is_repeated === true),
    sent && `We’re waiting for ${sent.names} to complete their ${sent.checks}.`,
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

/** Of others no one is told more than that we have it, or that they do. */
function checksOf(people: readonly PersonsCheck[], states: readonly CheckState[]) {
  const found = people.filter((person) => states.includes(checkState(person)));
  if (found.length === 0) return null;
  const words =
    found.length === 1
      ? { checks: "ID check", a_check: "an ID check" }
      : { checks: "ID checks", a_check: "ID checks" };
  return { names: firstNames(found), ...words };
}

function sentence(text: string | null) {
  return text && `${text}.`;
}

/** Who has what the reader waits for. What a firm sends is the reader's, once it has come. */
function holderText(step: Step, holder: Holder): string {
  if (holder.kind === "us") return "With us";
  if (holder.kind === "search_provider") return "With the search provider";
  if (holder.kind === "people") return `Waiting for ${holder.name}`;
  return PAPERS.includes(step) ? `From ${holder.name}` : `With ${holder.name}`;
}

/** What comes from a firm is the reader's to do. */
const PAPERS: readonly Step[] = ["engagement_letter", "ta_forms"];

function milestones(
  steps: readonly Step[],
  facts: StepFacts,
  /** Link to the report that is shared. */
  report?: ReactNode,
): Milestone[] {
  return stepStandings(steps, facts).map(({ step, ...standing }) => {
    const { title, detail } = WORDS[step];
    const { state } = standing;
    if (step === "report" && state === "done") return { title, state, detail: report };
    if (state === "done" || state === "past") return { title, state };
    const badge =
      standing.state === "waiting" ? (
        <Badge tone={PAPERS.includes(step) ? "act" : "wait"}>
          {holderText(step, standing.holder)}
        </Badge>
      ) : undefined;
    return { title, state, badge, detail: detail(facts) };
  });
}

/** Whether there is one that is not behind the reader. */
export function hasNextSteps(steps: readonly Step[], facts: StepFacts): boolean {
  return stepStandings(steps, facts).some(({ state }) => state !== "done" && state !== "past");
}

/** What a seller does after paying (A-015, F-034 to F-036). */
export function SellerNextSteps({ facts = NOTHING_YET }: { facts?: StepFacts }) {
  return <Milestones items={milestones(STEPS.seller, facts)} />;
}

/** What follows for a buyer: from them, and from us (F-037 to F-044). */
export function BuyerNextSteps({
  facts = NOTHING_YET,
  report,
}: {
  facts?: StepFacts;
  /** Link to the report that is shared. */
  report?: ReactNode;
}) {
  return (
    <>
      <Card title={hasNextSteps(STEPS.buyer, facts) ? "Next steps for you" : "Your steps so far"}>
        <Milestones items={milestones(STEPS.buyer, facts)} />
      </Card>
      <Card title={hasNextSteps(STEPS.ours, facts) ? oursTitle(facts) : oursDoneTitle(facts)}>
        <Milestones items={milestones(STEPS.ours, facts, report)} />
      </Card>
    </>
  );
}

/** Some of ours are the work of the solicitor whom we bring in. */
function oursTitle({ law_firm }: StepFacts): string {
  return law_firm === null ? "Next steps for us" : "Next steps for us and your solicitor";
}

function oursDoneTitle({ law_firm }: StepFacts): string {
  return law_firm === null
    ? "What we’ve done so far"
    : "What we and your solicitor have done so far";
}
