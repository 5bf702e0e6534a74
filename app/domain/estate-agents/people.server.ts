import { sql } from "kysely";
import { z } from "zod";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError, NotFoundError, refuseDuplicate } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { optionalPhoneNumber, phoneNumber } from "#app/domain/fields/phone.server.ts";
import { ticked } from "#app/domain/fields/form-rules.server.ts";
import { capital } from "#app/domain/fields/words.ts";
import {
  emailAddress,
  optionalEmailAddress,
  optionalName,
  recordedNames,
} from "#app/domain/fields/names.server.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { agentNotFound, lockEstateAgent, selectCoordinator } from "./agent-parts.server.ts";
import {
  type Coordinator,
  type Negotiator,
  PERSON_KINDS,
  type PersonKind,
  tooMany,
  type Valuer,
  VALUER_EMAIL_TAKEN,
} from "./parts.ts";
import { INVALID_PHONE } from "#app/domain/fields/messages.ts";

/**
 * The people of an estate agent's office (M-022 to M-027, M-033 to M-045). One of its valuers is the primary one: the
 * first to be added, until another is marked or the primary one is deleted (M-052 to M-055).
 */

export const ValuerForm = z.object({
  first_name: recordedNames.first_name,
  last_name: optionalName("Last name"),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  primary_valuer: ticked(),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Valuer>;

export const NegotiatorForm = z.object({
  ...recordedNames,
  email: emailAddress(),
  phone_number: phoneNumber("Phone number is required", INVALID_PHONE),
}) satisfies z.ZodType<Negotiator>;

export const CoordinatorForm = z.object({
  ...recordedNames,
  email: emailAddress("Valid email is required. It should look like name@example.com"),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Coordinator>;

/** The coordinator goes by the office's id, as there is one. */
export type PersonPlace = { estate_agent_id: string; person_id: string };

/** How people of one kind are kept. Whoever writes has locked the estate agent, or has just made it. */
export type Kept<Person extends object> = {
  kind: PersonKind;
  form: z.ZodType<Person>;
  saved: StaffAction;
  deleted: StaffAction;
  /** As the form has them; undefined when they are not at this office. */
  find: (db: Db, place: PersonPlace) => Promise<Person | undefined>;
  save: (trx: Db, place: PersonPlace, person: Person) => Promise<unknown>;
  remove: (trx: Db, place: PersonPlace) => Promise<unknown>;
};

/** Of whom an office can have several. */
export type KeptMany<Person extends object> = Kept<Person> & {
  kind: "valuer" | "negotiator";
  /** @param isFirst the office has none */
  insert: (trx: Db, estate_agent_id: string, person: Person, isFirst: boolean) => Promise<unknown>;
};

export const VALUERS: KeptMany<Valuer> = {
  kind: "valuer",
  form: ValuerForm,
  saved: "valuer_updated",
  deleted: "valuer_deleted",
  find: (db, place) =>
    db
      .selectFrom("valuers")
      .select(PERSON_KINDS.valuer.questions)
      .where("id", "=", place.person_id)
      .where("estate_agent_id", "=", place.estate_agent_id)
      .executeTakeFirst(),
  async insert(trx, estate_agent_id, valuer, isFirst) {
    const primary_valuer = valuer.primary_valuer || isFirst;
    if (primary_valuer) await clearPrimary(trx, estate_agent_id);
    await trx
      .insertInto("valuers")
      .values({ ...valuer, primary_valuer, estate_agent_id, created_at: ONE_BY_ONE })
      .execute()
      .catch(refuseKnownEmail);
  },
  // The mark of the primary one stays, whatever is posted: an office has one.
  async save(trx, { estate_agent_id, person_id }, { primary_valuer, ...valuer }) {
    if (primary_valuer) await clearPrimary(trx, estate_agent_id);
    await trx
      .updateTable("valuers")
      .set({ ...valuer, ...(primary_valuer && { primary_valuer }) })
      .where("id", "=", person_id)
      .execute()
      .catch(refuseKnownEmail);
  },
  async remove(trx, { estate_agent_id, person_id }) {
    if ((await countPeople(trx, "valuers", estate_agent_id)) === 1) {
      throw new DomainError("The last valuer cannot be deleted");
    }
    const { primary_valuer } = await trx
      .deleteFrom("valuers")
      .where("id", "=", person_id)
      .returning("primary_valuer")
      .executeTakeFirstOrThrow();
    if (primary_valuer) await promoteFirst(trx, estate_agent_id);
  },
};

export const NEGOTIATORS: KeptMany<Negotiator> = {
  kind: "negotiator",
  form: NegotiatorForm,
  saved: "negotiator_updated",
  deleted: "negotiator_deleted",
  find: (db, place) =>
    db
      .selectFrom("negotiators")
      .select(PERSON_KINDS.negotiator.questions)
      .where("id", "=", place.person_id)
      .where("estate_agent_id", "=", place.estate_agent_id)
      .executeTakeFirst(),
  insert: (trx, estate_agent_id, negotiator) =>
    trx
      .insertInto("negotiators")
      .values({ ...negotiator, estate_agent_id, created_at: ONE_BY_ONE })
      .execute(),
  save: (trx, { person_id }, negotiator) =>
    trx.updateTable("negotiators").set(negotiator).where("id", "=", person_id).execute(),
  remove: (trx, { person_id }) =>
    trx.deleteFrom("negotiators").where("id", "=", person_id).execute(),
};

export const COORDINATORS: Kept<Coordinator> = {
  kind: "coordinator",
  form: CoordinatorForm,
  saved: "coordinator_saved",
  deleted: "coordinator_deleted",
  async find(db, { estate_agent_id }) {
    const { coordinator } = await db
      .selectFrom("estate_agents")
      .select(selectCoordinator().as("coordinator"))
      .where("id", "=", estate_agent_id)
      .executeTakeFirstOrThrow(agentNotFound);
    return coordinator ?? undefined;
  },
  // Adds the coordinator of an office that has none.
  save: (trx, { estate_agent_id }, coordinator) =>
    trx
      .insertInto("office_coordinators")
      .values({ ...coordinator, estate_agent_id })
      .onConflict((conflict) => conflict.column("estate_agent_id").doUpdateSet(coordinator))
      .execute(),
  remove: (trx, { estate_agent_id }) =>
    trx.deleteFrom("office_coordinators").where("estate_agent_id", "=", estate_agent_id).execute(),
};

/**
 * @throws NotFoundError for the estate agent; ConflictError when another valuer has the email (AMB-M04), or there are as
 *   many as there can be
 */
export async function addPerson<Person extends object>(
  db: Db,
  { kind, insert }: KeptMany<Person>,
  estate_agent_id: string,
  person: Person,
  { actor }: { actor: Actor },
): Promise<void> {
  const { table, max } = PERSON_KINDS[kind];
  await inTransaction(db, async (trx) => {
    await lockEstateAgent(trx, estate_agent_id);
    const count = await countPeople(trx, table, estate_agent_id);
    if (count >= max) throw new ConflictError(tooMany(kind));
    await insert(trx, estate_agent_id, person, count === 0);
    await recordAudit(trx, {
      actor,
      action: `${kind}_added`,
      subject: { type: "estate_agent", id: estate_agent_id },
      fields: [table],
    });
  });
}

/**
 * Marking a valuer as primary clears the mark of the others (M-052).
 *
 * @throws ChangedMeanwhileError; NotFoundError for the estate agent or the person; ConflictError as when one is added
 */
export async function savePerson<Person extends object>(
  db: Db,
  kept: Kept<Person>,
  place: PersonPlace,
  person: Person,
  edit: Edit,
): Promise<void> {
  await saveChange<object>(db, {
    ...edit,
    action: kept.saved,
    subject: { type: kept.kind, id: place.person_id },
    yours: person,
    async read(trx) {
      await lockEstateAgent(trx, place.estate_agent_id);
      return readPersonToSave(trx, kept, place);
    },
    write: (trx) => kept.save(trx, place, person),
  });
}

/**
 * The primary valuer is followed by the first of the others (M-053); the last cannot be deleted (M-054).
 *
 * @throws ChangedMeanwhileError, NotFoundError; DomainError for the last valuer
 */
export async function deletePerson<Person extends object>(
  db: Db,
  kept: Kept<Person>,
  place: PersonPlace,
  edit: Edit,
): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: kept.deleted,
    subject: { type: kept.kind, id: place.person_id },
    async read(trx) {
      await lockEstateAgent(trx, place.estate_agent_id);
      return readPerson(trx, kept, place);
    },
    remove: (trx) => kept.remove(trx, place),
  });
}

/** @throws NotFoundError "Valuer not found", also for one of another office. */
export async function readPerson<Person extends object>(
  db: Db,
  kept: Kept<Person>,
  place: PersonPlace,
): Promise<Person> {
  const person = await findPerson(db, kept, place);
  if (!person) throw new NotFoundError(`${capital(PERSON_KINDS[kept.kind].noun)} not found`);
  return person;
}

/** As readPerson; of an office without a coordinator an empty one, whom saving adds. */
export async function readPersonToSave<Person extends object>(
  db: Db,
  kept: Kept<Person>,
  place: PersonPlace,
): Promise<Partial<Person>> {
  if (kept.kind !== "coordinator") return readPerson(db, kept, place);
  return (await findPerson(db, kept, place)) ?? {};
}

async function findPerson<Person extends object>(
  db: Db,
  { kind, find }: Kept<Person>,
  place: PersonPlace,
) {
  if (!isObjectId(place.estate_agent_id) || !isObjectId(place.person_id)) {
    if (kind === "coordinator") throw agentNotFound();
    return undefined;
  }
  return find(db, place);
}

/** Leads are asked for by a valuer's email: it belongs to one valuer of all offices (AMB-M04). */
const refuseKnownEmail = refuseDuplicate(
  "valuers_email_key",
  (details) => new ConflictError(VALUER_EMAIL_TAKEN, { ...details, data: { field: "email" } }),
);

/** Several are added in one transaction, and "the first" has to mean something among them (M-053). */
const ONE_BY_ONE = sql<Date>`clock_timestamp()`;

async function countPeople(trx: Db, table: "valuers" | "negotiators", estate_agent_id: string) {
  const { count } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function clearPrimary(trx: Db, estate_agent_id: string) {
  await trx
    .updateTable("valuers")
    .set({ primary_valuer: false })
    .where("estate_agent_id", "=", estate_agent_id)
    .where("primary_valuer", "=", true)
    .execute();
}

async function promoteFirst(trx: Db, estate_agent_id: string) {
  await trx
    .updateTable("valuers")
    .set({ primary_valuer: true })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("valuers as first")
        .select("first.id")
        .where("first.estate_agent_id", "=", estate_agent_id)
        .orderBy("first.created_at")
        .orderBy("first.id")
        .limit(1),
    )
    .execute();
}
