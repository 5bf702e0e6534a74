import { sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { emailAddress, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { emailTakenError, insertUser } from "#app/domain/people/users.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { STAFF_ROLES, type StaffRole } from "./roles.ts";
import { staffNotFound, type AccessChange, staffAccessChangedEmail } from "./staff.server.ts";

const tickedRoles = {
  handler: checkboxField(),
  lead: checkboxField(),
  finance: checkboxField(),
  read_only: checkboxField(),
  administrator: checkboxField(),
} satisfies Record<StaffRole, unknown>;

export const RolesForm = z.object(tickedRoles);
export type TickedRoles = z.output<typeof RolesForm>;

export const NewStaffForm = RolesForm.extend({ ...staffEnteredNames, email: emailAddress() });

const LAST_ADMINISTRATOR =
  "This is the only active administrator. Make someone else an administrator first";

/**
 * Adds a member of staff, and returns their id. `actor` is null for the first administrator.
 * @throws ConflictError for the field `email` if another account has it
 */
export async function addStaff(
  trx: Db,
  { first_name, last_name, email, ...roles }: z.output<typeof NewStaffForm>,
  { actor }: { actor: Actor | null },
): Promise<string> {
  const id = await insertUser(trx, {
    first_name,
    middle_name: null,
    last_name,
    phone_number: null,
    email,
    type: "admin",
    active: false,
  });
  if (!id) throw emailTakenError({ data: { field: "email" } });
  await writeRoles(trx, id, { roles, given_by: actor?.id ?? null });
  if (actor) {
    const fields = ["first_name", "last_name", "email", ...listTicked(roles)];
    await recordAudit(trx, { actor, action: "staff_added", subject: subjectOf(id), fields });
  }
  await queueAccessEmail(trx, id, "added");
  return id;
}

/** Reads the roles of a member of staff as the form shows them. @throws NotFoundError */
export async function readRoles(db: Db, id: string): Promise<TickedRoles> {
  if (!isObjectId(id)) throw staffNotFound();
  const member = await db
    .selectFrom("users")
    .select("id")
    .select(
      sql<StaffRole[]>`array(select role from staff_roles where user_id = users.id)`.as("roles"),
    )
    .where("id", "=", id)
    .where("type", "=", "admin")
    .executeTakeFirstOrThrow(staffNotFound);
  return RolesForm.parse(Object.fromEntries(member.roles.map((role) => [role, true])));
}

/**
 * Changes the roles of a member of staff. A role that they keep also keeps its date.
 * @throws EditConflictError, NotFoundError; ConflictError if no administrator would be left
 */
export async function changeRoles(
  db: Db,
  id: string,
  yours: TickedRoles,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "staff_roles_changed",
    subject: subjectOf(id),
    yours,
    async read(trx) {
      await lockAdministrators(trx);
      await lockMember(trx, id);
      return readRoles(trx, id);
    },
    async write(trx, before) {
      if (before.administrator && !yours.administrator) await requireAnotherAdministrator(trx, id);
      await writeRoles(trx, id, { roles: yours, given_by: edit.actor.id });
      await queueAccessEmail(trx, id, "roles");
    },
  });
}

/**
 * Deactivates a member of staff, who loses access immediately. Their roles stay in the database.
 * @throws NotFoundError; ConflictError if they are already deactivated, or if no administrator
 * would be left
 */
export async function deactivateStaff(
  trx: Db,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  await lockAdministrators(trx);
  const { deactivated_at } = await lockMember(trx, id);
  if (deactivated_at) throw new ConflictError("This colleague has already been deactivated");
  const { administrator } = await readRoles(trx, id);
  if (administrator) await requireAnotherAdministrator(trx, id);
  await trx
    .updateTable("users")
    .set({ active: false, deactivated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await revokeAccess(trx, id);
  const fields = ["deactivated_at"];
  await recordAudit(trx, { actor, action: "staff_deactivated", subject: subjectOf(id), fields });
  await queueAccessEmail(trx, id, "deactivated");
}

/**
 * Reactivates a member of staff with the roles that they had.
 * @throws NotFoundError; ConflictError if they are not deactivated
 */
export async function reactivateStaff(
  trx: Db,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const { deactivated_at } = await lockMember(trx, id);
  if (!deactivated_at) throw new ConflictError("This colleague isn’t deactivated");
  await trx.updateTable("users").set({ deactivated_at: null }).where("id", "=", id).execute();
  const fields = ["deactivated_at"];
  await recordAudit(trx, { actor, action: "staff_brought_back", subject: subjectOf(id), fields });
  await queueAccessEmail(trx, id, "brought_back");
}

/**
 * Ends a person’s sessions and makes their sign-in links expire. Also deletes a form that was
 * stored until they sign in again.
 */
export async function revokeAccess(trx: Db, user_id: string): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", user_id).execute();
  await trx
    .updateTable("magic_link_tokens")
    .set({ expires_at: sql`now()`, typed: null })
    .where("user_id", "=", user_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
}

/** Queues the email to a member of staff about a change to their access. */
export async function queueAccessEmail(
  trx: Db,
  user_id: string,
  change: AccessChange,
): Promise<void> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow(staffNotFound);
  await queueEmail(trx, {
    email: staffAccessChangedEmail,
    recipient: email,
    user_id,
    props: { user_id, change },
  });
}

/** Returns the subject of an audit entry about a member of staff. */
export const subjectOf = (id: string) => ({ type: "user", id });

function listTicked(roles: TickedRoles) {
  return STAFF_ROLES.filter((role) => roles[role]);
}

async function writeRoles(
  trx: Db,
  user_id: string,
  { roles, given_by }: { roles: TickedRoles; given_by: string | null },
) {
  const given = listTicked(roles);
  await trx
    .deleteFrom("staff_roles")
    .where("user_id", "=", user_id)
    .where((eb) => (given.length > 0 ? eb("role", "not in", given) : eb.lit(true)))
    .execute();
  if (given.length === 0) return;
  await trx
    .insertInto("staff_roles")
    .values(given.map((role) => ({ user_id, role, given_by })))
    .onConflict((conflict) => conflict.columns(["user_id", "role"]).doNothing())
    .execute();
}

async function lockMember(trx: Db, id: string) {
  if (!isObjectId(id)) throw staffNotFound();
  return trx
    .selectFrom("users")
    .select("deactivated_at")
    .where("id", "=", id)
    .where("type", "=", "admin")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(staffNotFound);
}

/**
 * Makes changes to administrators wait for each other, so that two administrators cannot remove
 * each other’s role at the same time.
 */
async function lockAdministrators(trx: Db) {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(trx);
}

/**
 * Throws unless another administrator is active, so that someone can add staff. An administrator
 * who has never signed in does not count, because their address may not be in use.
 */
async function requireAnotherAdministrator(trx: Db, id: string) {
  const another = await administrators(trx).where("users.id", "<>", id).executeTakeFirst();
  if (!another) throw new ConflictError(LAST_ADMINISTRATOR);
}

function administrators(db: Db) {
  return db
    .selectFrom("users")
    .innerJoin("staff_roles", "staff_roles.user_id", "users.id")
    .select("users.id")
    .where("staff_roles.role", "=", "administrator")
    .where("users.active", "=", true);
}

/** Returns true if at least one active member of staff is an administrator. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await administrators(db).executeTakeFirst()) !== undefined;
}
