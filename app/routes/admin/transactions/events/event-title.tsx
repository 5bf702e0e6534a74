import { Badge } from "#app/ui/badge.tsx";
import { SideMark } from "../side-mark.tsx";
import { EventIcon } from "./event-icon.tsx";
import type { EventView } from "./view.ts";

/** What happened, on whose side, and whether it is a milestone (K-088 to K-090). */
export function EventTitle({ event: { name, label, type, milestone } }: { event: EventView }) {
  return (
    <span className="cluster event-title">
      <EventIcon name={name} />
      {label}
      <SideBadge type={type} />
      {milestone ? <Badge tone="done">Milestone</Badge> : null}
    </span>
  );
}

/** Whose event it is: the seller's side or the buyer's (K-089, AMB-K07). */
function SideBadge({ type }: Pick<EventView, "type">) {
  return (
    <>
      <SideMark side={type} />
      <span className="vh">{type === "seller" ? "Seller side" : "Buyer side"}</span>
    </>
  );
}
