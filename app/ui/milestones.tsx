import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

export type Milestone = {
  title: string;
  /**
   * `waiting` means that someone else must act, and `past` that the milestone is no longer needed.
   */
  state: "done" | "now" | "waiting" | "later" | "past";
  badge?: ReactNode;
  detail?: ReactNode;
};

/** Renders an arch for each milestone. The first milestone in progress has aria-current. */
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
