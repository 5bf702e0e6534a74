import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { MAX_NEGOTIATORS, TOO_MANY_NEGOTIATORS } from "./limits.ts";
import { lockEstateAgent } from "./lock.server.ts";
import type { Negotiator } from "./parts.ts";

/** The negotiators of an estate agent, five at most (M-026, M-027). */

type Place = { estate_agent_id: string; negotiator_id: string };

/** @throws NotFoundError for the estate agent; ConflictError for the sixth */
export async function addNegotiator(
  db: Db,
  estate_agent_id: string,
  negotiator: Negotiator,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockEstateAgent(trx, estate_agent_id);
    const { count } = await trx
      .selectFrom("negotiators")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("estate_agent_id", "=", estate_agent_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_NEGOTIATORS) {
      throw new ConflictError(TOO_MANY_NEGOTIATORS);
    }
    await trx
      .insertInto("negotiators")
      .values({ ...negotiator, estate_agent_id })
      .execute();
    await recordAudit(trx, {
      actor,
      action: "negotiator_added",
      subject: { type: "estate_agent", id: estate_agent_id },
      fields: ["negotiators"],
    });
  });
}

/** @throws ChangedMeanwhileError; NotFoundError for the estate agent or the negotiator */
export async function updateNegotiator(
  db: Db,
  place: Place,
  negotiator: Negotiator,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "negotiator_updated",
    subject: { type: "negotiator", id: place.negotiator_id },
    yours: negotiator,
    read: (trx) => lockNegotiator(trx, place),
    write: (trx) =>
      trx
        .updateTable("negotiators")
        .set(negotiator)
        .where("id", "=", place.negotiator_id)
        .execute(),
  });
}

/** @throws ChangedMeanwhileError, NotFoundError */
export async function deleteNegotiator(db: Db, place: Place, edit: Edit): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "negotiator_deleted",
    subject: { type: "negotiator", id: place.negotiator_id },
    read: (trx) => lockNegotiator(trx, place),
    remove: (trx) => trx.deleteFrom("negotiators").where("id", "=", place.negotiator_id).execute(),
  });
}

async function lockNegotiator(trx: Db, place: Place): Promise<Negotiator> {
  await lockEstateAgent(trx, place.estate_agent_id);
  return readNegotiator(trx, place);
}

/** @throws NotFoundError "Negotiator not found", also for one of another office. */
export async function readNegotiator(
  db: Db,
  { estate_agent_id, negotiator_id }: Place,
): Promise<Negotiator> {
  const missing = () => new NotFoundError("Negotiator not found");
  if (!isObjectId(negotiator_id) || !isObjectId(estate_agent_id)) throw missing();
  return db
    .selectFrom("negotiators")
    .select(["first_name", "last_name", "email", "phone_number"])
    .where("id", "=", negotiator_id)
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow(missing);
}
