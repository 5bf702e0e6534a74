import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { withdrawEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { EMAIL_KEY, type InvitationPlace, readInvitation } from "./invitations.server.ts";
import { canBeCancelled, invitationStatusText } from "./labels.ts";

const REFUSAL = "Only an open invitation that hasn’t been used yet can be cancelled";

/**
 * An invitation as whoever is about to cancel it is shown it, and why it cannot be (AMB-R01); `refusal` is null when it
 * can.
 *
 * @throws NotFoundError "Invitation not found", also for what is no id and for one of the other list
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
 * Cancels an invitation: its link opens nothing from then on, its email does not leave if it has not yet, and its home can
 * be the subject of another. Its customer stays as they are, and is not written to. One that is cancelled already stays so.
 *
 * @param edit.opened with the status that was shown
 * @throws NotFoundError; ConflictError when it cannot be cancelled; ChangedMeanwhileError when it has another status by now
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
      await trx
        .updateTable("invitations")
        .set({ status: "cancelled" })
        .where("id", "=", place.id)
        .where("role", "=", place.role)
        .execute();
      await withdrawEmail(trx, `${EMAIL_KEY}${place.id}`);
    },
  });
}

/** Whoever opens its link at this moment waits, or is waited for. One that is not there is for the reader to say. */
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
