import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import {
  hasNoBuyer,
  readyCount,
  readyParts,
  type ReadyPart,
} from "#app/domain/stages/ready-for-a-buyer.ts";
import { holderLabel, isReaders } from "#app/domain/stages/stage-holder.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import { Badge } from "#app/ui/badge.tsx";

type Part = {
  name: string;
  title: string;
  state: "Done" | "Yours" | "In progress" | "Paused" | "Next" | "Later";
  detail: string;
};

/** The sellers’ answers about the home: sections left, and who still needs to confirm them. */
type Answered = { left: number; confirmers: string | null };

type AnsweredOrNot = Answered | { left: null; confirmers: null };

/** How ready a sale without a buyer is, as its sellers see it. */
export type ReadyView = { title: string; kicker: string; parts: Part[]; is_ready: boolean };

const TITLES: Record<ReadyPart["name"], string> = {
  solicitor: "Solicitor",
  id_checks: "ID checks",
  searches: "Searches",
  property_information: "Property information",
  contract_pack: "Contract pack",
};

/**
 * Returns the parts of a sale, with their holders as the stages show them. Null with a buyer, or
 * once staff have ended the sale.
 */
export function readyView(
  {
    facts,
    stages,
    law_firm,
    information,
  }: {
    facts: StageFacts;
    stages: readonly ShownStage[];
    law_firm: string | null;
    information: Answered | null;
  },
  today: string,
): ReadyView | null {
  if (!hasNoBuyer(facts) || facts.ended_on !== null) return null;
  const parts = readyParts(facts, today);
  const is_paused = facts.pause !== null;
  const is_ready = parts.every(({ state }) => state === "done");
  const hasStarted = parts.some(({ state }) => state === "done");
  const work = is_ready
    ? "The first 4 stages are done."
    : hasStarted
      ? "The legal work has started."
      : "The first 4 stages don’t need one.";
  const next = parts.find(({ state }) => state === "later");
  const hasAnswers = facts.property_information === "in_progress";
  const given = { law_firm, hasAnswers, ...(information ?? { left: null, confirmers: null }) };
  return {
    title: is_ready ? "Your home is ready for a buyer" : readyCount(parts),
    kicker: `No buyer yet. ${work}`,
    parts: parts
      .map((part) => partView(part, { stages, isNext: part === next, ...given }))
      .map((part) => (is_paused ? pausedView(part) : part)),
    is_ready,
  };
}

/** A part that has not begun is next or later, as in the stages. */
function pausedView(part: Part): Part {
  if (part.state === "Done") return part;
  const hasBegun = part.state === "In progress" || part.state === "Yours";
  return { ...part, state: hasBegun ? "Paused" : part.state, detail: "" };
}

function partView(
  { name, stage, state, day }: ReadyPart,
  {
    stages,
    law_firm,
    isNext,
    ...answered
  }: {
    stages: readonly ShownStage[];
    law_firm: string | null;
    isNext: boolean;
    /** True if the sellers have begun to answer the questions about the home. */
    hasAnswers: boolean;
  } & AnsweredOrNot,
): Part {
  const title = TITLES[name];
  if (name === "property_information") {
    // The answers wait for a solicitor, also for one in place of a firm that has declined.
    const isDue = state !== "open" || law_firm !== null;
    return {
      name,
      title,
      ...informationView(isDue ? state : "later", { day, isNext, ...answered }),
    };
  }
  if (state === "done") return { name, title, state: "Done", detail: DONE[name](law_firm) };
  const holder = stages.find((shown) => shown.name === stage)?.holder ?? null;
  if (state === "later") {
    // The stage of the contract pack has begun once only the sellers’ answers are left.
    const isForAnswers =
      name === "contract_pack" &&
      stages.some((each) => each.name === stage && each.state === "now");
    const detail = isForAnswers
      ? answered.confirmers
        ? "Once every seller has confirmed the answers"
        : "Once you’ve confirmed your answers"
      : LATER[name];
    return { name, title, state: isNext ? "Next" : "Later", detail };
  }
  if (holder === null || holderLabel(holder) === "Needs") {
    return { name, title, state: "In progress", detail: "" };
  }
  const state_now = isReaders(holder) ? "Yours" : "In progress";
  return { name, title, state: state_now, detail: `With ${holder}` };
}

/** A pack that is ready doesn’t need the answers. The part is then done without a day. */
function informationView(
  state: ReadyPart["state"],
  {
    day,
    isNext,
    hasAnswers,
    left,
    confirmers,
  }: { day: string | null; isNext: boolean; hasAnswers: boolean } & AnsweredOrNot,
): Pick<Part, "state" | "detail"> {
  if (state === "done") {
    return { state: "Done", detail: day ? "Confirmed" : "Your solicitor didn’t need it" };
  }
  if (confirmers) return { state: "In progress", detail: `With ${confirmers}` };
  if (state === "open") return { state: "Yours", detail: "With you" };
  const detail =
    left === 0
      ? "You’ve answered every section. You can confirm now"
      : hasAnswers
        ? "You’ve started. The rest is due once you have a solicitor"
        : "You can start now. It’s due once you have a solicitor";
  return { state: isNext ? "Next" : "Later", detail };
}

const DONE: Record<
  Exclude<ReadyPart["name"], "property_information">,
  (law_firm: string | null) => string
> = {
  solicitor: (law_firm) => law_firm ?? "Instructed",
  id_checks: () => "Everyone selling",
  searches: () => "All results are in",
  contract_pack: () => "Your solicitor has it ready",
};

const LATER: Record<keyof typeof DONE, string> = {
  solicitor: "We’ll assign one",
  id_checks: "We’ll order these once you have a solicitor",
  searches: "We’ll order these once you have a solicitor",
  contract_pack: "Your solicitor will prepare it",
};

export function ReadyList({ parts }: { parts: readonly Part[] }) {
  return (
    <section className="ready-list" aria-labelledby="ready">
      <h3 id="ready">Ready for a buyer</h3>
      <ul>
        {parts.map(({ name, title, state, detail }) => (
          <li key={name}>
            <b>{title}</b>
            <span data-state={state}>
              {state === "Done" || state === "Yours" ? (
                <Badge tone={state === "Done" ? "done" : "act"}>{state}</Badge>
              ) : (
                state
              )}
            </span>
            {detail ? <span className="hint">{detail}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
