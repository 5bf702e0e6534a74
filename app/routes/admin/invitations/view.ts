import { adminDate, adminTime } from "#app/domain/shared/dates.ts";
import {
  canBeCancelled,
  type InvitationRole,
  invitationStatusText,
} from "#app/domain/invitations/labels.ts";
import type { ListedInvitation } from "#app/domain/invitations/invitations.server.ts";
import { INVITED_SIDE } from "#app/domain/shared/invitations.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fromData } from "#app/ui/page.ts";

export const TITLES = {
  sell: { list: "Sellers Invitations", add: "Invite New Seller" },
  buy: { list: "Buyers Invitations", add: "Invite New Buyer" },
};

export function invitationRole(request: Request): InvitationRole {
  return new URL(request.url).pathname.startsWith("/admin/buyers-invitations") ? "buy" : "sell";
}

/**
 * Returns a function that makes a page title from an action and the person’s name: "Resend Ada
 * Byron".
 */
export const partWithName =
  (verb: string) =>
  (data: unknown): string => {
    const name = fromData("name")(Reflect.get(Object(data), "record"));
    return [verb, name].filter(Boolean).join(" ");
  };

/** Returns the message that is shown after an invitation was resent. */
export function resentText(role: InvitationRole): string {
  return `You've successfully resent the invitation to the ${INVITED_SIDE[role]}.`;
}

export const resendLinkId = (id: string) => `resend-${id}`;
export const cancelLinkId = (id: string) => `cancel-${id}`;

export type InvitationRow = ReturnType<typeof rowView>;

/** Maps an invitation to its row in the list. */
export function rowView(invitation: ListedInvitation) {
  const { id, role, status, email_sent_at: at } = invitation;
  return {
    id,
    role,
    name: fullName(invitation),
    email: invitation.email,
    status,
    status_text: invitationStatusText(invitation),
    note: invitation.email_failed ? "We couldn’t send the email" : null,
    can_cancel: canBeCancelled(invitation),
    can_resend: status === "expired" && !invitation.resent,
    email_sent_at: at && `${adminDate(at)} ${adminTime(at)}`,
    address: addressLine(invitation),
    invited_by: invitation.invited_by ?? "",
    referral_code: invitation.referral_code,
  };
}
