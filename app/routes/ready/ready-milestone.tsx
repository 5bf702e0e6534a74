import type { ReadyRow } from "#app/domain/ready-links/describe-ready-home.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Milestone } from "#app/ui/milestones.tsx";

/** Returns a part of the seller’s side as a milestone. */
export function toMilestone({ title, what, state, text }: ReadyRow): Milestone {
  const badge = <Badge tone={state === "done" ? "done" : "wait"}>{text}</Badge>;
  return {
    title,
    state: state === "open" ? "waiting" : state,
    badge: state === "later" ? text : badge,
    detail: what,
  };
}
