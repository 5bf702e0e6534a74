import type { ReactNode } from "react";

export type Milestone = {
  title: string;
  state: "done" | "now" | "later";
  /** A Badge: who has it now. */
  badge?: ReactNode;
  detail?: ReactNode;
};

/**
 * Where a matter is: an arch a milestone, filled when done, amber now, empty later. Several may be under way; the first of
 * them is the current one of the list, which has one at most.
 */
export function Milestones({ items }: { items: readonly Milestone[] }) {
  const current = items.find(({ state }) => state === "now");
  return (
    <ol className="milestones">
      {items.map((item) => (
        <li
          key={item.title}
          data-state={item.state}
          aria-current={item === current ? "step" : undefined}
        >
          <div>
            <h3>{item.title}</h3>
            <p className="cluster">
              {item.badge ?? <span className="vh">{STATE_TEXT[item.state]}</span>}
              {item.detail ? <span className="hint">{item.detail}</span> : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const STATE_TEXT = { done: "Done", now: "Now", later: "Not started" };
