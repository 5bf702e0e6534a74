import { OWN_CHECK } from "#app/domain/stages/own-check.ts";
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
        ? "From our panel. Or say that you have no preference, and we will choose."
        : `${chooser} picks one from our panel, or says that there is no preference.`,
  },
  id_check: { title: "Complete your ID check", detail: checkDetail },
  engagement_letter: {
    title: "Sign the engagement letter",
    detail: ({ law_firm }) =>
      law_firm === null
        ? "Your solicitor will email it to you once they are introduced."
        : "It comes by email. Sign it, and send it back. If it has not come, ask them.",
  },
  ta_forms: {
    title: "Fill in the TA forms",
    detail: ({ law_firm }) =>
      `${law_firm === null ? "Your solicitor will send them." : "They come by email."} They tell a buyer what is included, and what you know of the home.`,
  },
  introduction: {
    title: "Introduce you to your legal team",
    detail: () => "By email, with their names and how to reach them.",
  },
  searches: {
    title: "Review the searches and the title",
    detail: ({ searches }) =>
      sentence(searchesText(searches)) ??
      "What the council, the water company and the register say of the property.",
  },
  enquiries: {
    title: "Raise enquiries",
    detail: () => "Your solicitor will ask the seller’s solicitor about whatever is not clear.",
  },
  report: {
    title: "Prepare the property report",
    detail: () => "Everything that was found, in plain words, before you commit yourself.",
  },
};

const ORDERED_NEXT =
  "We order it once each side has a solicitor. You will get a text message with a link from Thirdfort, our ID provider.";

const SENT_AGAIN =
  "A new one is sent to you: another text message with a link from Thirdfort, our ID provider.";

function checkDetail({ checks, law_firm }: StepFacts): string {
  const [own, ...others] = checks;
  const state = own ? checkState(own) : "none";
  const theirs = ownText(state, { isRepeated: own?.is_repeated === true, law_firm });
  const among = (states: readonly CheckState[]) => namesOf(others, states);
  const sent = among(["sent"]);
  const inTouch = among(["failed", "stopped", "looked_at"]);
  const notYet = state === "done" ? among(["none"]) : null;
  return [
    theirs,
    sent && `Sent to ${sent} as well.`,
    inTouch && `We are in touch with ${inTouch} about theirs.`,
    notYet && `Not requested of ${notYet} yet.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function ownText(
  state: CheckState,
  { isRepeated, law_firm }: { isRepeated: boolean; law_firm: string | null },
): string {
  if (state === "none" && law_firm !== null) return ORDERED_NEXT;
  if (state === "sent" && isRepeated) return SENT_AGAIN;
  return OWN_CHECK[state];
}

/** Of others no one is told more than that we have it, or that they do. */
function namesOf(people: readonly PersonsCheck[], states: readonly CheckState[]): string | null {
  const found = people.filter((person) => states.includes(checkState(person)));
  return found.length > 0 ? firstNames(found) : null;
}

function sentence(text: string | null) {
  return text && `${text}.`;
}

/** Who has what the reader waits for. What a firm sends is the reader's, once it has come. */
function holderText(step: Step, holder: Holder): string {
  if (holder.kind === "us") return "With us";
  if (holder.kind === "search_provider") return "With the search provider";
  if (holder.kind === "people") return `Waiting for ${holder.name}`;
  return step === "enquiries" ? `With ${holder.name}` : `From ${holder.name}`;
}

/** What comes from a firm is the reader's to do. */
const PAPERS: readonly Step[] = ["engagement_letter", "ta_forms"];

function milestones(steps: readonly Step[], facts: StepFacts): Milestone[] {
  return stepStandings(steps, facts).map(({ step, ...standing }) => {
    const { title, detail } = WORDS[step];
    const { state } = standing;
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
export function BuyerNextSteps({ facts = NOTHING_YET }: { facts?: StepFacts }) {
  return (
    <>
      <Card title={hasNextSteps(STEPS.buyer, facts) ? "Next steps for you" : "Your steps so far"}>
        <Milestones items={milestones(STEPS.buyer, facts)} />
      </Card>
      <Card title={hasNextSteps(STEPS.ours, facts) ? oursTitle(facts) : "Our steps are done"}>
        <Milestones items={milestones(STEPS.ours, facts)} />
      </Card>
    </>
  );
}

/** Some of ours are the work of the solicitor whom we bring in. */
function oursTitle({ law_firm }: StepFacts): string {
  return law_firm === null ? "Next steps for us" : "Next steps for us and your solicitor";
}
