import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { type NewAddress, personAddress, saveAddress } from "#app/domain/shared/address.server.ts";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { differingFields } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { changedDetails, type OwnDetail } from "./own-details.ts";
import { USER_COLUMNS } from "./questions.ts";
import { readPerson, updatePerson } from "./person.server.ts";
import { lockPerson } from "./users.server.ts";

/**
 * Email about changed contact details. Identity checks keep the details that they were ordered
 * with.
 */
export const ownDetailsChangedEmail = queuedEmail(
  "own_details_changed",
  z.object({
    user_id: z.string(),
    changed: z.array(z.enum(["phone_number", "correspondence_address"])),
  }),
);

export const OwnDetailsForm = mobilePhone(
  z.object({ ...phoneFields, correspondence_address: personAddress }),
);

type OwnDetails = { phone_number: string; correspondence_address: NewAddress };

const DETAILS = ["phone_number", "correspondence_address"] as const satisfies readonly OwnDetail[];

const COMPLETED =
  "Your sale or purchase has completed, so you can’t change these details yourself. Ask us to correct them.";

/** Reads a person’s own details, and whether the person may still change them. */
export async function readOwnDetails(db: Db, user_id: ReaderId) {
  const [person, parts] = await Promise.all([readPerson(db, user_id), listParts(db, user_id)]);
  return { ...person, may_change: mayChange(parts) };
}

/**
 * Changes a person’s contact details, also as a participant of open matters. Records events and
 * queues an email. Returns false if nothing differs.
 * @throws ConflictError if every matter has completed
 */
export async function changeOwnDetails(
  trx: Db,
  user_id: ReaderId,
  details: OwnDetails,
): Promise<boolean> {
  await lockPerson(trx, user_id);
  const parts = await listParts(trx, user_id);
  if (!mayChange(parts)) throw new ConflictError(COMPLETED);
  const before = await readPerson(trx, user_id);
  const { phone_number, correspondence_address } = details;
  await updatePerson(trx, user_id, {
    ...pick(before, USER_COLUMNS),
    phone_number,
    correspondence_address,
  });
  const after = await readPerson(trx, user_id);
  const fields = differingFields(toVersion(before), toVersion(after));
  const changed = DETAILS.filter((name) => fields.includes(name));
  const open = parts.filter(({ has_completed }) => !has_completed);
  for (const part of open) if (part.party_id) await changeParty(trx, part.party_id, details);
  if (changed.length === 0) return false;
  for (const { transaction_id, purchase_intent_id, side } of open.filter(
    ({ is_ours }) => is_ours,
  )) {
    await recordEvent(trx, {
      transaction_id,
      ...(purchase_intent_id && { purchase_intent_id }),
      event_name: "person_corrected",
      type: side,
      author: side,
      author_id: user_id,
      comments: `${fullName(before)} changed their ${changedDetails(changed)}`,
    });
  }
  await queueEmail(trx, {
    email: ownDetailsChangedEmail,
    recipient: before.email,
    user_id,
    props: { user_id, changed },
  });
  return true;
}

async function changeParty(
  trx: Db,
  id: string,
  { phone_number, correspondence_address }: OwnDetails,
) {
  const { correspondence_address_id: current_id } = await trx
    .updateTable("parties")
    .set({ phone_number })
    .where("id", "=", id)
    .returning("correspondence_address_id")
    .executeTakeFirstOrThrow();
  const address = await saveAddress(trx, current_id, correspondence_address);
  if (address === current_id) return;
  await trx
    .updateTable("parties")
    .set({ correspondence_address_id: address })
    .where("id", "=", id)
    .execute();
}

type Part = {
  transaction_id: string;
  purchase_intent_id: string | null;
  side: "seller" | "buyer";
  /** The person’s id as a participant; null if they are the primary customer. */
  party_id: string | null;
  has_completed: boolean;
  /** True once the terms are accepted. Staff do not work on a matter before that. */
  is_ours: boolean;
};

const mayChange = (parts: readonly Part[]) =>
  parts.length === 0 || parts.some(({ has_completed }) => !has_completed);

const isSold = sql`exists (
  select from purchase_intents where transaction_id = sale.id and completed <= ${londonToday})`;

/**
 * Lists the person’s roles in their matters. If several participants of a side share the person’s
 * email, only those with the person’s name count.
 */
async function listParts(db: Db, user_id: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with person as (select id, email, first_name, last_name from users where id = ${user_id})
    select sale.id as transaction_id, null as purchase_intent_id, 'seller' as side, null as party_id,
      ${isSold} as has_completed,
      sale.terms_accepted_at is not null as is_ours
    from transactions sale where seller_id = ${user_id}
    union all
    select transaction_id, id, 'buyer', null, coalesce(completed <= ${londonToday}, false),
      terms_accepted_at is not null
    from purchase_intents where buyer_id = ${user_id}
    union all
    select coalesce(sale.id, purchase.transaction_id), purchase.id,
      case parties.kind when 'seller' then 'seller' else 'buyer' end, parties.id,
      ${isSold} or coalesce(purchase.completed <= ${londonToday}, false),
      coalesce(sale.terms_accepted_at, purchase.terms_accepted_at) is not null
    from person join parties using (email)
      left join transactions sale on sale.id = parties.transaction_id
      left join purchase_intents purchase on purchase.id = parties.purchase_intent_id
    where lower(parties.first_name || ' ' || parties.last_name) =
        lower(person.first_name || ' ' || person.last_name)
      or not exists (
        select from parties other
        where other.email = parties.email and other.id <> parties.id
          and other.transaction_id is not distinct from parties.transaction_id
          and other.purchase_intent_id is not distinct from parties.purchase_intent_id)`.execute(
    db,
  );
  return rows;
}

/**
 * Returns the content of the email about changed contact details. It does not contain the new
 * details, because other people may read it.
 */
export async function readOwnDetailsChanged(
  db: Db,
  { user_id, changed }: z.output<typeof ownDetailsChangedEmail.ids>,
) {
  const { first_name } = await readPerson(db, service.of(user_id));
  return { first_name, changed: changedDetails(changed) };
}
