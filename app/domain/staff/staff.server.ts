import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { type Permission, PERMISSIONS, ROLE_NAMES, STAFF_ROLES } from "./roles.ts";

export const staffAccessChangedEmail = queuedEmail(
  "staff_access_changed",
  z.object({
    user_id: z.string(),
    change: z.enum([
      "added",
      "roles",
      "deactivated",
      "brought_back",
      "sessions_ended",
      "factor_added",
      "factor_removed",
      "factor_reset",
      "recovery_code_used",
    ]),
  }),
);

export type AccessChange = z.output<typeof staffAccessChangedEmail.ids>["change"];

export const staffNotFound = () => new NotFoundError("Staff member not found");

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];

/**
 * Lists current and former staff, current ones first. Only pages for administrators may use this
 * function: it does not check who the reader is.
 */
export function listStaff(db: Db) {
  return staff(db)
    .orderBy(sql`users.deactivated_at is not null`)
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
}

/**
 * Reads a member of staff.
 * @throws NotFoundError if there is no such person or they are a customer
 */
export async function readStaffMember(db: Db, id: string): Promise<StaffMember> {
  if (!isObjectId(id)) throw staffNotFound();
  return staff(db).where("users.id", "=", id).executeTakeFirstOrThrow(staffNotFound);
}

function staff(db: Db) {
  return db
    .selectFrom("users")
    .where("users.type", "=", "admin")
    .select(["users.id", "users.first_name", "users.last_name", "users.email", "users.created_at"])
    .select(["users.active", "users.deactivated_at", "users.last_signed_in_at"])
    .select((eb) => [
      sql<Date | null>`greatest(users.last_signed_in_at, (
        select max(last_seen_at) from sessions where sessions.user_id = users.id))`.as(
        "last_seen_at",
      ),
      sql<number>`(
        select count(*)::int from sessions
        where sessions.user_id = users.id and sessions.expires_at > now())`.as("sessions"),
      sql<number>`(select count(*)::int from passkeys where passkeys.user_id = users.id)`.as(
        "passkeys",
      ),
      eb
        .exists(
          eb
            .selectFrom("totp_keys")
            .select("totp_keys.user_id")
            .whereRef("totp_keys.user_id", "=", "users.id"),
        )
        .$castTo<boolean>()
        .as("has_totp"),
      jsonArrayFrom(
        eb
          .selectFrom("staff_roles")
          .leftJoin("users as giver", "giver.id", "staff_roles.given_by")
          .whereRef("staff_roles.user_id", "=", "users.id")
          .select(["staff_roles.role", "staff_roles.given_at"])
          .select(fullNameSql("giver").as("given_by"))
          .orderBy("staff_roles.role"),
      ).as("roles"),
    ]);
}

const MAX_NAMED = 5;

/** Lists the names of some colleagues who have the permission and can be asked for help. */
export async function listWhoMay(db: Db, needs: Permission): Promise<string[]> {
  const { roles } = PERMISSIONS[needs];
  const rows = await db
    .selectFrom("users")
    .select(fullNameSql("users").$castTo<string>().as("name"))
    .where("type", "=", "admin")
    .where("active", "=", true)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("staff_roles")
        .select("user_id")
        .where("role", "in", roles === "all" ? STAFF_ROLES : roles),
    )
    .orderBy("first_name")
    .orderBy("id")
    .limit(MAX_NAMED)
    .execute();
  return [...new Set(rows.map(({ name }) => name))];
}

/**
 * Returns the content of the email about a change to someone’s access.
 * @throws NotFoundError if the member of staff no longer exists
 */
export async function readStaffEmail(
  db: Db,
  { user_id, change }: { user_id: string; change: AccessChange },
) {
  const { first_name, roles } = await readStaffMember(db, user_id);
  return {
    first_name,
    change,
    roles: roles.map(({ role }) => ROLE_NAMES[role]),
    sign_in: siteUrl(paths.signIn()),
    sign_ins: siteUrl(paths.yourSignIns.page()),
  };
}
