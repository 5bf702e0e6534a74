import { sql, type Kysely } from "kysely";

/** What came of an invitation: the sale, or the purchase, that its customer has begun. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table invitations
      add column transaction_id object_id references transactions on delete set null,
      add column purchase_intent_id object_id references purchase_intents on delete set null`.execute(
    db,
  );
  await sql`
    create index invitations_transaction on invitations (transaction_id)
      where transaction_id is not null`.execute(db);
  await sql`
    create index invitations_purchase_intent on invitations (purchase_intent_id)
      where purchase_intent_id is not null`.execute(db);
  // Those that lapse by themselves: the night and the lists ask for the oldest.
  await sql`
    create index invitations_waiting on invitations ((coalesce(email_sent_at, created_at)))
      where status in ('pending', 'sent')`.execute(db);
}
