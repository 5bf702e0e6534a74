import { sql, type Kysely } from "kysely";

/**
 * Orders of the list of matters (app/domain/transactions/list-transactions.server.ts), and search by
 * the last digits of a number (app/domain/staff-search/search.server.ts).
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index listed_transactions_unpaid_since on listed_transactions (created_at, id)
    where payment <> 'complete' and stage <> 'aborted'`.execute(db);
  await sql`
    create index listed_transactions_late_by on listed_transactions (since, id)
    where since is not null and holder is not null and next_step <> 'complete'`.execute(db);
  await sql`
    create index search_words_ends on search_words (kind, reverse(word), record_id desc)
    where word ~ '[0-9]{4}$'`.execute(db);
}
