import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordDoneByStaff } from "#app/domain/events/events.server.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { tellNamed } from "#app/domain/people/named.server.ts";
import { addParties, type Parties } from "#app/domain/people/parties.server.ts";
import { MAX_PEOPLE } from "#app/domain/people/representation.ts";
import type { additionalPersonForm, giftorForm } from "#app/domain/people/person-forms.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import {
  closedBecause,
  followPeople,
  isSameMailbox,
  readSide,
  tellOfPeople,
  peopleChangedEmail,
} from "./side.server.ts";

/** Where somebody is to be named, and as what. */
export type NewPlace =
  | { kind: "seller"; transaction_id: string; purchase_intent_id: null }
  | { kind: "buyer" | "giftor"; transaction_id: string; purchase_intent_id: string };

type Answers = z.output<typeof additionalPersonForm> &
  Partial<Pick<z.output<typeof giftorForm>, "amount_pounds" | "relationship">>;

/**
 * The sale or purchase that somebody is to be named in.
 *
 * @throws NotFoundError as readSide; ConflictError why nobody can be added
 */
export async function readSideToJoin(db: Db, reader: StaffReader | ServiceReader, place: NewPlace) {
  const side = await readSide(db, place);
  const closed = closedBecause(side, place);
  if (closed !== null) throw new ConflictError(closed);
  const { length } = side.named.filter(({ kind }) => kind === place.kind);
  if (length >= MAX_PEOPLE) {
    throw new ConflictError(`There are already ${MAX_PEOPLE} ${place.kind}s. That’s the maximum`);
  }
  await reader.shown({ record: { type: "transaction", id: place.transaction_id } });
  return side;
}

/**
 * Names somebody in a sale or purchase, by what customers are asked of them: from then on they may see what is theirs of it.
 * They are told, but for a giftor, who hears of it with their check; and who signed up is. Earlier checks in their names
 * and at their email are theirs.
 *
 * @param place.kind of a giftor `answers` has the amount and the relationship
 * @throws as readSideToJoin; ConflictError at `email` for who is named already, at `same_address` where there is none
 */
export async function addPerson(
  trx: Db,
  place: NewPlace,
  answers: Answers,
  { actor }: { actor: Actor },
): Promise<void> {
  const { kind, purchase_intent_id, transaction_id } = place;
  await lockMatter(trx, transaction_id);
  const side = await readSideToJoin(trx, service, place);
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
  await followPeople(trx, place, kind, true);
  await recordDoneByStaff(trx, {
    actor,
    transaction_id,
    ...(purchase_intent_id !== null && { purchase_intent_id }),
    event_name: "person_added",
    type: kind === "seller" ? "seller" : "buyer",
    comments: `${fullName(answers)}, ${kind}`,
  });
  const { email } = answers;
  // That they were named no more is so no more.
  await withdrawEmailsTo(trx, { recipient: email, transaction_id, emails: [peopleChangedEmail] });
  if (kind !== "giftor") {
    const owner = { transaction_id, ...(purchase_intent_id !== null && { purchase_intent_id }) };
    await tellNamed(trx, { kind, ...owner, primary_email: primary.email, mailbox: email });
  }
  await tellOfPeople(trx, place, { recipient: primary.email, to: "primary" });
}

type Known = { first_name: string; last_name: string; email: string | null };

/** By what checks are known: two alike would share one. */
function isSame(one: Known, other: Known): boolean {
  const name = ({ first_name, last_name }: Known) => `${first_name} ${last_name}`.toLowerCase();
  return isSameMailbox(one.email, other.email) && name(one) === name(other);
}

type Whole = Answers & { correspondence_address: NonNullable<Answers["correspondence_address"]> };

function toParties({ kind, transaction_id, purchase_intent_id }: NewPlace, person: Whole): Parties {
  if (kind === "seller") return { kind, owner: transaction_id, people: [person] };
  if (kind === "buyer") return { kind, owner: purchase_intent_id, people: [person] };
  const { amount_pounds, relationship } = person;
  // The form has asked; other callers may not have.
  if (amount_pounds === undefined || relationship === undefined) {
    throw new DomainError("Giftor relationship is required");
  }
  return { kind, owner: purchase_intent_id, people: [{ ...person, amount_pounds, relationship }] };
}
