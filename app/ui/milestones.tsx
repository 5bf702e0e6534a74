import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

export type Milestone = {
  title: string;
  /** `waiting` is another person's turn, `past` is not needed any more. */
  state: "done" | "now" | "waiting" | "later" | "past";
  /** A Badge: who has it now. */
  badge?: ReactNode;
  detail?: ReactNode;
};

/**
 * Where a matter is: an arch a milestone, filled when done, amber when it is the reader's turn, edged while others have
 * it, empty later. Several may be under way; the first of them is the current one of the list, which has one at most.
 */
export function Milestones({ items }: { items: readonly Milestone[] }) {
  const current = items.find(({ state }) => state === "now" || state === "waiting");
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
            <p className="milestone-state">{item.badge ?? STATES[item.state]}</p>
            {item.detail ? <p className="hint">{item.detail}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

const STATES: Record<Milestone["state"], ReactNode> = {
  done: <Badge tone="done">Done</Badge>,
  now: <Badge tone="act">Now</Badge>,
  waiting: <Badge tone="wait">Under way</Badge>,
  later: "Not started",
  past: "No longer needed",
};
