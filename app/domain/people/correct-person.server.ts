import { personNamedEmail } from "./participant-email.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import { ConflictError, NotFoundError, conflictOnDuplicate } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { optionalMobileNumber } from "#app/domain/shared/phone.server.ts";
import { UNOPENED_STATUSES } from "#app/domain/shared/invitations.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { differingFields } from "#app/domain/versions/edit-conflicts.ts";
import { paths } from "#app/paths.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { queueEmail, withdrawEmailsTo, withdrawInvitationsTo } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { emailAddress, staffEnteredCustomerNames } from "#app/domain/shared/names.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { type Checked, listChecks, moveChecks } from "./checks-of-person.server.ts";
import { emailTakenError, userNotFound } from "./users.server.ts";

/** The person whose email was corrected: an account, or a participant of a matter. */
const ofCorrection = z.object({ kind: z.enum(["user", "party"]), person_id: z.string() });

export const emailCorrectedOldEmail = queuedEmail("email_corrected_old", ofCorrection);
export const emailCorrectedNewEmail = queuedEmail("email_corrected_new", ofCorrection);

export const correctStripeCustomerJob = queuedJob(
  "correct-stripe-customer",
  z.object({ user_id: z.string() }),
);

/**
 * Form that corrects an account, which may have no phone number yet. A participant must have one.
 */
export const CorrectUserForm = z.object({
  ...staffEnteredCustomerNames,
  email: emailAddress(),
  phone_number: optionalMobileNumber(),
});
export const CorrectPartyForm = CorrectUserForm.refine(
  ({ phone_number }) => phone_number !== null,
  { path: ["phone_number"], message: "Mobile number is required" },
);

type Corrected = z.output<typeof CorrectUserForm>;

/** The person to correct: an account, with all its matters, or a participant of one matter. */
export type CorrectablePerson = { kind: "user"; id: string } | ({ kind: "party" } & PartyPlace);

const COLUMNS = ["first_name", "middle_name", "last_name", "email", "phone_number"] as const;

export const partyNotFound = () => new NotFoundError("This person is no longer on this matter");

/**
 * Reads a person for the correction form. Only staff may use this function: it does not check whose
 * record it is.
 * @throws NotFoundError; ConflictError if the person is a member of staff
 */
export async function readPersonToCorrect(
  db: Db,
  reader: StaffReader | ServiceReader,
  person: CorrectablePerson,
) {
  if (person.kind === "party") {
    const party = await findParty(db, person);
    await reader.recordView({ record: { type: "transaction", id: person.transaction_id } });
    return party;
  }
  if (!isObjectId(person.id)) throw userNotFound();
  const { type, ...user } = await db
    .selectFrom("users")
    .select([...COLUMNS, "type"])
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow(userNotFound);
  if (type === "admin") {
    throw new ConflictError("You can’t change a staff account here");
  }
  await reader.recordView({ record: { type: "user", id: person.id } });
  return user;
}

async function findParty(db: Db, place: PartyPlace) {
  const { email, ...party } = await partyAt(db, place)
    .select(COLUMNS)
    .executeTakeFirstOrThrow(partyNotFound);
  if (email === null) {
    throw new ConflictError(
      "This owner is represented, so we have no email or phone number to correct. Ask their representative",
    );
  }
  return { ...party, email };
}

/** Id of a participant, and the id of the matter that they must belong to. */
export type PartyPlace = { id: string; transaction_id: string };

/** Selects a participant of a matter. @throws NotFoundError if an id is malformed */
export function partyAt(db: Db, { id, transaction_id }: PartyPlace) {
  if (!isObjectId(id) || !isObjectId(transaction_id)) throw partyNotFound();
  return db
    .selectFrom("parties")
    .where("parties.id", "=", id)
    .where((eb) =>
      eb.or([
        eb("parties.transaction_id", "=", transaction_id),
        eb(
          "parties.purchase_intent_id",
          "in",
          eb
            .selectFrom("purchase_intents")
            .select("purchase_intents.id")
            .where("purchase_intents.transaction_id", "=", transaction_id),
        ),
      ]),
    );
}

type Part = Checked & { purchase_intent_id: string | null };

/** Lists the roles of a person in their matters. */
export async function listParts(db: Db, { kind, id }: CorrectablePerson): Promise<Part[]> {
  const table = kind === "user" ? PARTS_OF_USER : PARTS_OF_PARTY;
  const { rows } = await table(id).execute(db);
  return rows;
}

const PARTS_OF_USER = (id: string) => sql<Part>`
  select id as transaction_id, null as purchase_intent_id, 'seller' as person_type
  from transactions where seller_id = ${id}
  union all
  select transaction_id, id, 'buyer' from purchase_intents where buyer_id = ${id}
  order by transaction_id`;

const PARTS_OF_PARTY = (id: string) => sql<Part>`
  select coalesce(parties.transaction_id, purchase_intents.transaction_id) as transaction_id,
    parties.purchase_intent_id, parties.kind as person_type
  from parties left join purchase_intents on purchase_intents.id = parties.purchase_intent_id
  where parties.id = ${id}`;

/**
 * Lists the person’s identity checks, newest first. Thirdfort keeps the details that a check was
 * ordered with.
 */
export async function listOrderedChecks(db: Db, reader: StaffReader, person: CorrectablePerson) {
  const known = await readPersonToCorrect(db, reader, person);
  const parts = await listParts(db, person);
  if (parts.length === 0) return [];
  return listChecks(db, known, parts);
}

