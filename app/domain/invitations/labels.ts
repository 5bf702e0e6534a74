import type { Selectable } from "kysely";
import { isOpen } from "#app/domain/shared/invitations.ts";
import type { DB } from "#db/types.d.ts";

type Invitation = Selectable<DB["invitations"]>;

export type InvitationRole = Invitation["role"];

/** Returns true for an open invitation that has no sale or purchase yet (AMB-R01). */
export function canBeCancelled({
  status,
  transaction_id,
  purchase_intent_id,
}: Pick<Invitation, "status" | "transaction_id" | "purchase_intent_id">): boolean {
  return isOpen(status) && transaction_id === null && purchase_intent_id === null;
}

/** Returns the status of an invitation for staff. */
export function invitationStatusText({
  status,
  link_click_count,
}: Pick<Invitation, "status" | "link_click_count">): string {
  switch (status) {
    case "pending":
      return "user created, email not sent yet";
    case "sent":
      return "Email Sent";
    case "clicked":
      return `Magic Link clicked - ${link_click_count} time(s)`;
    case "expired":
      return "Magic Link Expired";
    case "cancelled":
      return "cancelled";
    case "completed":
      return "Completed (transaction paid)";
  }
}
