import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError, NotFoundError, refuseDuplicate } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { MAX_VALUERS, TOO_MANY_VALUERS, VALUER_EMAIL_TAKEN } from "./limits.ts";
import { lockEstateAgent } from "./lock.server.ts";
import type { Valuer } from "./parts.ts";

/**
 * The valuers of an estate agent (M-023). One of them is the primary one: the first to be added, until another is marked
 * or the primary one is deleted (M-052 to M-055).
 */

/** Leads are asked for by a valuer's email: it belongs to one valuer of all offices (AMB-M04). */
const refuseKnownEmail = refuseDuplicate(
  "valuers_email_key",
  (details) => new ConflictError(VALUER_EMAIL_TAKEN, { ...details, data: { field: "email" } }),
);

type Place = { estate_agent_id: string; valuer_id: string };

/**
 * @throws NotFoundError for the estate agent; ConflictError when another valuer has the email (AMB-M04), or there are as
 *   many as there can be
 */
export async function addValuer(
  db: Db,
  estate_agent_id: string,
  valuer: Valuer,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockEstateAgent(trx, estate_agent_id);
    const count = await countValuers(trx, estate_agent_id);
    if (count >= MAX_VALUERS) {
      throw new ConflictError(TOO_MANY_VALUERS);
    }
    const primary_valuer = valuer.primary_valuer || count === 0;
    await insertValuer(trx, estate_agent_id, { ...valuer, primary_valuer });
    await recordAudit(trx, {
      actor,
      action: "valuer_added",
      subject: { type: "estate_agent", id: estate_agent_id },
      fields: ["valuers"],
    });
  });
}

/** Adds a valuer to an estate agent whom the caller has locked, or has just made. */
export async function insertValuer(trx: Db, estate_agent_id: string, valuer: Valuer) {
  if (valuer.primary_valuer) await clearPrimary(trx, estate_agent_id);
  await trx
    .insertInto("valuers")
    // Several are added in one transaction, and "the first" has to mean something among them (M-053).
    .values({ ...valuer, estate_agent_id, created_at: sql`clock_timestamp()` })
    .execute()
    .catch(refuseKnownEmail);
}

/**
 * Marking one as primary clears the mark of the others (M-052). The mark of the primary one stays, whatever is posted: an
 * office has one.
 *
 * @throws ChangedMeanwhileError; NotFoundError for the estate agent or the valuer; ConflictError as when one is added
 */
export async function updateValuer(
  db: Db,
  { estate_agent_id, valuer_id }: Place,
  valuer: Valuer,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "valuer_updated",
    subject: { type: "valuer", id: valuer_id },
    yours: valuer,
    read: (trx) => lockValuer(trx, { estate_agent_id, valuer_id }),
    async write(trx, before) {
      const primary_valuer = valuer.primary_valuer || before.primary_valuer;
      if (primary_valuer && !before.primary_valuer) await clearPrimary(trx, estate_agent_id);
      await trx
        .updateTable("valuers")
        .set({ ...valuer, primary_valuer })
        .where("id", "=", valuer_id)
        .execute()
        .catch(refuseKnownEmail);
    },
  });
}

/**
 * The primary one is followed by the first of the others (M-053); the last cannot be deleted (M-054).
 *
 * @throws ChangedMeanwhileError, NotFoundError; DomainError for the last one
 */
export async function deleteValuer(db: Db, place: Place, edit: Edit): Promise<void> {
  const { estate_agent_id, valuer_id } = place;
  await saveDeletion(db, {
    ...edit,
    action: "valuer_deleted",
    subject: { type: "valuer", id: valuer_id },
    read: (trx) => lockValuer(trx, place),
    async remove(trx, { primary_valuer }) {
      if ((await countValuers(trx, estate_agent_id)) === 1) {
        throw new DomainError("The last valuer cannot be deleted");
      }
      await trx.deleteFrom("valuers").where("id", "=", valuer_id).execute();
      if (primary_valuer) await promoteFirst(trx, estate_agent_id);
    },
  });
}

/** A valuer as the form has it; nobody else can change the office's until the transaction ends. */
async function lockValuer(trx: Db, place: Place): Promise<Valuer> {
  await lockEstateAgent(trx, place.estate_agent_id);
  return readValuer(trx, place);
}

/** @throws NotFoundError "Valuer not found", also for one of another office. */
export async function readValuer(db: Db, { estate_agent_id, valuer_id }: Place): Promise<Valuer> {
  const missing = () => new NotFoundError("Valuer not found");
  if (!isObjectId(valuer_id) || !isObjectId(estate_agent_id)) throw missing();
  return db
    .selectFrom("valuers")
    .select(["first_name", "last_name", "email", "phone_number", "primary_valuer"])
    .select("is_subscribed")
    .where("id", "=", valuer_id)
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow(missing);
}

async function countValuers(trx: Db, estate_agent_id: string) {
  const { count } = await trx
    .selectFrom("valuers")
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
