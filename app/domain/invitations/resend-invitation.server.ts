import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { lockPerson } from "#app/domain/people/lock-person.server.ts";
import { findOpenSaleForProperty } from "#app/domain/purchases/property-lookup.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { expireInvitations } from "./expire-lapsed.server.ts";
import { insertInvitation } from "./insert-invitation.server.ts";
import { requireInvitable } from "./invited-customer.server.ts";
import { notForSaleError } from "./invited-property.server.ts";
import { type Invitation, type InvitationPlace, readInvitation } from "./read-invitation.server.ts";

/**
 * An invitation that may be sent again.
 *
 * @throws NotFoundError "Invitation not found"; ConflictError "Only expired invitations can be resent", when
 *   it was sent again already, when its customer cannot be invited or its property not be bought any more; DomainError
 *   "Original invitation data is missing." when nobody knows for which property it was
 */
export async function readInvitationToResend(
  db: Db,
  place: InvitationPlace,
): Promise<Invitation & { line_1: string }> {
  const invitation = await readInvitation(db, place);
  if (invitation.status !== "expired") {
    throw new ConflictError("Only expired invitations can be resent");
  }
  const { line_1, property_id } = invitation;
  if (line_1 === null) throw new DomainError("Original invitation data is missing.");
  if (invitation.resent) throw new ConflictError("This invitation has been resent already");
  requireInvitable(invitation);
  if (place.role === "buy" && property_id && !(await findOpenSaleForProperty(db, property_id))) {
    throw notForSaleError();
  }
  return { ...invitation, line_1 };
}

/**
 * Sends an expired invitation again: as a new one, from whoever resends it. The old one stays expired (R-020, AMB-R06).
 *
 * @returns the id of the new one
 * @throws as readInvitationToResend and insertInvitation
 */
export async function resendInvitation(
  db: Db,
  place: InvitationPlace,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await expireInvitations(trx);
    // Of two who resend it at once, the second finds the first one's.
    await lockPerson(trx, (await readInvitation(trx, place)).user_id);
    const original = await readInvitationToResend(trx, place);
    const { role, user_id, property_id, property_address_id, referral_code, email } = original;
    return insertInvitation(
      trx,
      {
        role,
        user_id,
        property_id,
        property_address_id,
        referral_code,
        new_user: false,
        is_resend: true,
      },
      { actor, action: "invitation_resent", recipient: email },
    );
  });
}
