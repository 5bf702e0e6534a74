/** A law firm asks us a question, which joins the conversation of its side. */

import { z } from "zod";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { emailAnswerers } from "#app/domain/conversations/own-messages.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { freeText, freeTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { lockFirmMatter, personName } from "./firm-matter.server.ts";

/** Maximum number of characters of a question. */
const MAX_QUESTION = 4_000;

/** Form with which a firm asks a question. */
export const FirmQuestionForm = z.object({
  key: z.string().min(1).max(300),
  question: freeText("Enter your question", tooManyCharacters(MAX_QUESTION), {
    max: MAX_QUESTION,
    read: freeTextLines,
  }),
  person: personName(),
});

/**
 * Adds a firm’s question to the conversation of its side, and emails the person who answers. The
 * side’s customers don’t see it. A repeated submit of the same text with the same key adds nothing.
 * @throws ConflictError if another firm acts now, or the matter has ended
 */
export async function askQuestion(
  trx: Db,
  reader: FirmReader,
  { key, person, question }: z.output<typeof FirmQuestionForm>,
): Promise<void> {
  await lockFirmMatter(trx, reader, person);
  const { transaction_id, purchase_intent_id } = reader;
  const conversation_id = await openConversation(trx, { transaction_id, purchase_intent_id });
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "firm_message",
    text: question,
    spoke_with: `${person}, ${reader.firm}`.slice(0, 200),
    firm_email: reader.email,
    idempotency_key: sha256(JSON.stringify([reader.id, key, question])),
  });
  if (message_id === null) return;
  await emailAnswerers(trx, message_id);
  const subject = { type: "transaction", id: transaction_id };
  await recordFirmAudit(trx, reader, { action: "message_written", subject });
}
