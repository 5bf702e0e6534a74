import { sql, type Kysely } from "kysely";

const TABLES = {
  checks: "identity_checks",
  erasures: "erased_people",
  pending_news: "pending_notifications",
  referrals: "adviser_referrals",
  search_problems: "search_message_errors",
  stage_history: "stage_duration_stats",
  stage_spans: "stage_durations",
  unwanted_emails: "email_opt_outs",
};

/** Columns to rename, by the new name of their table. */
const COLUMNS = [
  ["audit_log", "typed_digest", "search_text_hash"],
  ["correction_requests", "said", "request_text"],
  ["email_log", "words", "body_text"],
  ["identity_checks", "looked_at", "last_polled_at"],
  ["parties", "represented_because", "representation_reason"],
  ["pending_notifications", "happened", "event_names"],
  ["searches", "told_status", "provider_status"],
  ["sessions", "network", "ip_address"],
] as const;

/**
 * Gives tables and columns the standard terms of the field. The code of earlier releases cannot
 * run on the new names, so the service stops for this upgrade (docs/operations.md). No row of the
 * audit log names one of these columns, so the sealed rows need no translation.
 */
export async function up(db: Kysely<unknown>) {
  for (const [table, name] of Object.entries(TABLES)) {
    await sql`alter table ${sql.table(table)} rename to ${sql.id(name)}`.execute(db);
    await renameParts(db, name, table, name);
  }
  for (const [table, column, name] of COLUMNS) {
    await sql`alter table ${sql.table(table)} rename column ${sql.id(column)} to ${sql.id(name)}`.execute(
      db,
    );
    await renameParts(db, table, `${table}_${column}`, `${table}_${name}`);
  }
  await renameInDrafts(db);
  await renameInEmails(db);
  await recreateReferralFunction(db);
  await renameSearchText(db);
}

/** Renames a table's constraints, indexes and triggers whose names start with `from`. */
async function renameParts(db: Kysely<unknown>, table: string, from: string, to: string) {
  // Renaming a constraint renames its index, so the indexes are read afterwards.
  await sql`
    do ${sql.lit(`
    declare part text;
    begin
      for part in select conname from pg_constraint
        where conrelid = '${table}'::regclass and starts_with(conname, '${from}_')
      loop
        execute format('alter table ${table} rename constraint %I to %I',
          part, '${to}' || substr(part, length('${from}') + 1));
      end loop;
      for part in select relname from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = '${table}'::regclass and starts_with(relname, '${from}_')
      loop
        execute format('alter index %I rename to %I',
          part, '${to}' || substr(part, length('${from}') + 1));
      end loop;
      for part in select tgname from pg_trigger
        where tgrelid = '${table}'::regclass and not tgisinternal
          and starts_with(tgname, '${from}_')
      loop
        execute format('alter trigger %I on ${table} rename to %I',
          part, '${to}' || substr(part, length('${from}') + 1));
      end loop;
    end`)}`.execute(db);
}

async function renameInDrafts(db: Kysely<unknown>) {
  // A quotation mark in an answer is stored as \", so only the key matches.
  await sql`
    update drafts
    set data = replace(data::text, '"represented_because":', '"representation_reason":')::jsonb
    where strpos(data::text, '"represented_because":') > 0`.execute(db);
}

/** The values of a queued email's template are stored with it. */
async function renameInEmails(db: Kysely<unknown>) {
  await sql`
    update email_log
    set props = props - 'happened' || jsonb_build_object('event_names', props -> 'happened')
    where props ? 'happened'`.execute(db);
}

/** The text of a function is not renamed with the tables that it names. */
async function recreateReferralFunction(db: Kysely<unknown>) {
  await sql`
    create or replace function refresh_referrals(of_transaction object_id) returns void
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      delete from adviser_referrals
      where transaction_id = of_transaction and not exists (
        select from referral_rules as rules
        where rules.transaction_id = of_transaction and rules.kind = adviser_referrals.kind
          and rules.purchase_intent_id is not distinct from adviser_referrals.purchase_intent_id);
      insert into adviser_referrals (kind, transaction_id, purchase_intent_id, sort_name)
      select kind, transaction_id, purchase_intent_id, sort_name
      from referral_rules where transaction_id = of_transaction
      on conflict (kind, id) do update set sort_name = excluded.sort_name
      where adviser_referrals.sort_name <> excluded.sort_name;
    end $$`.execute(db);
}

async function renameSearchText(db: Kysely<unknown>) {
  await sql`alter view search_texts rename column said to text`.execute(db);
  await sql`
    create or replace function refresh_search_words(of_kind text, of_record object_id) returns void
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare terms text[] := (
      select search_terms(text) from search_texts where kind = of_kind and record_id = of_record
    );
    begin
      delete from search_words
      where record_id = of_record and word <> all (coalesce(terms, '{}'));
      insert into search_words
      select of_kind, term, of_record from unnest(terms) as term
      on conflict do nothing;
    end $$`.execute(db);
}
