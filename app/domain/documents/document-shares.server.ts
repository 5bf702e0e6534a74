/** Which documents were emailed to a solicitor, and when. */

import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type EmailStatus, emailStatusSql } from "#app/queue/outbox.server.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Selects to which law firms the document of a query was emailed, oldest first, with the status of
 * each email; null for an email whose row was deleted long after it was sent.
 */
export function selectShares() {
  return jsonArrayFrom(
    expressionBuilder<DB, "documents">()
      .selectFrom("document_shares as share")
      .innerJoin("lawyer_groups", "lawyer_groups.id", "share.lawyer_group_id")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .leftJoin("email_log", "email_log.dedupe_key", "share.outbox_key")
      .select(["share.lawyer_group_id", "law_firms.name as law_firm"])
      .select(sql<EmailStatus | null>`${emailStatusSql()}`.as("status"))
      .select(sql<string>`coalesce(email_log.sent_at, share.shared_at)`.as("sent_at"))
      .whereRef("share.document_id", "=", "documents.id")
      .orderBy("share.shared_at")
      .orderBy("share.outbox_key"),
  );
}
