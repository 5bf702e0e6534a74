import { sql, type Kysely } from "kysely";

/**
 * An order of searches is written down before the provider is asked, so that it is made once whatever becomes of the
 * answer. The documents of a search are kept by their content, so that each is stored once.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table search_orders (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      ordered_on date not null default (now() at time zone 'Europe/London')::date,
      answer text check (answer in ('accepted', 'refused')),
      is_reorder boolean not null,
      reference text unique,
      sub_building_name text,
      building_name text,
      building_number text,
      ordered_by object_id references users,
      created_at timestamptz not null default now(),
      check (num_nonnulls(building_name, building_number) > 0),
      check ((answer is not distinct from 'accepted') = (reference is not null))
    )`.execute(db);
  await sql`
    create index search_orders_transaction
      on search_orders (transaction_id, created_at desc)`.execute(db);
  await sql`
    create unique index search_orders_once_a_day on search_orders (transaction_id, ordered_on)
      where answer is distinct from 'refused'`.execute(db);
  await sql`
    create unique index search_orders_one_unanswered on search_orders (transaction_id)
      where answer is null`.execute(db);

  // told_on: the day of the newest message about a search, by which an older one that comes later is known.
  await sql`
    alter table searches
      add search_order_id object_id references search_orders,
      add told_on date`.execute(db);
  await sql`create index searches_order on searches (search_order_id)`.execute(db);

  await sql`
    create table search_documents (
      id object_id primary key default new_id(),
      search_id object_id not null references searches,
      s3_document_key text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      file_name text not null,
      size_bytes integer not null check (size_bytes > 0),
      has_active_content boolean not null default false,
      dated date not null,
      created_at timestamptz not null default now(),
      unique (search_id, sha256)
    )`.execute(db);

  // The provider asks for a thing once an order; staff ask for the water bill without one.
  await sql`
    alter table additional_requests add search_order_id object_id references search_orders`.execute(
    db,
  );
  await sql`
    create unique index additional_requests_once_an_order on additional_requests (search_order_id, type)`.execute(
    db,
  );
}
