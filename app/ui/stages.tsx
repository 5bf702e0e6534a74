import type { ReactNode } from "react";
import type { Due } from "#app/domain/stages/card-type.ts";
import {
  type ExpectedDate,
  type HolderWithDate as Who,
  holderLabel,
  type StageHolder,
  YOU,
} from "#app/domain/stages/stage-holder.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { Badge } from "./badge.tsx";

export function StageList({
  stages,
  ended = "Stopped",
  noteActions,
}: {
  stages: readonly ShownStage[];
  ended?: "Stopped" | "Aborted";
  noteActions?: (note: ShownStage["notes"][number]) => ReactNode;
}) {
  return (
    <ol className="stages">
      {stages.map((stage) => (
        <li
          key={stage.name}
          data-state={stage.state}
          aria-current={stage.state === "now" ? "step" : undefined}
        >
          <div>
            <h3>{stage.title}</h3>
            <p className="stage-text">{stage.text}</p>
            <StageFacts stage={stage} ended={ended} />
            {stage.notes.map((note) => (
              <div key={note.id} id={`note-${note.id}`} className="stage-note">
                <p>“{note.note}”</p>
                <p className="hint">{note.by}</p>
                {noteActions?.(note)}
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StageFacts({ stage, ended }: { stage: ShownStage; ended: string }) {
  const { state, is_paused, day, took, holder, held_for, open_checks, by_when } = stage;
  if (state === "stopped") {
    return (
      <div className="stage-when">
        <p>
          <Badge tone="stop">{ended}</Badge> {day}
        </p>
      </div>
    );
  }
  if (state === "done") {
    return (
      <div className="stage-when">
        <p>
          <Badge tone="done">Done</Badge> {day}
        </p>
        {took ? <p className="hint">{took}</p> : null}
      </div>
    );
  }
  if (state === "now") {
    return (
      <dl className="stage-facts">
        <div>
          <dt>Status</dt>
          <dd>
            {is_paused ? <Badge tone="wait">Paused</Badge> : <Badge tone="act">In progress</Badge>}
          </dd>
        </div>
        {holder ? <Holder holder={holder} held_for={held_for} open_checks={open_checks} /> : null}
        {by_when ? (
          <div>
            <dt>{by_when.term}</dt>
            <dd>
              {by_when.is_late && by_when.expected ? (
                <LaterThanUsual expected={by_when.expected} />
              ) : (
                <b>{by_when.text}</b>
              )}
              <span className="hint">{by_when.basis}</span>
            </dd>
          </div>
        ) : null}
      </dl>
    );
  }
  return (
    <div className="stage-when">
      <p>
        <b>{laterText(stage)}</b>
        {holder ? `, with ${holder}` : null}
      </p>
      {by_when ? (
        <>
          <p>{by_when.text}</p>
          <p className="hint">{by_when.basis}</p>
        </>
      ) : null}
    </div>
  );
}

function Holder({ holder, held_for, open_checks }: StageHolder) {
  const isReaders = holder === YOU;
  return (
    <div>
      <dt>{holderLabel(holder)}</dt>
      <dd>
        <b className="stage-holder">{isReaders ? "Yours" : holder}</b>{" "}
        <span className="stage-held">{held_for}</span>
        {open_checks ? <span className="hint">{open_checks}</span> : null}
      </dd>
    </div>
  );
}

export function CardFacts({
  due = [],
  current_holder,
}: {
  due?: readonly Due[];
  current_holder: Who | null;
}) {
  if (due.length === 0 && !current_holder) return null;
  const by_when = current_holder?.by_when;
  return (
    <dl className="stage-facts" data-in="card">
      {due.map(({ term, day }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <b>{day}</b>
          </dd>
        </div>
      ))}
      {current_holder ? (
        <Holder {...current_holder} held_for={withoutDay(current_holder.held_for)} />
      ) : null}
      {by_when ? (
        <div>
          <dt>{by_when.term}</dt>
          <dd>{by_when.is_late ? <LaterThanUsual expected={by_when} /> : <b>{by_when.day}</b>}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Leaves out the day since when a holder has had a step, which the line of stages has too. */
function withoutDay(held_for: string | null): string | null {
  const [text, since] = held_for?.split(", since ") ?? [];
  return text && since ? `${text} so far` : (text ?? null);
}

/**
 * Shows an expected day in the future before the usual day. Readers mistook an expected day next to
 * red text for a missed one.
 */
function LaterThanUsual({
  expected: { day, usual },
}: {
  expected: Pick<ExpectedDate, "day" | "usual">;
}) {
  return (
    <>
      {day ? <b>{day}</b> : <Badge tone="stop">Later than usual</Badge>}{" "}
      <span className="hint">Usually done by {usual}</span>
    </>
  );
}

/**
 * Renders the stages as one line. It has the days of the finished stages, and the expected day of
 * the current stage if the card next to it does not have that.
 */
export function StageLine({
  stages,
  expected = null,
}: {
  stages: readonly ShownStage[];
  expected?: string | null;
}) {
  return (
    <ol className="stage-row">
      {stages.map(({ name, title, state, short_day: day, is_begun, is_paused }) => (
        <li key={name} data-state={state} aria-current={state === "now" ? "step" : undefined}>
          <b>{title}</b>
          {state === "stopped" ? (
            <span>Stopped</span>
          ) : state === "done" ? (
            <span>
              {day ? <span className="vh">Done </span> : null}
              {day ?? "Done"}
            </span>
          ) : state === "now" ? (
            <span>
              <span className={expected ? "vh" : undefined}>{is_paused ? "Paused" : "Now"}</span>
              {expected ? (
                <>
                  <span className="vh">, </span>by {expected}
                </>
              ) : null}
            </span>
          ) : (
            <span>{laterText({ state, is_begun, is_paused })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function laterText({
  state,
  is_begun,
  is_paused,
}: Pick<ShownStage, "state" | "is_begun" | "is_paused">): string {
  if (is_begun) return is_paused ? "Paused" : "In progress";
  return state === "next" ? "Next" : "Later";
}

const PANES = [
  "M8 118A112 112 0 0 1 17.9 72.1L85 103.2A38 38 0 0 0 82 118Z",
  "M20.4 66.8A112 112 0 0 1 47.9 32.3L94.9 89.5A38 38 0 0 0 86.6 99.9Z",
  "M52.5 28.6A112 112 0 0 1 92.2 9.5L109.8 81.4A38 38 0 0 0 97.8 87.2Z",
  "M97.9 8.2A112 112 0 0 1 142.1 8.2L126.7 80.6A38 38 0 0 0 113.3 80.6Z",
  "M147.8 9.5A112 112 0 0 1 187.5 28.6L142.2 87.2A38 38 0 0 0 130.2 81.4Z",
  "M192.1 32.3A112 112 0 0 1 219.6 66.8L153.4 99.9A38 38 0 0 0 145.1 89.5Z",
  "M222.1 72.1A112 112 0 0 1 232 118L158 118A38 38 0 0 0 155 103.2Z",
];

/** Draws the stages as a fan of seven panes. The list next to the fan has the same information. */
export function StageFan({ states }: { states: readonly ShownStage["state"][] }) {
  const panes = states.map((state, index) => ({ state, path: PANES[index] ?? "" }));
  // The current pane comes last, because its border overlaps the panes next to it.
  const inOrder = panes.toSorted((a, b) => Number(a.state === "now") - Number(b.state === "now"));
  return (
    <svg
      className="stage-fan"
      viewBox="0 0 240 127"
      width="240"
      height="127"
      aria-hidden="true"
      focusable="false"
    >
      {inOrder.map(({ state, path }) => (
        <path key={path} data-state={state} d={path} />
      ))}
      <path className="stage-fan-hub" d="M91 118a29 29 0 0 1 58 0Z" />
      <path className="stage-fan-sill" d="M4 123h232" />
    </svg>
  );
}
