import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { StaffAction } from "./actions.ts";

/** Who does something in the back office, and in which request. */
export type Actor = { id: string; request_id: string };

/** The record that something is done to: `estate_agent`, `valuer`, `brand`, `transaction`, … */
export type Subject = { type: string; id: string };

/**
 * Writes down who changed what: the names of the fields, never their values. Rows of the audit log can be neither
 * changed nor deleted. To be called in the transaction of the change.
 */
export async function recordAudit(
  trx: Db,
  entry: { actor: Actor; action: StaffAction; subject: Subject; fields?: readonly string[] },
): Promise<void> {
  const { actor, action, subject, fields = [] } = entry;
  await trx
    .insertInto("audit_log")
    .values({
      actor_id: actor.id,
      actor_kind: "admin",
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      fields: [...fields],
      request_id: actor.request_id || null,
    })
    .execute();
}

/** A record whose reading is written down. */
type Viewed = Subject & { type: "transaction" };

/** How long one view stands for all that its reader looks at there: tabs, reloads, the way back from a dialog. */
const VIEW_MINUTES = 15;

/**
 * Writes down that a member of staff looked at a record, unless they did in the last quarter of an hour: a row for each
 * click would bury the changes. Two pages that are opened at the same instant may leave a row each.
 */
export async function recordView(
  db: Db,
  { actor, subject }: { actor: Actor; subject: Viewed },
): Promise<void> {
  const action = `${subject.type}_viewed` as const;
  const known = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("at", ">", sql<Date>`now() - make_interval(mins => ${VIEW_MINUTES})`)
    .where("action", "=", action)
    .where("actor_id", "=", actor.id)
    .limit(1)
    .executeTakeFirst();
  if (!known) await recordAudit(db, { actor, action, subject });
}

export type LastChange = {
  /** Null when it was done without an account. */
  by: string | null;
  actor_id: string | null;
  at: Date;
};

/** Who last changed one of these fields of a record, and when; null when no one has. */
export async function readLastChange(
  db: Db,
  subject: Subject,
  fields: readonly string[],
): Promise<LastChange | null> {
  const row = await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.actor_id")
    .select(["audit_log.at", "audit_log.actor_id"])
    .select(firstAndLastName("users").as("by"))
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where(sql<boolean>`audit_log.fields && ${[...fields]}::text[]`)
    .orderBy("audit_log.at", "desc")
    .orderBy("audit_log.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** "Ada Byron", in a query that has joined `users` under this name: null where it has joined no one. */
export function firstAndLastName(alias: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}
