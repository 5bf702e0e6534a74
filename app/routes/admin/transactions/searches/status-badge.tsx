import type { RequestStatus, SearchStatus } from "#app/domain/searches/labels.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Whose turn it is: ours is amber, another person's blue. */
const TONES = {
  "in progress": "wait",
  cancelled: "plain",
  complete: "done",
  pending: "act",
  sent: "wait",
  received: "done",
  forwarded: "done",
} as const satisfies Record<SearchStatus | RequestStatus, string>;

/** A status as it is stored, with a capital letter for the eye (O-002, O-005, O-036). */
export function StatusBadge({ status }: { status: SearchStatus | RequestStatus }) {
  return (
    <Badge tone={TONES[status]}>
      <span className="status-word">{status}</span>
    </Badge>
  );
}
