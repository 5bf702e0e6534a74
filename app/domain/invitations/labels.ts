import type { Selectable } from "kysely";
import { isOpen } from "#app/domain/fields/invitations.ts";
import type { DB } from "#db/types.d.ts";

/** The words for invitations. */

type Invitation = Selectable<DB["invitations"]>;

/** What a person is invited to do. */
export type InvitationRole = Invitation["role"];

/**
 * Whether an invitation can be called off: while it is open, and no one has begun the sale or the purchase that it was
 * for (AMB-R01).
 */
export function canBeCancelled({
  status,
  transaction_id,
  purchase_intent_id,
}: Pick<Invitation, "status" | "transaction_id" | "purchase_intent_id">): boolean {
  return isOpen(status) && transaction_id === null && purchase_intent_id === null;
}

/** How far an invitation is. */
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