/**
 * Corrects a person’s details, also on their checks (AMB-K03). If the email changes, emails both
 * addresses and revokes the access of the old one.
 * @throws as readPersonToCorrect does; EditConflictError; ConflictError for the field `email` if
 * the address is taken; ConflictError while Thirdfort has not confirmed the order of a check
 */
export async function correctPerson(
  db: Db,
  person: CorrectablePerson,
  corrected: Corrected,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "person_corrected",
    subject: { type: person.kind, id: person.id },
    yours: corrected,
    async read(trx) {
      await lock(trx, person);
      return readPersonToCorrect(trx, service, person);
    },
    async write(trx, before) {
      const fields = differingFields(before, corrected);
      const parts = await listParts(trx, person);
      if (fields.some((field) => IDENTIFYING.includes(field))) {
        for (const part of parts) await moveChecks(trx, part, before, corrected);
      }
      await writePerson(trx, person, corrected);
      for (const part of parts) {
        await recordEvent(trx, {
          transaction_id: part.transaction_id,
          ...(part.purchase_intent_id && { purchase_intent_id: part.purchase_intent_id }),
          event_name: "person_corrected",
          type: part.person_type === "seller" ? "seller" : "buyer",
          author: "admin",
          author_id: edit.actor.id,
          comments: `${fullName(corrected)}: ${fields.map((field) => FIELD_WORDS[field] ?? field).join(", ")}`,
        });
      }
      if (person.kind === "user" && fields.some((field) => IDENTIFYING.includes(field))) {
        await enqueue(trx, correctStripeCustomerJob, { user_id: person.id });
      }
      if (before.email.toLowerCase() === corrected.email) return;
      if (person.kind === "user") await revokeOldEmailAccess(trx, person.id, before.email);
      const recipient = before.email;
      for (const { transaction_id } of person.kind === "party" ? parts : []) {
        await withdrawEmailsTo(trx, { recipient, transaction_id, emails: [personNamedEmail] });
      }
      const props = { kind: person.kind, person_id: person.id };
      const email = { props, ...(person.kind === "user" && { user_id: person.id }) };
      await queueEmail(trx, { ...email, email: emailCorrectedOldEmail, recipient: before.email });
      await queueEmail(trx, {
        ...email,
        email: emailCorrectedNewEmail,
        recipient: corrected.email,
      });
    },
  });
}

/** Fields that identify a check and that Stripe also stores. */
const IDENTIFYING: readonly string[] = ["first_name", "last_name", "email"];

const FIELD_WORDS: Partial<Record<string, string>> = {
  first_name: "first name",
  middle_name: "middle name",
  last_name: "last name",
  phone_number: "telephone",
};

async function lock(trx: Db, { kind, id }: CorrectablePerson): Promise<void> {
  if (!isObjectId(id)) return;
  const table = kind === "user" ? "users" : "parties";
  await trx.selectFrom(table).select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

async function writePerson(trx: Db, { kind, id }: CorrectablePerson, corrected: Corrected) {
  const columns = pick(corrected, COLUMNS);
  if (kind === "party") {
    const { phone_number, ...others } = columns;
    await trx
      .updateTable("parties")
      .set({ ...others, ...(phone_number !== null && { phone_number }) })
      .where("id", "=", id)
      .execute();
    return;
  }
  await trx
    .updateTable("users")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute()
    .catch(
      conflictOnDuplicate("users_email_key", () => emailTakenError({ data: { field: "email" } })),
    );
}

/**
 * Ends the account’s sessions, and revokes the sign-in links, calendar addresses and invitations
 * that were sent to the old mailbox. Staff can send invitations again.
 */
async function revokeOldEmailAccess(trx: Db, user_id: string, email: string) {
  await trx.deleteFrom("sessions").where("user_id", "=", user_id).execute();
  await trx.deleteFrom("calendar_addresses").where("user_id", "=", user_id).execute();
  await trx
    .updateTable("magic_link_tokens")
    .set({ expires_at: sql`now()`, typed: null })
    .where("user_id", "=", user_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
  await trx
    .updateTable("invitations")
    .set({ status: "expired" })
    .where("user_id", "=", user_id)
    .where("status", "in", UNOPENED_STATUSES)
    .execute();
  await withdrawInvitationsTo(trx, email);
}

/**
 * Returns the content of the emails to the old and the new address. `first_name` is null if the
 * participant was deleted.
 */
export async function readEmailCorrected(
  db: Db,
  { kind, person_id }: z.output<typeof ofCorrection>,
) {
  if (kind === "party") {
    const party = await db
      .selectFrom("parties")
      .leftJoin("transactions as t", "t.id", "parties.transaction_id")
      .leftJoin("purchase_intents as p", "p.id", "parties.purchase_intent_id")
      .select((eb) => [
        "first_name",
        eb.fn.coalesce("t.terms_accepted_at", "p.terms_accepted_at").as("terms_accepted_at"),
      ])
      .where("parties.id", "=", person_id)
      .executeTakeFirst();
    const sign_in = party?.terms_accepted_at ? siteUrl(paths.signIn()) : null;
    return { first_name: party?.first_name ?? null, has_account: false, sign_in };
  }
  const { first_name, active } = await db
    .selectFrom("users")
    .select(["first_name", "active"])
    .where("id", "=", person_id)
    .executeTakeFirstOrThrow();
  return { first_name, has_account: active, sign_in: active ? siteUrl(paths.signIn()) : null };
}
