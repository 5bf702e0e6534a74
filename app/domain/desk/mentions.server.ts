import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

/**
 * Marks a note that mentions the actor as read, which removes it from the actor’s desk. Idempotent.
 * @throws NotFoundError if the note does not exist or does not mention the actor
 */
export async function markMentionRead(
  trx: Db,
  message_id: string,
  { actor }: { actor: Actor },
): Promise<void> {
  const mention = isObjectId(message_id)
    ? await trx
        .selectFrom("message_mentions")
        .innerJoin("messages", "messages.id", "message_mentions.message_id")
        .innerJoin("conversations", "conversations.id", "messages.conversation_id")
        .select(["message_mentions.read_at", "conversations.transaction_id"])
        .where("message_mentions.message_id", "=", message_id)
        .where("message_mentions.user_id", "=", actor.id)
        .forUpdate("message_mentions")
        .executeTakeFirst()
    : undefined;
  if (!mention) throw new NotFoundError("Note not found");
  if (mention.read_at) return;
  await trx
    .updateTable("message_mentions")
    .set({ read_at: new Date() })
    .where("message_id", "=", message_id)
    .where("user_id", "=", actor.id)
    .execute();
  const { transaction_id } = mention;
  const subject = transaction_id
    ? { type: "transaction", id: transaction_id }
    : { type: "message", id: message_id };
  await recordAudit(trx, { actor, action: "mention_read", subject });
}
