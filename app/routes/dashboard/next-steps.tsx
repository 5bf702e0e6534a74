import {
  NOTHING_YET,
  searchesText,
  type Step,
  type StepFacts,
  STEPS,
  stepStates,
} from "#app/domain/transactions/customer-progress.ts";
import { Card } from "#app/ui/card.tsx";
import { type Milestone, Milestones } from "#app/ui/milestones.tsx";

type Words = {
  title: string;
  /** Until it is done. */
  detail: (facts: StepFacts) => string;
};

const WORDS: Record<Step, Words> = {
  id_check: {
    title: "Complete your ID check",
    detail: ({ check }) => CHECK_DETAILS[check ?? "none"],
  },
  engagement_letter: {
    title: "Sign the engagement letter",
    detail: ({ is_introduced }) =>
      is_introduced
        ? "Your solicitor emails it to you."
        : "Your solicitor emails it to you when they are introduced.",
  },
  ta_forms: {
    title: "Fill in the TA forms",
    detail: () => "They tell a buyer about your home: what is included, and what you know of it.",
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
    detail: () => "Your solicitor asks the seller's about whatever is not clear.",
  },
  report: {
    title: "Prepare the property report",
    detail: () => "Everything that was found, in plain words, before you commit yourself.",
  },
};

/** What a customer is told of their own check: why it failed is between them and us. */
const CHECK_DETAILS: Record<NonNullable<StepFacts["check"]> | "none", string> = {
  none: "Not requested yet. You will get a text message with a link from Thirdfort, our ID provider.",
  pending: "Sent to you: a text message with a link from Thirdfort, our ID provider.",
  failed: "It could not be completed. We will contact you about what to do next.",
  aborted: "It was stopped. We will arrange another one if it is needed.",
  complete: "",
};

function sentence(text: string | null) {
  return text && `${text}.`;
}

function milestones(steps: readonly Step[], facts: StepFacts): Milestone[] {
  return stepStates(steps, facts).map(({ step, state }) => {
    const { title, detail } = WORDS[step];
    return { title, state, detail: state === "done" ? undefined : detail(facts) };
  });
}

/** What a seller does after paying (F-034 to F-036). */
export function SellerNextSteps({ facts = NOTHING_YET }: { facts?: StepFacts }) {
  return <Milestones items={milestones(STEPS.seller, facts)} />;
}

/** What follows for a buyer: from them, and from us (F-037 to F-044). */
export function BuyerNextSteps({ facts = NOTHING_YET }: { facts?: StepFacts }) {
  const theirs = milestones(STEPS.buyer, facts);
  const isTheirTurn = theirs.some(({ state }) => state !== "done");
  return (
    <>
      <Card title="Next steps for you" tone={isTheirTurn ? "next" : "plain"}>
        <Milestones items={theirs} />
      </Card>
      <Card title="Next steps for us">
        <Milestones items={milestones(STEPS.ours, facts)} />
      </Card>
    </>
  );
}
