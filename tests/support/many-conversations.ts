import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { sampleSize } from "./proof.ts";

const STAFF = 200;
const CONVERSATIONS = sampleSize(20_000, 100_000);
const EMAILS = sampleSize(20_000, 1_000_000);
const BATCH = 1_000;

/** Inserts two hundred members of staff. */
export async function insertStaff(db: Db) {
  await sql`
    insert into users (email, first_name, last_name, type, active)
    select 'staff-' || n || '@example.test', 'Staff', 'Member', 'admin', true
    from generate_series(1, ${STAFF}) n`.execute(db);
}

/**
 * Inserts conversations without a matter, the same number for each member of staff, and one email
 * in each, or ten in a proof. A third of those that are not closed are snoozed.
 * @param now time of the newest message
 */
export async function insertMany(db: Db, now: Date) {
  await db.transaction().execute(async (trx) => {
    // The triggers would take minutes. The columns that they set are set here.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    for (let from = 1; from <= CONVERSATIONS; from += BATCH) {
      await insertConversations(trx, { from, now });
    }
    for (let from = 1; from <= EMAILS; from += BATCH) await insertEmails(trx, { from, now });
  });
}

async function insertConversations(trx: Db, { from, now }: { from: number; now: Date }) {
  await sql`
    insert into conversations
      (sender, state, unanswered_since, last_message_at, answerer_id, snoozed_until)
    select 'sender-' || n || '@example.com', state, case when state = 'open' then at end, at,
      case when n % 50 = 0 then null else staff.ids[1 + n % ${STAFF}] end,
      case when state <> 'closed' and n % 3 = 0 then date '2026-12-10' + n % 20 end
    from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n
    cross join lateral (select
      (array['open', 'answered', 'closed', 'closed'])[1 + n / ${STAFF} % 4] as state,
      ${now}::timestamptz - n * interval '1 minute' as at) facts
    cross join (
      select array_agg(id::text order by email) as ids from users where type = 'admin'
    ) staff`.execute(trx);
}

async function insertEmails(trx: Db, { from, now }: { from: number; now: Date }) {
  await sql`
    with received as (
      insert into inbound_emails (message_id, from_email, subject, text_body, received_at)
      select 'message-' || n, 'sender-' || 1 + n % ${CONVERSATIONS} || '@example.com', 'Subject',
        repeat('text ', 40), ${now}::timestamptz - n * interval '1 minute'
      from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n
      returning id, from_email, received_at
    )
    insert into messages (conversation_id, kind, at, inbound_email_id)
    select conversations.id, 'email_received', received_at, received.id
    from received join conversations on sender = from_email`.execute(trx);
}
