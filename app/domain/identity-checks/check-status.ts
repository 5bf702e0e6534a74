import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** What an identity check has come to, what it is called, and what staff can do about it. */

export type CheckStatus = Selectable<DB["checks"]>["status"];
/** What a complete check came to, by its worst report; null when Thirdfort has not told. */
export type CheckResult = Selectable<DB["checks"]>["result"];
export type PersonType = Selectable<DB["checks"]>["person_type"];

/** The side on which a person is: giftors are on the buyer's. */
export function personSide(person_type: PersonType): "seller" | "buyer" {
  return person_type === "seller" ? "seller" : "buyer";
}

/** N-018; null: nobody has ordered one. A check that is complete is not yet one that is clear: "Complete, consider". */
export function checkLabel(status: CheckStatus | null, result: CheckResult = null): string {
  if (status === null) return "Not requested";
  return [CHECK_LABELS[status], result].filter(Boolean).join(", ");
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

const REPORT_LABELS: Partial<Record<string, string>> = {
  identity: "Identity",
  nfc: "Document chip",
  document: "Document",
  facial_similarity: "Face",
  address: "Address",
  footprint: "Address footprint",
  peps: "PEPs and sanctions",
  sanctions: "Sanctions",
  "sof-v1": "Source of funds",
  "documents:poa": "Proof of address",
  "documents:poo": "Proof of ownership",
};

/** "PEPs and sanctions" for peps; a report that we do not know is shown as Thirdfort calls it. */
export function reportLabel(type: string): string {
  return REPORT_LABELS[type] ?? type;
}

/** Those that a check may have before it gets this one. */
export function statusesBefore(status: CheckStatus): CheckStatus[] {
  const before: CheckStatus[] = ["pending", "failed", "aborted", "complete"];
  return before.filter((other) => RANK[other] < RANK[status]);
}
