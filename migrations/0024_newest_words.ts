import { sql, type Kysely } from "kysely";

/**
 * Of a word that more records have than a search looks at, the newest are looked at. At a million matters the index takes
 * about a minute to make, in which matters and people can be read and not changed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table search_words drop constraint search_words_pkey`.execute(db);
  await sql`
    create unique index search_words_newest on search_words (kind, word, record_id desc)`.execute(
    db,
  );
}
