import { sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import {
  ConflictError,
  DomainError,
  NotFoundError,
  conflictOnDuplicate,
} from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { INVALID_PHONE } from "#app/domain/shared/messages.ts";
import {
  optionalEmailAddress,
  optionalName,
  staffEnteredNames,
} from "#app/domain/shared/names.server.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { countPeople, lockEstateAgent } from "./agent-queries.server.ts";
import { PERSON_KINDS, tooManyPeopleMessage, type Valuer, VALUER_EMAIL_TAKEN } from "./parts.ts";

/**
 * Form and queries of an office's valuers (M-022 to M-027, M-033 to M-037). The first valuer is the
 * primary one, until a different one is marked as primary or the first is deleted (M-052 to M-055).
 */

export const ValuerForm = z.object({
  first_name: staffEnteredNames.first_name,
  last_name: optionalName("Last name"),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  primary_valuer: checkboxField(),
  is_subscribed: checkboxField(),
}) satisfies z.ZodType<Valuer>;

type ValuerPlace = { estate_agent_id: string; valuer_id: string };

/** @throws NotFoundError "Valuer not found", also for a valuer of a different office */
export async function readValuer(db: Db, place: ValuerPlace): Promise<Valuer> {
  const { estate_agent_id, valuer_id } = place;
  if (!isObjectId(estate_agent_id) || !isObjectId(valuer_id)) throw valuerNotFound();
  return db
    .selectFrom("valuers")
    .select(PERSON_KINDS.valuer.questions)
    .where("id", "=", valuer_id)
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow(valuerNotFound);
}

const valuerNotFound = () => new NotFoundError("Valuer not found");

/**
 * Adds a valuer to an office. The first one is the primary valuer.
 * @throws NotFoundError; ConflictError if the office already has the maximum number of valuers, or
 * the email is in use (AMB-M04)
 */
export async function addValuer(
  db: Db,
  estate_agent_id: string,
  valuer: Valuer,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockEstateAgent(trx, estate_agent_id);
    const count = await countPeople(trx, "valuers", estate_agent_id);
    if (count >= PERSON_KINDS.valuer.max) throw new ConflictError(tooManyPeopleMessage("valuer"));
    const primary_valuer = valuer.primary_valuer || count === 0;
    await insertValuer(trx, estate_agent_id, { ...valuer, primary_valuer });
    const subject = { type: "estate_agent", id: estate_agent_id };
    await recordAudit(trx, { actor, action: "valuer_added", subject, fields: ["valuers"] });
  });
}

/**
 * Inserts a valuer. A new valuer who is marked as primary replaces the previous primary valuer. The
 * caller has locked the office.
 * @throws ConflictError if the email is in use (AMB-M04)
 */
export async function insertValuer(trx: Db, estate_agent_id: string, valuer: Valuer) {
  if (valuer.primary_valuer) await clearPrimary(trx, estate_agent_id);
  await trx
    .insertInto("valuers")
    .values({ ...valuer, estate_agent_id, created_at: sql<Date>`clock_timestamp()` })
    .execute()
    .catch(refuseKnownEmail);
}

/**
 * Updates a valuer. A valuer who is marked as primary replaces the previous primary valuer (M-052).
 * The primary valuer cannot be unmarked.
 * @throws EditConflictError; NotFoundError; ConflictError if the email is in use
 */
export async function saveValuer(
  db: Db,
  place: ValuerPlace,
  valuer: Valuer,
  edit: Edit,
): Promise<void> {
  const { estate_agent_id, valuer_id } = place;
  await saveChange<object>(db, {
    ...edit,
    action: "valuer_updated",
    subject: { type: "valuer", id: valuer_id },
    yours: valuer,
    async read(trx) {
      await lockEstateAgent(trx, estate_agent_id);
      return readValuer(trx, place);
    },
    async write(trx) {
      const { primary_valuer, ...columns } = valuer;
      if (primary_valuer) await clearPrimary(trx, estate_agent_id);
      await trx
        .updateTable("valuers")
        .set({ ...columns, ...(primary_valuer && { primary_valuer }) })
        .where("id", "=", valuer_id)
        .execute()
        .catch(refuseKnownEmail);
    },
  });
}

/**
 * Deletes a valuer. When the primary valuer is deleted, the oldest remaining valuer becomes primary
 * (M-053). The last valuer cannot be deleted (M-054).
 * @throws EditConflictError, NotFoundError; DomainError for the last valuer
 */
export async function deleteValuer(db: Db, place: ValuerPlace, edit: Edit): Promise<void> {
  const { estate_agent_id, valuer_id } = place;
  await saveDeletion(db, {
    ...edit,
    action: "valuer_deleted",
    subject: { type: "valuer", id: valuer_id },
    async read(trx) {
      await lockEstateAgent(trx, estate_agent_id);
      return readValuer(trx, place);
    },
    async remove(trx) {
      if ((await countPeople(trx, "valuers", estate_agent_id)) === 1) {
        throw new DomainError("The last valuer cannot be deleted");
      }
      const { primary_valuer } = await trx
        .deleteFrom("valuers")
        .where("id", "=", valuer_id)
        .returning("primary_valuer")
        .executeTakeFirstOrThrow();
      if (primary_valuer) await promoteFirst(trx, estate_agent_id);
    },
  });
}

/** Email addresses are unique across all offices, because leads find valuers by email (AMB-M04). */
const refuseKnownEmail = conflictOnDuplicate(
  "valuers_email_key",
  (details) => new ConflictError(VALUER_EMAIL_TAKEN, { ...details, data: { field: "email" } }),
);

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
