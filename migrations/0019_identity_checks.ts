import { sql, type Kysely } from "kysely";

/**
 * An order of an identity check costs money: its row is there before the provider is asked, and says so until the
 * provider has answered. Of one person there is one open check at most.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table checks
      add column order_key text unique,
      add column order_sent_at timestamptz,
      add column looked_at timestamptz,
      add constraint checks_order_check check (order_sent_at is null or
        (thirdfort_id is null and status = 'pending' and order_key is not null and requested_by is not null))`.execute(
    db,
  );
  await sql`
    create unique index checks_one_open
      on checks (transaction_id, person_type, email, lower(first_name), lower(last_name))
      where status = 'pending'`.execute(db);
  // The job that asks after open checks takes those that nobody has asked after for longest.
  await sql`
    create index checks_to_look_at on checks (looked_at nulls first, id) where status = 'pending'`.execute(
    db,
  );
}
