import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { withdrawEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { EMAIL_KEY, type InvitationPlace, readInvitation } from "./invitations.server.ts";
import { OPEN_STATUSES } from "#app/domain/shared/invitations.ts";
import { canBeCancelled, invitationStatusText } from "./labels.ts";

const REFUSAL = "Only an open invitation that hasn’t been used yet can be cancelled";

/**
 * Returns an invitation, for the page that confirms its cancellation. `refusal` is the reason why
 * it cannot be cancelled, or null (AMB-R01).
 * @throws NotFoundError "Invitation not found", also for an invalid id or an invitation with a
 * different role
 */
export async function readInvitationToCancel(
  db: Db,
  reader: StaffReader | ServiceReader,
  place: InvitationPlace,
) {
  const invitation = await readInvitation(db, reader, place);
  return {
    invitation: {
      name: fullName(invitation),
      email: invitation.email,
      property: addressLine(invitation),
      status: invitationStatusText(invitation),
    },
    refusal: canBeCancelled(invitation) ? null : REFUSAL,
  };
}

/**
 * Cancels an invitation: its link stops working, its unsent email is withdrawn, and the customer
 * can be invited to the same property again. Does not notify the customer. Does nothing if the
 * invitation is already cancelled.
 * @param edit.opened the status that the confirmation page showed
 * @throws NotFoundError; ConflictError if it cannot be cancelled; EditConflictError if the status
 * has changed
 */
export async function cancelInvitation(
  db: Db,
  place: InvitationPlace,
  { actor, opened }: Edit,
): Promise<void> {
  await saveChange(db, {
    actor,
    opened: { status: opened.status },
    action: "invitation_cancelled",
    subject: { type: "invitation", id: place.id },
    yours: { status: invitationStatusText({ status: "cancelled", link_click_count: 0 }) },
    async read(trx) {
      await lockInvitation(trx, place);
      return { status: (await readInvitationToCancel(trx, service, place)).invitation.status };
    },
    async write(trx) {
      const { refusal } = await readInvitationToCancel(trx, service, place);
      if (refusal) throw new ConflictError(refusal);
      await withdrawInvitation(trx, place.id);
    },
  });
}

/** Cancels an open invitation without a sale or purchase, and withdraws its unsent email. */
export async function withdrawInvitation(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ status: "cancelled" })
    .where("id", "=", id)
    .where("status", "in", OPEN_STATUSES)
    .where("transaction_id", "is", null)
    .where("purchase_intent_id", "is", null)
    .execute();
  await withdrawEmail(trx, `${EMAIL_KEY}${id}`);
}

/** Locks an invitation against a concurrent use of its link. Does not check that it exists. */
async function lockInvitation(trx: Db, { id, role }: InvitationPlace) {
  if (!isObjectId(id)) return;
  await trx
    .selectFrom("invitations")
    .select("id")
    .where("id", "=", id)
    .where("role", "=", role)
    .forUpdate()
    .execute();
}
