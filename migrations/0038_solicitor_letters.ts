import { sql, type Kysely } from "kysely";

/**
 * The letters that instruct solicitors are kept as they were sent; and which emails of the buyer's side staff ticked when
 * they assigned solicitors waits with the matter for the buyer who comes later.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table solicitor_letters (
      id object_id primary key default new_id(),
      side text not null check (side in ('seller', 'buyer')),
      lawyer_group_id object_id not null references lawyer_groups,
      purchase_intent_id object_id references purchase_intents,
      letter jsonb not null,
      created_at timestamptz not null default now(),
      check ((side = 'buyer') = (purchase_intent_id is not null))
    )`.execute(db);
  await sql`create index solicitor_letters_group on solicitor_letters (lawyer_group_id)`.execute(
    db,
  );
  await sql`create index solicitor_letters_purchase on solicitor_letters (purchase_intent_id)`.execute(
    db,
  );
  // One letter may be about several homes of a group.
  await sql`
    create table solicitor_letter_matters (
      transaction_id object_id not null references transactions,
      letter_id object_id not null references solicitor_letters,
      primary key (transaction_id, letter_id)
    )`.execute(db);
  await sql`create index solicitor_letter_matters_letter on solicitor_letter_matters (letter_id)`.execute(
    db,
  );
  // What was ticked before this was kept is not known: every box was, unless somebody took a tick away.
  await sql`
    alter table transactions
      add column ticked_for_buyer text[] not null
        default '{buyer_introduction,buyer_additional_info,buyer_solicitor_instruction}'
        check (ticked_for_buyer <@ '{buyer_introduction,buyer_additional_info,buyer_solicitor_instruction}'::text[])`.execute(
    db,
  );
}
