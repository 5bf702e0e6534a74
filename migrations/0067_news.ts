import { type Kysely, sql } from "kysely";

/** What customers are to be told of their matters, and which kinds of email they do not want. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table pending_news (
      user_id object_id not null references users on delete cascade,
      transaction_id object_id not null references transactions on delete cascade,
      side text not null check (side in ('seller', 'buyer')),
      purchase_intent_id object_id references purchase_intents on delete cascade,
      happened text[] not null check (cardinality(happened) > 0),
      primary key (user_id, transaction_id, side)
    )`.execute(db);
  await sql`
    create table unwanted_emails (
      user_id object_id not null references users on delete cascade,
      kind text not null check (kind in ('checks', 'searches', 'steps', 'dates', 'weekly', 'reminders')),
      since timestamptz not null default now(),
      primary key (user_id, kind)
    )`.execute(db);
}
