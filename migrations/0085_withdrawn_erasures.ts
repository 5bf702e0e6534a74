import { sql, type Kysely } from "kysely";

const STATES = ["open", "erasing", "erased", "refused"];

/**
 * A customer may withdraw a request to delete their data; a plan to delete finds all that names a person. Nobody can switch
 * off emails about ID checks any more.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table privacy_requests
      drop constraint privacy_requests_status_check,
      drop constraint privacy_requests_check2,
      add constraint privacy_requests_status_check
        check (status in (${sql.join([...STATES, "withdrawn"].map((state) => sql.lit(state)))})),
      add constraint privacy_requests_check2
        check ((status in ('open', 'withdrawn')) = (decided_by is null))`.execute(db);
  await sql`delete from unwanted_emails where kind = 'checks'`.execute(db);
  for (const [table, column] of [
    ["checks", "email"],
    ["email_log", "recipient"],
    ["email_log", "user_id"],
    ["inbound_emails", "from_email"],
  ] as const) {
    await sql`
      create index ${sql.id(`${table}_of_${column}`)} on ${sql.id(table)} (${sql.id(column)})
      where ${sql.id(column)} is not null`.execute(db);
  }
}
