import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The words for invitations. */

type Invitation = Selectable<DB["invitations"]>;

/** What somebody is invited to do. */
export type InvitationRole = Invitation["role"];

/** Whom staff invite. */
export const INVITED: Record<InvitationRole, "seller" | "buyer"> = { sell: "seller", buy: "buyer" };

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
