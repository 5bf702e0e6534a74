import { sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { INVALID_PHONE } from "#app/domain/shared/messages.ts";
import { emailAddress, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { phoneNumber } from "#app/domain/shared/phone.server.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { countPeople, lockEstateAgent } from "./agent-queries.server.ts";
import { type Negotiator, PERSON_KINDS, tooManyPeopleMessage } from "./parts.ts";

/** Form and queries of an office's negotiators (M-038 to M-041). */

export const NegotiatorForm = z.object({
  ...staffEnteredNames,
  email: emailAddress(),
  phone_number: phoneNumber("Phone number is required", INVALID_PHONE),
}) satisfies z.ZodType<Negotiator>;

type NegotiatorPlace = { estate_agent_id: string; negotiator_id: string };

/** @throws NotFoundError "Negotiator not found", also for a negotiator of a different office */
export async function readNegotiator(db: Db, place: NegotiatorPlace): Promise<Negotiator> {
  const { estate_agent_id, negotiator_id } = place;
  if (!isObjectId(estate_agent_id) || !isObjectId(negotiator_id)) throw negotiatorNotFound();
  return db
    .selectFrom("negotiators")
    .select(PERSON_KINDS.negotiator.questions)
    .where("id", "=", negotiator_id)
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow(negotiatorNotFound);
}

const negotiatorNotFound = () => new NotFoundError("Negotiator not found");

/**
 * @throws NotFoundError for the estate agent; ConflictError if it already has the maximum number of
 * negotiators (M-027)
 */
export async function addNegotiator(
  db: Db,
  estate_agent_id: string,
  negotiator: Negotiator,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockEstateAgent(trx, estate_agent_id);
    const count = await countPeople(trx, "negotiators", estate_agent_id);
    if (count >= PERSON_KINDS.negotiator.max)
      throw new ConflictError(tooManyPeopleMessage("negotiator"));
    await insertNegotiator(trx, estate_agent_id, negotiator);
    const subject = { type: "estate_agent", id: estate_agent_id };
    await recordAudit(trx, { actor, action: "negotiator_added", subject, fields: ["negotiators"] });
  });
}

/** Inserts a negotiator. The caller has locked or just created the office. */
export async function insertNegotiator(trx: Db, estate_agent_id: string, negotiator: Negotiator) {
  await trx
    .insertInto("negotiators")
    .values({ ...negotiator, estate_agent_id, created_at: sql<Date>`clock_timestamp()` })
    .execute();
}

/** @throws EditConflictError; NotFoundError for the estate agent or the negotiator */
export async function saveNegotiator(
  db: Db,
  place: NegotiatorPlace,
  negotiator: Negotiator,
  edit: Edit,
): Promise<void> {
  await saveChange<object>(db, {
    ...edit,
    action: "negotiator_updated",
    subject: { type: "negotiator", id: place.negotiator_id },
    yours: negotiator,
    async read(trx) {
      await lockEstateAgent(trx, place.estate_agent_id);
      return readNegotiator(trx, place);
    },
    write: (trx) =>
      trx
        .updateTable("negotiators")
        .set(negotiator)
        .where("id", "=", place.negotiator_id)
        .execute(),
  });
}

/** @throws EditConflictError, NotFoundError */
export async function deleteNegotiator(db: Db, place: NegotiatorPlace, edit: Edit): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "negotiator_deleted",
    subject: { type: "negotiator", id: place.negotiator_id },
    async read(trx) {
      await lockEstateAgent(trx, place.estate_agent_id);
      return readNegotiator(trx, place);
    },
    remove: (trx) => trx.deleteFrom("negotiators").where("id", "=", place.negotiator_id).execute(),
  });
}
