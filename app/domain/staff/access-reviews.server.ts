/** Reviews of staff access. Each stores the staff and their roles at the time of the review. */

import { sql } from "kysely";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { listStaff, type StaffMember } from "./staff.server.ts";

const MAX_LISTED = 20;

/** Lists the newest access reviews. */
export function listReviews(db: Db) {
  return db
    .selectFrom("access_reviews")
    .innerJoin("users", "users.id", "access_reviews.reviewed_by")
    .select(["access_reviews.id", "reviewed_at"])
    .select(fullNameSql("users").$castTo<string>().as("reviewer"))
    .orderBy("reviewed_at", "desc")
    .orderBy("access_reviews.id", "desc")
    .limit(MAX_LISTED)
    .execute();
}

/**
 * Reads the staff to review, with a digest (`mark`). The digest changes if a role changes or a
 * review is recorded.
 */
export async function readAccess(db: Db): Promise<{ staff: StaffMember[]; mark: string }> {
  const staff = await listStaff(db);
  const [newest] = await listReviews(db);
  return { staff, mark: sha256(JSON.stringify([newest?.id, reviewed(staff)])) };
}

/**
 * Records a review of the staff that the page showed.
 * @throws ConflictError if the staff or the last review have changed since
 */
export async function recordReview(
  trx: Db,
  { actor, confirmed }: { actor: Actor; confirmed: { mark: string } },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('access review', 0))`.execute(trx);
  const { staff, mark } = await readAccess(trx);
  requireAsConfirmed({ mark }, confirmed, "The staff list or its last review");
  const { id } = await trx
    .insertInto("access_reviews")
    .values({ reviewed_by: actor.id, staff: JSON.stringify(reviewed(staff)) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actor,
    action: "access_reviewed",
    subject: { type: "access_review", id },
  });
}

/** Returns the staff in the form that a review stores, with their names at the time. */
function reviewed(staff: readonly StaffMember[]) {
  return staff.map(({ id, email, roles, deactivated_at, ...names }) => ({
    id,
    name: fullName(names),
    email,
    is_deactivated: deactivated_at !== null,
    roles,
  }));
}
