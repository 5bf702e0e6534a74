import { z } from "zod";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays, isWorkingDay } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import { type LockedConversation, lockConversation, storeState } from "./conversations.server.ts";
import { afterClose, afterReopen } from "./conversation-state.ts";

/** A conversation, in the version that the person saw. */
type Seen = { conversation_id: string; version: number };

export const SnoozeForm = z.object({
  snoozed_until: z
    .string({ error: "Choose a day" })
    .regex(/^\d{4}-\d{2}-\d{2}$/, "Choose a day")
    .refine((day) => !Number.isNaN(Date.parse(day)), "Choose a day"),
});

/** Error for a conversation that has changed since the person opened it. */
class ConversationChangedError extends ConflictError {}

/**
 * Locks a conversation for a change by a person.
 * @throws NotFoundError; ConversationChangedError, with the name of the colleague who changed it
 */
export async function lockSeen(trx: Db, seen: Seen): Promise<LockedConversation> {
  const conversation = await lockConversation(trx, seen.conversation_id);
  if (conversation.version === seen.version) return conversation;
  const changed = await trx
    .selectFrom("audit_log")
    .innerJoin("users", "users.id", "audit_log.actor_id")
    .select(["audit_log.at", fullNameSql("users").as("name")])
    .where("subject_type", "=", "conversation")
    .where("subject_id", "=", conversation.id)
    .orderBy("audit_log.at", "desc")
    .limit(1)
    .executeTakeFirst();
  const newest = await trx
    .selectFrom("messages")
    .leftJoin("users", "users.id", "messages.author_id")
    .select(["kind", "messages.created_at", fullNameSql("users").as("name")])
    .where("conversation_id", "=", conversation.id)
    .orderBy("at", "desc")
    .orderBy("messages.id", "desc")
    .limit(1)
    .executeTakeFirst();
  const is_last = newest !== undefined && (!changed || newest.created_at > changed.at);
  const is_ours =
    newest !== undefined && (newest.kind === "email_sent" || newest.kind.endsWith("_note"));
  // The note of a hand-over has its entry in the audit log with the matter.
  const colleague = is_last ? (is_ours ? newest.name : null) : changed?.name;
  throw new ConversationChangedError(
    colleague
      ? `${colleague} changed this conversation while this page was open. Check it, then continue`
      : "A new message arrived while this page was open. Read it, then continue",
  );
}

/** Closes a conversation. A new message opens it again. @throws as lockSeen */
export async function closeConversation(
  trx: Db,
  seen: Seen,
  { actor }: { actor: Actor },
): Promise<void> {
  const before = await lockSeen(trx, seen);
  await storeState(trx, before.id, afterClose(before), { interrupts: true });
  await markEmailsRead(trx, before);
  await recordChange(trx, before.id, "conversation_closed", actor);
}

/** Opens a conversation again. Its time to answer starts now. @throws as lockSeen */
export async function reopenConversation(
  trx: Db,
  seen: Seen,
  { actor }: { actor: Actor },
): Promise<void> {
  const before = await lockSeen(trx, seen);
  if (before.state === "open" && before.snoozed_until === null) return;
  const after =
    before.state === "open" ? { ...before, snoozed_until: null } : afterReopen(before, new Date());
  await storeState(trx, before.id, after, { interrupts: true });
  await recordChange(trx, before.id, "conversation_reopened", actor);
}

/**
 * Puts a conversation off until a day, or until the next working day after it if no one works then.
 * @returns the first day on which it is shown again
 * @throws as lockSeen; DomainError for a day that is not in the future, or a closed conversation
 */
export async function snoozeConversation(
  trx: Db,
  { snoozed_until: day, ...seen }: Seen & z.output<typeof SnoozeForm>,
  { actor }: { actor: Actor },
): Promise<string> {
  const before = await lockSeen(trx, seen);
  if (before.state === "closed") {
    throw new DomainError("This conversation is closed. Open it again before you snooze it");
  }
  if (day <= londonDay(new Date())) throw new DomainError("Choose a day after today");
  const snoozed_until = isWorkingDay(day) ? day : addWorkingDays(day, 1);
  await storeState(trx, before.id, { ...before, snoozed_until }, { interrupts: true });
  await recordChange(trx, before.id, "conversation_snoozed", actor);
  return snoozed_until;
}

/**
 * Gives a conversation to a colleague; null for the handler of its matter.
 * @throws as lockSeen; DomainError for a person who can’t answer
 */
export async function assignConversation(
  trx: Db,
  { handler_id, ...seen }: Seen & { handler_id: string | null },
  { actor }: { actor: Actor },
): Promise<void> {
  const before = await lockSeen(trx, seen);
  if (handler_id !== null) await requireColleague(trx, handler_id);
  await trx
    .updateTable("conversations")
    .set((eb) => ({ handler_id, version: eb("version", "+", 1) }))
    .where("id", "=", before.id)
    .execute();
  await recordChange(trx, before.id, "conversation_assigned", actor);
}

/** Checks that a person is an active colleague. @throws DomainError */
export async function requireColleague(trx: Db, user_id: string): Promise<void> {
  const missing = () => new DomainError("This colleague no longer has an account. Choose another");
  if (!isObjectId(user_id)) throw missing();
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", user_id)
    .where("type", "=", "admin")
    .where("active", "=", true)
    .executeTakeFirstOrThrow(missing);
}

/** Marks the emails that waited for an answer as read, because a colleague has answered them. */
export async function markEmailsRead(
  trx: Db,
  { id, unanswered_since }: Pick<LockedConversation, "id" | "unanswered_since">,
): Promise<void> {
  if (unanswered_since === null) return;
  await trx
    .updateTable("inbound_emails")
    .set({ read_at: new Date() })
    .where("read_at", "is", null)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("messages")
        .select((message) => message.ref("inbound_email_id").$notNull().as("id"))
        .where("conversation_id", "=", id)
        .where("at", ">=", unanswered_since)
        .where("inbound_email_id", "is not", null),
    )
    .execute();
}

/** Records in the audit log what a colleague did to a conversation. */
export async function recordChange(trx: Db, id: string, action: StaffAction, actor: Actor) {
  await recordAudit(trx, { actor, action, subject: { type: "conversation", id } });
}
