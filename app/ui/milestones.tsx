import type { ReactNode } from "react";

export type Milestone = {
  title: string;
  state: "done" | "now" | "later";
  /** A Badge: who has it now. */
  badge?: ReactNode;
  detail?: ReactNode;
};

/** Where a matter is: an arch a milestone, filled when done, amber now, empty later. */
export function Milestones({ items }: { items: readonly Milestone[] }) {
  return (
    <ol className="milestones">
      {items.map(({ title, state, badge, detail }) => (
        <li key={title} data-state={state} aria-current={state === "now" ? "step" : undefined}>
          <div>
            <h3>{title}</h3>
            <p className="cluster">
              {badge ?? <span className="vh">{STATE_TEXT[state]}</span>}
              {detail ? <span className="hint">{detail}</span> : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const STATE_TEXT = { done: "Done", now: "Now", later: "Not started" };
