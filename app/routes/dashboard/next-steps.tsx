import type { ReactNode } from "react";
import { oursTitle, PAPERS, STEP_WORDS, stepTitle } from "#app/domain/stages/step-words.ts";
import {
  type Holder,
  INITIAL_STEP_FACTS,
  type Step,
  type StepFacts,
  STEPS,
  stepStates,
} from "#app/domain/transactions/customer-progress.ts";
import { type RequestType, SELLER_TASKS } from "#app/domain/searches/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Milestone, Milestones } from "#app/ui/milestones.tsx";

/**
 * Returns a text about who has the next step. For documents, the text names the firm that sends
 * them, because the reader has the step once they arrive.
 */
function holderText(step: Step, holder: Holder): string {
  if (holder.kind === "us") return "With us";
  if (holder.kind === "search_provider") return "With the search provider";
  if (holder.kind === "people") return `With ${holder.name}`;
  return PAPERS.includes(step) ? `From ${holder.name}` : `With ${holder.name}`;
}

function milestones(steps: readonly Step[], facts: StepFacts, report?: ReactNode): Milestone[] {
  return stepStates(steps, facts).map(({ step, ...standing }) => {
    const title = stepTitle(step, facts);
    const { detail } = STEP_WORDS[step];
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

export function hasNextSteps(steps: readonly Step[], facts: StepFacts): boolean {
  return stepStates(steps, facts).some(({ state }) => state !== "done" && state !== "past");
}

/**
 * Renders a seller’s steps after payment (A-015, F-034 to F-036), and requests that we make later
 * (CU-8).
 */
export function SellerNextSteps({
  facts = INITIAL_STEP_FACTS,
  requests = [],
}: {
  facts?: StepFacts;
  requests?: readonly { id: string; type: RequestType }[];
}) {
  const asked = requests.flatMap(({ type }): Milestone[] => {
    const task = SELLER_TASKS[type];
    return task ? [{ ...task, state: "now" }] : [];
  });
  return <Milestones items={[...asked, ...milestones(STEPS.seller, facts)]} />;
}

/** Renders the buyer’s steps and our steps (F-037 to F-044). */
export function BuyerNextSteps({
  facts = INITIAL_STEP_FACTS,
  report,
}: {
  facts?: StepFacts;
  report?: ReactNode;
}) {
  return (
    <>
      <Card title={hasNextSteps(STEPS.buyer, facts) ? "Next steps for you" : "Your steps so far"}>
        <Milestones items={milestones(STEPS.buyer, facts)} />
      </Card>
      <Card title={hasNextSteps(STEPS.ours, facts) ? oursTitle(facts) : oursDoneTitle(facts)}>
        <Milestones
          items={milestones(STEPS.ours, facts, report).filter(({ state }) => state !== "past")}
        />
      </Card>
    </>
  );
}

function oursDoneTitle({ law_firm }: StepFacts): string {
  return law_firm === null
    ? "What we’ve done so far"
    : "What we and your solicitor have done so far";
}
