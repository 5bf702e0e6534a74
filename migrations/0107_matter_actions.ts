import { sql, type Kysely } from "kysely";

/**
 * Actions that staff take on a matter, such as a change of the agreed price. The values are kept, so
 * that an action can be undone until its emails are sent.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table matter_actions (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      -- Kind of action (app/domain/actions/actions.ts).
      kind text not null check (kind ~ '^[a-z_]+$'),
      -- Values by column, before and after the action.
      before jsonb not null,
      after jsonb not null,
      done_by object_id references users,
      done_at timestamptz not null default now(),
      -- When its emails are sent. It can be undone until then.
      sends_at timestamptz not null,
      undone_by object_id references users,
      undone_at timestamptz,
      check (undone_by is null or undone_at is not null)
    )`.execute(db);
  await sql`
    create index matter_actions_matter on matter_actions (transaction_id, done_at desc, id desc)`.execute(
    db,
  );
  await sql`create index matter_actions_purchase on matter_actions (purchase_intent_id)`.execute(
    db,
  );
  await sql`create index matter_actions_done_by on matter_actions (done_by)`.execute(db);
  await sql`create index matter_actions_undone_by on matter_actions (undone_by)`.execute(db);
}
