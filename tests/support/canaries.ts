import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Columns about people, by table. Visitors and unrelated customers must never see their values. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ["first_name", "last_name", "email"],
  parties: ["first_name", "last_name", "email"],
  identity_checks: ["first_name", "email"],
  inbound_emails: ["from_email", "subject"],
  inbound_attachments: ["file_name"],
  intelligence: ["summary", "next_step"],
  search_message_errors: ["sent"],
  search_documents: ["file_name"],
  email_log: ["recipient"],
  purchase_intents: ["other_funding_comments"],
  solicitor_letters: ["letter"],
};

export async function plantCanaries(db: Db): Promise<string[]> {
  const planted: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      const word = `kanary${randomBytes(5).toString("hex")}`;
      const value =
        column === "letter"
          ? sql`jsonb_set(letter, '{comment}', to_jsonb(${word}::text))`
          : column.includes("email") || column === "recipient"
            ? sql`${word} || '.' || id || '@example.test'`
            : sql`${word}::text`;
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(db);
      if (numAffectedRows) planted.push(word);
    }
  }
  return planted;
}
