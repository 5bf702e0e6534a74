import { sql } from "kysely";
import { z } from "zod";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { chosenId, sortErrorsByPage } from "#app/domain/shared/form-rules.server.ts";
import { hasPermission, refusalText } from "#app/domain/staff/roles.ts";
import type { Db } from "#db/connection.ts";
import { lockHandler } from "./handlers.server.ts";

const day = (message: string) =>
  dateInput().transform((typed, context) => {
    if (typed !== null) return typed;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const fields = z.object({
  user_id: chosenId("Choose who is away"),
  starts_on: day("Enter the first day away"),
  ends_on: day("Enter the last day away"),
  stand_in_id: chosenId("Choose a stand-in"),
});

/** Form of the days on which a member of staff is away. The first and last day count. */
export const AbsenceForm = fields
  .superRefine(({ user_id, starts_on, ends_on, stand_in_id }, context) => {
    const refuse = (name: keyof typeof fields.shape, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (ends_on < starts_on) refuse("ends_on", "The last day must be the first day or later");
    else if (ends_on < londonDay(new Date())) {
      refuse("ends_on", "The last day must be today or later");
    }
    if (stand_in_id === user_id) refuse("stand_in_id", "Choose someone else as the stand-in");
  })
  .check(sortErrorsByPage(fields));
type NewAbsence = z.output<typeof AbsenceForm>;

/**
 * Records the days on which a member of staff is away, with the stand-in.
 * @returns the id of the absence
 * @throws DomainError for a colleague’s absence without the permission, or for a stand-in who is
 * away; ConflictError if the person is already away on one of the days
 */
export async function addAbsence(
  trx: Db,
  absence: NewAbsence,
  { actor }: { actor: Actor },
): Promise<string> {
  const { user_id, stand_in_id } = absence;
  if (user_id !== actor.id && !(await managesWork(trx, actor.id))) {
    throw new DomainError(refusalText("manage_work"), 403);
  }
  // Two absences that are added at the same time are compared one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('absences', 0))`.execute(trx);
  await lockHandler(trx, user_id, "user_id");
  const stand_in = await lockHandler(trx, stand_in_id, "stand_in_id");
  const own = await findAbsence(trx, user_id, absence);
  if (own) {
    throw new ConflictError(
      `These days are already recorded from ${adminDate(own.starts_on)} to ${adminDate(own.ends_on)}`,
      { data: { field: "starts_on" } },
    );
  }
  const other = await findAbsence(trx, stand_in_id, absence);
  if (other) {
    throw new DomainError(
      `${stand_in} is away from ${adminDate(other.starts_on)} to ${adminDate(other.ends_on)}. Choose someone else`,
      400,
      { data: { field: "stand_in_id" } },
    );
  }
  const { id } = await trx
    .insertInto("staff_absences")
    .values({ ...absence, created_by: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actor,
    action: "absence_added",
    subject: { type: "user", id: user_id },
    fields: ["starts_on", "ends_on", "stand_in_id"],
  });
  return id;
}

function findAbsence(
  trx: Db,
  user_id: string,
  { starts_on, ends_on }: Pick<NewAbsence, "starts_on" | "ends_on">,
) {
  return trx
    .selectFrom("staff_absences")
    .select(["starts_on", "ends_on"])
    .where("user_id", "=", user_id)
    .where("starts_on", "<=", ends_on)
    .where("ends_on", ">=", starts_on)
    .orderBy("starts_on")
    .limit(1)
    .executeTakeFirst();
}

const missing = () => new NotFoundError("Absence not found");

export type Absence = Awaited<ReturnType<typeof readAbsence>>;

/** Reads an absence. @throws NotFoundError, also for a colleague’s without the permission */
export async function readAbsence(db: Db, id: string, { actor }: { actor: Pick<Actor, "id"> }) {
  if (!isObjectId(id)) throw missing();
  const manages = await managesWork(db, actor.id);
  return absences(db)
    .where("staff_absences.id", "=", id)
    .$if(!manages, (query) => query.where("staff_absences.user_id", "=", actor.id))
    .executeTakeFirstOrThrow(missing);
}

/** Deletes an absence. @throws NotFoundError, also for a colleague’s without the permission */
export async function removeAbsence(
  trx: Db,
  id: string,
  { actor }: { actor: Actor },
): Promise<void> {
  const { user_id } = await readAbsence(trx, id, { actor });
  const deleted = await trx
    .deleteFrom("staff_absences")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!deleted) throw missing();
  await recordAudit(trx, {
    actor,
    action: "absence_removed",
    subject: { type: "user", id: user_id },
  });
}

/**
 * Lists current and future absences by their first day: those of one member of staff, or of
 * everyone if `user_id` is undefined.
 * @param today such as "2026-11-30"
 */
export async function listAbsences(
  db: Db,
  reader: StaffReader,
  { user_id, today }: { user_id: string | undefined; today: string },
): Promise<Absence[]> {
  const rows = await absences(db)
    .where("staff_absences.ends_on", ">=", today)
    .$if(user_id !== undefined, (query) =>
      query.where("staff_absences.user_id", "=", user_id ?? ""),
    )
    .orderBy("staff_absences.starts_on")
    .orderBy("staff_absences.id")
    .execute();
  await reader.recordView({ list: "staff" });
  return rows;
}

function absences(db: Db) {
  return db
    .selectFrom("staff_absences")
    .innerJoin("users as away", "away.id", "staff_absences.user_id")
    .innerJoin("users as stand_in", "stand_in.id", "staff_absences.stand_in_id")
    .select([
      "staff_absences.id",
      "staff_absences.user_id",
      "staff_absences.starts_on",
      "staff_absences.ends_on",
      fullNameSql("away").$castTo<string>().as("name"),
      fullNameSql("stand_in").$castTo<string>().as("stand_in"),
    ]);
}

/** Returns true if a member of staff may change the days away of colleagues. */
async function managesWork(db: Db, user_id: string): Promise<boolean> {
  const rows = await db
    .selectFrom("staff_roles")
    .select("role")
    .where("user_id", "=", user_id)
    .execute();
  return hasPermission(
    rows.map(({ role }) => role),
    "manage_work",
  );
}
