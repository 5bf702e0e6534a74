import {
  matterNewsEmail,
  weeklySummaryEmail,
} from "#app/domain/notifications/progress-emails.server.ts";
import { giftorIdCheckEmail } from "#app/domain/identity-checks/office-requests.server.ts";
import { sql } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  hasUnansweredOrder,
  listChecks,
  UNANSWERED_ORDER,
} from "#app/domain/people/checks-of-person.server.ts";
import {
  requeueParticipantEmail,
  personNamedEmail,
} from "#app/domain/people/participant-email.server.ts";
import {
  partyAt,
  partyNotFound,
  type PartyPlace,
} from "#app/domain/people/correct-person.server.ts";
import { deleteParties } from "#app/domain/people/parties.server.ts";
import { completeConfirmation } from "#app/domain/property-information/confirm.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { isOfMatter, withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import {
  peopleLockedReason,
  updateOwnershipAndGifts,
  isSameMailbox,
  readSide,
  queuePeopleChangedEmail,
} from "./matter-side.server.ts";

/**
 * Returns what removing a person would change, for staff. `refusal` is the reason why they cannot
 * be removed, or null. `notify_email` is the address to email about the removal, or null.
 * @throws NotFoundError if the person is not on the matter or the id is invalid
 */
export async function readRemoval(db: Db, reader: StaffReader | ServiceReader, place: PartyPlace) {
  const { kind, purchase_intent_id, ...person } = await partyAt(db, place)
    .select(["first_name", "middle_name", "last_name", "email", "phone_number"])
    .select(["kind", "purchase_intent_id"])
    .executeTakeFirstOrThrow(partyNotFound);
  const { transaction_id } = place;
  const side = await readSide(db, { transaction_id, purchase_intent_id });
  const others = side.named.filter(({ id }) => id !== place.id);
  const is_last = others.every((other) => other.kind !== kind);
  const { email } = person;
  const known = email === null ? null : { ...person, email };
  const part = { transaction_id, person_type: kind };
  const checks = known ? await listChecks(db, known, [part]) : [];
  const shared = [side.primary, ...others].some((other) => isSameMailbox(email, other.email));
  const begun = checks.find(({ status }) => status === "pending");
  const removal = {
    ...person,
    kind,
    purchase_intent_id,
    is_last,
    primary_email: side.primary.email,
    notify_email:
      known && !shared && (await hasBeenNotified(db, transaction_id, known.email))
        ? known.email
        : null,
    check_since: begun ? adminDate(begun.created_at) : null,
    has_finished_checks: checks.some(({ status }) => status === "complete"),
    refusal: await refusal(),
  };
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return removal;

  async function refusal(): Promise<string | null> {
    const closed = peopleLockedReason(side, { transaction_id, purchase_intent_id });
    if (closed !== null) return closed;
    if (is_last && side.is_represented) {
      return "A representative must have at least one owner. Add another owner first";
    }
    return known && (await hasUnansweredOrder(db, known, part)) ? UNANSWERED_ORDER : null;
  }
}

/** Returns true if the person was emailed about the matter, or has an active account. */
async function hasBeenNotified(db: Db, transaction_id: string, email: string): Promise<boolean> {
  const account = db
    .selectFrom("users")
    .select("users.id")
    .where("email", "=", email)
    .where("active", "=", true);
  const emailed = await db
    .selectFrom("email_log")
    .select("id")
    .where(isOfMatter(transaction_id))
    .where("status", "in", ["sending", "sent"])
    .where(sql<boolean>`(recipient = ${email} or ${email}::citext = any(copied_to::citext[]))`)
    .unionAll(account)
    .limit(1)
    .executeTakeFirst();
  return emailed !== undefined;
}

const PARTICIPANT_EMAILS = [
  personNamedEmail,
  giftorIdCheckEmail,
  matterNewsEmail,
  weeklySummaryEmail,
];

/**
 * Removes a participant, who loses access immediately. Withdraws their queued emails. Emails the
 * primary customer, and also the participant if they had been emailed before or have an account.
 * Their identity checks stay in the database, and belong to them again if staff add them again.
 * @throws EditConflictError; NotFoundError as readRemoval does; ConflictError with the `refusal` of
 * readRemoval
 */
export async function removePerson(db: Db, place: PartyPlace, edit: Edit): Promise<void> {
  const { transaction_id } = place;
  await saveDeletion(db, {
    ...edit,
    action: "person_removed",
    subject: { type: "transaction", id: transaction_id },
    async read(trx) {
      await lockMatter(trx, transaction_id);
      await partyAt(trx, place).select("parties.id").forUpdate().execute();
      return readRemoval(trx, service, place);
    },
    async remove(trx, removal) {
      if (removal.refusal) throw new ConflictError(removal.refusal);
      const { kind, purchase_intent_id, email, notify_email, primary_email } = removal;
      const side = { transaction_id, purchase_intent_id };
      const owner = { transaction_id, ...(purchase_intent_id !== null && { purchase_intent_id }) };
      await deleteParties(trx, (eb) => eb("id", "=", place.id));
      if (removal.is_last) await updateOwnershipAndGifts(trx, side, kind, false);
      if (kind === "seller") await completeConfirmation(trx, transaction_id);
      await recordEvent(trx, {
        ...owner,
        event_name: "person_removed",
        type: kind === "seller" ? "seller" : "buyer",
        author: "admin",
        author_id: edit.actor.id,
        comments: `${fullName(removal)}, ${kind}`,
      });
      if (email !== null) {
        if (kind !== "giftor") {
          const named = { kind, ...owner, primary_email, mailbox: email };
          await requeueParticipantEmail(trx, { party_id: place.id, ...named });
        }
        await withdrawWaiting(trx, transaction_id, email);
      }
      if (notify_email !== null)
        await queuePeopleChangedEmail(trx, side, { recipient: notify_email, to: "removed" });
      await queuePeopleChangedEmail(trx, side, { recipient: primary_email, to: "primary" });
    },
  });
}

/**
 * Withdraws a removed participant’s queued emails about a matter, unless another person on the
 * matter has the same mailbox.
 */
async function withdrawWaiting(trx: Db, transaction_id: string, recipient: string) {
  const other = await trx
    .selectFrom("matter_emails")
    .select("email")
    .where("transaction_id", "=", transaction_id)
    .where("email", "=", recipient)
    .limit(1)
    .executeTakeFirst();
  if (!other)
    await withdrawEmailsTo(trx, { recipient, transaction_id, emails: PARTICIPANT_EMAILS });
}
