import { type RawBuilder, sql } from "kysely";
import { signatures } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";
import type { AgentReader, FirmReader, Shown } from "#app/domain/readers/reader.ts";
import type { FirmAction, StaffAction } from "./actions.ts";

export type Actor = { id: string; request_id: string };

/**
 * The record that an action changes or shows: `estate_agent`, `valuer`, `brand`, `transaction`, …
 */
export type Subject = { type: string; id: string };

/**
 * Records which member of staff changed which fields of a record, without their values. Audit rows
 * cannot be updated or deleted. Call it in the database transaction that makes the change.
 */
export async function recordAudit(
  trx: Db,
  entry: {
    actor: Actor;
    action: StaffAction;
    subject: Subject;
    fields?: readonly string[];
    search_text_hash?: string | undefined;
  },
): Promise<void> {
  const { actor, action, subject, fields = [], search_text_hash = null } = entry;
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
      search_text_hash,
    })
    .execute();
}

/**
 * Records which fields a customer's form changed, without their values. Call it in the database
 * transaction that makes the change.
 * @param entry.action a CustomerAction, or the name of the event that the change records
 */
export async function recordCustomerAudit(
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

/**
 * Records which fields a law firm or an estate agent changed on its page, without their values. The
 * actor is the lawyer group or the office; the event of the same action has the name of the person.
 * Call it in the database transaction that makes the change.
 */
export async function recordFirmAudit(
  trx: Db,
  firm: Pick<FirmReader, "lawyer_group_id"> | Pick<AgentReader, "estate_agent_id">,
  { action, subject, fields = [] }: { action: FirmAction; subject: Subject; fields?: string[] },
): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({
      actor_id: "lawyer_group_id" in firm ? firm.lawyer_group_id : firm.estate_agent_id,
      actor_kind: "provider",
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      fields,
    })
    .execute();
}

/** Names in the audit log of nightly deletions of records whose retention period is over. */
type RetentionAction = "matter_ended" | "checks_ended" | "account_ended" | "partner_ended";

/**
 * Records a nightly deletion, so that the log can later show what happened to the record with this
 * id.
 */
export async function recordErasure(
  trx: Db,
  action: RetentionAction,
  subject: Subject,
): Promise<void> {
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

/**
 * Minutes during which repeated views of the same record by one person (in several tabs, or after
 * reloading) count as one view.
 */
const VIEW_MINUTES = 15;

/**
 * Records that staff viewed a record or a list, or searched a list. Skips repeats within
 * VIEW_MINUTES, because a row per click would make changes hard to find in the log. Two
 * simultaneous views may both be recorded. For a search, stores a hash of its text, which can be
 * compared with a known text but not read.
 */
export async function recordShown(
  db: Db,
  { actor, what }: { actor: Actor; what: Shown },
): Promise<void> {
  if ("record" in what) {
    const subject = what.record;
    await recordOncePerWindow(db, { actor, subject, action: `${subject.type}_viewed` });
    return;
  }
  const subject = { type: "list", id: what.list };
  if (!what.typed) return recordOncePerWindow(db, { actor, subject, action: "list_viewed" });
  const [search_text_hash] = searchDigests(what.typed);
  await recordOncePerWindow(db, { actor, subject, action: "searched", search_text_hash });
}

/** Returns the possible hashes of a search text, one per signing secret, newest first. */
function searchDigests(typed: string): string[] {
  return signatures("audit-search", typed.trim().replace(/\s+/g, " ").toLowerCase());
}

/** Returns who searched for a text, in which list and when, newest first. */
export async function listSearches(db: Db, typed: string) {
  return db
    .selectFrom("audit_log")
    .select(["actor_id", "subject_id as list", "at"])
    .where("subject_type", "=", "list")
    .where("search_text_hash", "in", searchDigests(typed))
    .orderBy("at", "desc")
    .execute();
}

type StaffEntry = Parameters<typeof recordAudit>[1];

/** Records a frequent staff action, unless the same one was recorded in the last VIEW_MINUTES. */
export async function recordOncePerWindow(db: Db, entry: StaffEntry): Promise<void> {
  const { actor, action, subject, search_text_hash = null } = entry;
  const known = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("at", ">", sql<Date>`now() - make_interval(mins => ${VIEW_MINUTES})`)
    .where("action", "=", action)
    .where("actor_id", "=", actor.id)
    .where(sql<boolean>`search_text_hash is not distinct from ${search_text_hash}`)
    .limit(1)
    .executeTakeFirst();
  if (!known) await recordAudit(db, entry);
}

export type LastChange = {
  /** Name of the person who made the change; null if no account has their id. */
  by: string | null;
  actor_id: string | null;
  at: Date;
};

/**
 * Returns who last changed one of these fields of a record, and when; null if no change is
 * recorded.
 */
export async function readLastChange(
  db: Db,
  subject: Subject,
  fields: readonly string[],
): Promise<LastChange | null> {
  const row = await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.actor_id")
    .select(["audit_log.at", "audit_log.actor_id"])
    .select(fullNameSql("users").as("by"))
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where(sql<boolean>`audit_log.fields && ${[...fields]}::text[]`)
    .orderBy("audit_log.at", "desc")
    .orderBy("audit_log.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns SQL for the full name in a joined `users` alias, such as "Ada Byron"; null if the join
 * found no row.
 */
export function fullNameSql(alias: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}
