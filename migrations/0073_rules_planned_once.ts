import { sql, type Kysely } from "kysely";

/**
 * What is kept of a matter and of its search words is planned once a connection instead of five times: to plan takes 15 ms, to
 * run takes one. Whoever replaces one of these functions sets this again.
 */
export async function up(db: Kysely<unknown>) {
  for (const rule of [
    "refresh_listed_transaction(object_id)",
    "refresh_search_words(text, object_id)",
    "refresh_referrals(object_id)",
  ]) {
    await sql`alter function ${sql.raw(rule)} set plan_cache_mode = force_generic_plan`.execute(db);
  }
}
