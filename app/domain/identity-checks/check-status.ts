import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** What an identity check has come to, what it is called, and what staff can do about it. */

export type CheckStatus = Selectable<DB["checks"]>["status"];
export type PersonType = Selectable<DB["checks"]>["person_type"];

/** The side on which a person is: giftors are on the buyer's. */
export function personSide(person_type: PersonType): "seller" | "buyer" {
  return person_type === "seller" ? "seller" : "buyer";
}

/** N-018; null: nobody has ordered one. */
export function checkLabel(status: CheckStatus | null): string {
  return status === null ? "Not requested" : CHECK_LABELS[status];
}

const CHECK_LABELS: Record<CheckStatus, string> = {
  pending: "Pending",
  failed: "Failed",
  aborted: "Aborted",
  complete: "Complete",
};

export const CHECK_VERBS = ["order", "abort", "reorder"] as const;
export type CheckVerb = (typeof CHECK_VERBS)[number];

/** What staff can do about a check of this status (N-019 to N-021). */
export function checkVerb(status: CheckStatus | null): CheckVerb {
  if (status === null) return "order";
  return status === "pending" ? "abort" : "reorder";
}

/** Statuses only ever go up: what is told late, or in another order, changes nothing any more. */
const RANK: Record<CheckStatus, number> = { pending: 0, failed: 1, aborted: 1, complete: 2 };

/** Those that a check may have before it gets this one. */
export function statusesBefore(status: CheckStatus): CheckStatus[] {
  const before: CheckStatus[] = ["pending", "failed", "aborted", "complete"];
  return before.filter((other) => RANK[other] < RANK[status]);
}
