import { sql, type Kysely } from "kysely";

/** Files of a matter are made, kept and deleted as copies of what is held on a person are. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table data_copies
      alter user_id drop not null,
      add column transaction_id object_id references transactions,
      add check (num_nonnulls(user_id, transaction_id) = 1)`.execute(db);
  await sql`
    create unique index data_copies_one_making_of_matter on data_copies (transaction_id)
    where status = 'making'`.execute(db);
  await sql`create index data_copies_transaction_id on data_copies (transaction_id, created_at)`.execute(
    db,
  );
}
