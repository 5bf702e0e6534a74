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
 * Returns the sale or purchase that staff want to add a person to.
 * @throws as readSide does; ConflictError if staff cannot add people to it, or if it already has
 * the maximum number of people of that kind
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
 * Adds a co-seller, co-buyer or giftor, who gains access to the matter. Emails the primary customer
 * and the new person; a giftor gets their email with their ID check instead. Earlier identity
 * checks with the same name and email count as the new person’s.
 * @param answers include the amount and the relationship if the person is a giftor
 * @throws as readSideOpenToPeople does; ConflictError for the field `email` if the person is
 * already on that side, and for `same_address` if the primary customer has no address to copy
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

/**
 * Returns true if two people have the same email and name. An identity check is matched by email
 * and name, so it could belong to either person.
 */
function isSame(one: Known, other: Known): boolean {
  const name = ({ first_name, last_name }: Known) => `${first_name} ${last_name}`.toLowerCase();
  return isSameMailbox(one.email, other.email) && name(one) === name(other);
}

type Whole = Answers & { correspondence_address: NonNullable<Answers["correspondence_address"]> };

function toParties({ kind, transaction_id, purchase_intent_id }: NewPlace, person: Whole): Parties {
  if (kind === "seller") return { kind, owner: transaction_id, people: [person] };
  if (kind === "buyer") return { kind, owner: purchase_intent_id, people: [person] };
  const { amount_pounds, relationship } = person;
  // The form requires both fields, but another caller might leave them out.
  if (amount_pounds === undefined || relationship === undefined) {
    throw new DomainError("Giftor relationship is required");
  }
  return { kind, owner: purchase_intent_id, people: [{ ...person, amount_pounds, relationship }] };
}
