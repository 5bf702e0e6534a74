import { z } from "zod";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { listStaffRecipients } from "#app/domain/staff/stand-ins.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queuedJob } from "#app/queue/job.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { answerBy } from "./answer-by.ts";

/** Runs when a request for an update should have been answered. */
export const alertOverdueUpdateJob = queuedJob(
  "alert-overdue-update",
  z.object({ message_id: z.string() }),
);

export const updateOverdueEmail = queuedEmail(
  "update_overdue",
  z.object({ message_id: z.string() }),
);

/**
 * Emails our staff about a request for an update that no one has answered in time. Sends one email,
 * to the handler or, if there is none, to the team. Customers get no email about it.
 * @returns true if an email was queued
 */
export async function alertOverdueUpdate(trx: Db, message_id: string): Promise<boolean> {
  const request = await findUnanswered(trx, message_id);
  if (!request) return false;
  const [first] = await listRecipients(trx, request.handler_id);
  const id = await queueEmail(trx, {
    email: updateOverdueEmail,
    recipient: first ?? env.TEAM_EMAIL,
    props: { message_id },
    dedupe_key: `update_overdue:${message_id}`,
  });
  return id !== null;
}

/**
 * Finds a request for an update that no one has answered since. A conversation that is answered or
 * closed has no unanswered message.
 */
function findUnanswered(db: Db, message_id: string) {
  return db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .innerJoin("transactions", "transactions.id", "conversations.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .innerJoin("users as author", "author.id", "messages.author_id")
    .select(["messages.at", "conversations.purchase_intent_id", "addresses.line_1"])
    .select(["transactions.id as transaction_id", fullNameSql("author").$notNull().as("author")])
    .select((eb) =>
      eb.fn.coalesce("conversations.handler_id", "transactions.handler_id").as("handler_id"),
    )
    .where("messages.id", "=", message_id)
    .where("messages.kind", "=", "update_request")
    .whereRef("conversations.unanswered_since", "<=", "messages.at")
    .executeTakeFirst();
}

/** Lists the handler, the stand-in while the handler is away, and the leads. */
async function listRecipients(db: Db, handler_id: string | null): Promise<string[]> {
  const answerers = handler_id === null ? [] : await listStaffRecipients(db, handler_id);
  const leads = await db
    .selectFrom("staff_roles")
    .innerJoin("users", "users.id", "staff_roles.user_id")
    .select("users.email")
    .where("staff_roles.role", "=", "lead")
    .where("users.active", "=", true)
    .orderBy("users.id")
    .execute();
  return [...new Set([...answerers, ...leads].map(({ email }) => email))];
}

/**
 * Returns the content of the email about an overdue request for an update.
 * @throws EmailNotNeededError if the request was deleted or has been answered
 */
export async function readOverdueEmail(
  db: Db,
  { message_id }: { message_id: string },
  { recipient }: { recipient: string },
) {
  const request = await findUnanswered(db, message_id);
  if (!request) throw new EmailNotNeededError();
  const { at, author, line_1, transaction_id, purchase_intent_id, handler_id } = request;
  const recipients = await listRecipients(db, handler_id);
  const place = purchase_intent_id ? { purchase: purchase_intent_id } : {};
  return {
    author,
    line_1,
    asked_at: at,
    answer_by: answerBy(at),
    copies: recipients.filter((email) => email !== recipient),
    page: siteUrl(paths.admin.transactionTab.messages(transaction_id, place)),
  };
}
