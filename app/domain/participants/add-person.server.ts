import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { queueParticipantEmails } from "#app/domain/people/participant-email.server.ts";
import { addParties, type Parties } from "#app/domain/people/parties.server.ts";
import { MAX_PEOPLE } from "#app/domain/people/representation.ts";
import type { additionalPersonForm, giftorForm } from "#app/domain/people/person-forms.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import {
  peopleLockedReason,
  updateOwnershipAndGifts,
  isSameMailbox,
  readSide,
  queuePeopleChangedEmail,
  peopleChangedEmail,
} from "./matter-side.server.ts";

export type NewPlace =
  | { kind: "seller"; transaction_id: string; purchase_intent_id: null }
  | { kind: "buyer" | "giftor"; transaction_id: string; purchase_intent_id: string };

type Answers = z.output<typeof additionalPersonForm> &
  Partial<Pick<z.output<typeof giftorForm>, "amount_pounds" | "relationship">>;

/**
 * Returns the side to add a person to.
 * @throws like readSide; ConflictError if people are locked or their number is at the maximum
 */
export async function readSideOpenToPeople(
  db: Db,
  reader: StaffReader | ServiceReader,
  place: NewPlace,
) {
  const side = await readSide(db, place);
  const closed = peopleLockedReason(side, place);
  if (closed !== null) throw new ConflictError(closed);
  const { length } = side.named.filter(({ kind }) => kind === place.kind);
  if (length >= MAX_PEOPLE) {
    throw new ConflictError(`There are already ${MAX_PEOPLE} ${place.kind}s. That’s the maximum`);
  }
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return side;
}

/**
 * Adds a co-seller, co-buyer or giftor, who gains access. Notifies them and the primary customer. A
 * giftor is emailed with their ID check instead. Earlier checks with the same name and email become
 * theirs.
 * @param answers with amount and relationship for a giftor
 * @throws like readSideOpenToPeople; ConflictError at `email` for a duplicate, and at
 * `same_address` if there is no address to copy
 */
export async function addPerson(
  trx: Db,
  place: NewPlace,
  answers: Answers,
  { actor }: { actor: Actor },
): Promise<void> {
  const { kind, purchase_intent_id, transaction_id } = place;
  await lockMatter(trx, transaction_id);
  const side = await readSideOpenToPeople(trx, service, place);
  const { primary } = side;
  const alike = side.named.filter((other) => other.kind === kind);
  if ([...alike, ...(kind === "giftor" ? [] : [primary])].some((other) => isSame(answers, other))) {
    throw new ConflictError(`${fullName(answers)} has already been added with this email address`, {
      data: { field: "email" },
    });
  }
  const correspondence_address = answers.correspondence_address ?? primary.correspondence_address;
  if (!correspondence_address) {
    throw new ConflictError(`${fullName(primary)} has no address yet. Enter one for this person`, {
      data: { field: "same_address" },
    });
  }
  await addParties(trx, toParties(place, { ...answers, correspondence_address }));
  await updateOwnershipAndGifts(trx, place, kind, true);
  await recordStaffEvent(trx, {
    actor,
    transaction_id,
    ...(purchase_intent_id !== null && { purchase_intent_id }),
    event_name: "person_added",
    type: kind === "seller" ? "seller" : "buyer",
    comments: `${fullName(answers)}, ${kind}`,
  });
  const { email } = answers;
  // A queued email about their removal no longer applies.
  await withdrawEmailsTo(trx, { recipient: email, transaction_id, emails: [peopleChangedEmail] });
  if (kind !== "giftor") {
    const owner = { transaction_id, ...(purchase_intent_id !== null && { purchase_intent_id }) };
    await queueParticipantEmails(trx, {
      kind,
      ...owner,
      primary_email: primary.email,
      mailbox: email,
    });
  }
  await queuePeopleChangedEmail(trx, place, { recipient: primary.email, to: "primary" });
}

type Known = { first_name: string; last_name: string; email: string | null };

/** Returns true if a check could belong to both people, because checks match by name and email. */
function isSame(one: Known, other: Known): boolean {
  const name = ({ first_name, last_name }: Known) => `${first_name} ${last_name}`.toLowerCase();
  return isSameMailbox(one.email, other.email) && name(one) === name(other);
}

type Whole = Answers & { correspondence_address: NonNullable<Answers["correspondence_address"]> };

function toParties({ kind, transaction_id, purchase_intent_id }: NewPlace, person: Whole): Parties {
  if (kind === "seller") return { kind, owner: transaction_id, people: [person] };
  if (kind === "buyer") return { kind, owner: purchase_intent_id, people: [person] };
  const { amount_pounds, relationship } = person;
  // The form requires these, but other callers might not.
  if (amount_pounds === undefined || relationship === undefined) {
    throw new DomainError("Giftor relationship is required");
  }
  return { kind, owner: purchase_intent_id, people: [{ ...person, amount_pounds, relationship }] };
}
