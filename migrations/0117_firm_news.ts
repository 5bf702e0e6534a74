import { sql, type Kysely } from "kysely";

/**
 * The property information for the seller’s solicitor becomes an item of the collected news for
 * firms. Emails that are waiting keep their time. A worker of the version before doesn’t know the
 * new kind, so its attempt fails and the job is tried again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    update email_log
    set name = 'firm_news',
      props = jsonb_build_object(
        'transaction_id', props ->> 'transaction_id',
        'firm', 'seller_solicitor',
        'firm_id', props ->> 'lawyer_group_id',
        'purchase_intent_id', null,
        'items', jsonb_build_array('property_information_confirmed'))
    where name = 'property_information_confirmed' and status = 'queued'`.execute(db);
}
