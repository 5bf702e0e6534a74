import { type RawBuilder, sql } from "kysely";
import { signatures } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";
import type { Shown } from "#app/domain/readers/reader.ts";
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
  entry: {
    actor: Actor;
    action: StaffAction;
    subject: Subject;
    fields?: readonly string[];
    typed_digest?: string | undefined;
  },
): Promise<void> {
  const { actor, action, subject, fields = [], typed_digest = null } = entry;
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
      typed_digest,
    })
    .execute();
}

/**
 * Writes down what a customer has changed by one of their forms: the names of the fields, never their values. To be called
 * in the transaction of the change.
 *
 * @param entry.action a CustomerAction, or the name of the event that tells of it
 */
export async function recordByCustomer(
  trx: Db,
  entry: { customer_id: string; action: string; subject: Subject; fields?: readonly string[] },
): Promise<void> {
  const { customer_id, action, subject, fields = [] } = entry;
  await trx
    .insertInto("audit_log")
    .values({
      actor_id: customer_id,
      actor_kind: "customer",
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      fields: [...fields],
    })
    .execute();
}

/** What the night does to records whose time is over. */
type EndOfLife = "matter_ended" | "checks_ended" | "account_ended" | "partner_ended";

/** Writes down that the night has erased a record, by its id: who asks later where it is, is answered. */
export async function recordEnd(trx: Db, action: EndOfLife, subject: Subject): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({
      actor_kind: "system",
      action,
      subject_type: subject.type,
      subject_id: subject.id,
    })
    .execute();
}

/** How long one view stands for all that its reader looks at there: tabs, reloads, the way back from a dialog. */
const VIEW_MINUTES = 15;

/**
 * Writes down that a member of staff was shown a record or a list, or searched in it, unless they were in the last quarter
 * of an hour: a row for each click would bury the changes. Two pages that are opened at the same instant may leave a row
 * each. Of a search it keeps who, when, and a digest of what was typed, by which it is found again from the same words and
 * from nothing else.
 */
export async function recordShown(
  db: Db,
  { actor, what }: { actor: Actor; what: Shown },
): Promise<void> {
  if ("record" in what) {
    const subject = what.record;
    await recordUnlessLately(db, { actor, subject, action: `${subject.type}_viewed` });
    return;
  }
  const subject = { type: "list", id: what.list };
  if (!what.typed) return recordUnlessLately(db, { actor, subject, action: "list_viewed" });
  const [typed_digest] = searchDigests(what.typed);
  await recordUnlessLately(db, { actor, subject, action: "searched", typed_digest });
}

/** The digests that a search for these words may have: one for each of our secrets, the newest first. */
function searchDigests(typed: string): string[] {
  return signatures("audit-search", typed.trim().replace(/\s+/g, " ").toLowerCase());
}

/** Who searched for these words, and when, newest first. */
export async function listSearches(db: Db, typed: string) {
  return db
    .selectFrom("audit_log")
    .select(["actor_id", "subject_id as list", "at"])
    .where("subject_type", "=", "list")
    .where("typed_digest", "in", searchDigests(typed))
    .orderBy("at", "desc")
    .execute();
}

type StaffEntry = Parameters<typeof recordAudit>[1];

/** Writes down what staff do again and again, unless they did the same in the last quarter of an hour. */
export async function recordUnlessLately(db: Db, entry: StaffEntry): Promise<void> {
  const { actor, action, subject, typed_digest = null } = entry;
  const known = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("at", ">", sql<Date>`now() - make_interval(mins => ${VIEW_MINUTES})`)
    .where("action", "=", action)
    .where("actor_id", "=", actor.id)
    .where(sql<boolean>`typed_digest is not distinct from ${typed_digest}`)
    .limit(1)
    .executeTakeFirst();
  if (!known) await recordAudit(db, entry);
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
