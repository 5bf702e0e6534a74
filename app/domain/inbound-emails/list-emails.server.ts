import { sql } from "kysely";
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
    .where("transaction_id", transaction_id === null ? "is" : "=", transaction_id)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  const shown = after ? query.where(follows("inbound_emails", "received_at", after)) : query;
  return keysetPage(await shown.execute(), limit);
}

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>["items"][number];
