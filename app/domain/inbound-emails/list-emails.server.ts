import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { follows } from "#app/domain/paging/follows.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import type { Db } from "#db/connection.ts";

/** How many emails belong to no matter: each of them (T-001, T-009). */
export async function countUnmatchedEmails(db: Db): Promise<number> {
  const { counted } = await db
    .selectFrom("inbound_emails")
    .where("transaction_id", "is", null)
    .select(sql<string>`count(*)`.as("counted"))
    .executeTakeFirstOrThrow();
  return Number(counted);
}

/** The emails that belong to no matter, newest first. For staff: no owner narrows it. */
export function listUnmatchedEmails(db: Db, query: KeysetQuery) {
  return listEmails(db, null, query);
}

/** The emails that belong to a matter, newest first. For staff: no owner narrows it. */
export function listEmailsOfMatter(db: Db, transaction_id: string, query: KeysetQuery) {
  return listEmails(db, transaction_id, query);
}

async function listEmails(db: Db, transaction_id: string | null, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("inbound_emails")
    .select(["id", "from_email", "from_name", "subject", "text_body", "received_at", "match_type"])
    .select(["spf", "dkim", "dmarc", "spam_score", "sender_doubt"])
    .select(isFromParticipant().as("is_participant"))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("inbound_attachments")
          .select(["position", "file_name", "file_type", "size_bytes", "left_out"])
          .whereRef("email_id", "=", "inbound_emails.id")
          .orderBy("position"),
      ).as("files"),
    )
    .where("transaction_id", transaction_id === null ? "is" : "=", transaction_id)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  const shown = after ? query.where(follows("inbound_emails", "received_at", after)) : query;
  return keysetPage(await shown.execute(), limit);
}

/** Whether the address in From is that of somebody of the email's matter; of an email without one, of any matter. */
function isFromParticipant() {
  return sql<boolean>`exists (select from matter_emails
    where matter_emails.email = inbound_emails.from_email
      and matter_emails.transaction_id
        = coalesce(inbound_emails.transaction_id, matter_emails.transaction_id))`;
}

/**
 * Whether an email of `inbound_emails` counts as the word of somebody of its matter: its sender is proved, and takes part.
 */
export function isProvedParticipant() {
  return sql<boolean>`(inbound_emails.sender_doubt is null and ${isFromParticipant()})`;
}

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>["items"][number];
