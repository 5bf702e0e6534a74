import pg from "pg";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

export const MATTERS = sampleSize(4_000, 100_000);
export const STAFF = 200;

export const staffId = (n: number) => (0xa000 + n).toString(16).padStart(24, "0");
/** Id of the handler who is the stand-in of the colleague with the next number. */
export const HANDLER = staffId(7);

/**
 * Inserts matters of 200 handlers, each with four items, five events, a task and a question to its
 * solicitor that is due, and conversations without a matter. Half of these are snoozed, and half
 * have a person who answers.
 */
export async function fillDesk(db: Db, url: string): Promise<void> {
  const seller = await insertPerson(db, "seller@example.test");
  const sale = await insertSale(db, seller.id);
  const firm = await insertLawyerGroup(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of INSERTS) {
      await client.query(statement.replaceAll("$sale", sale.id).replaceAll("$firm", firm));
    }
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

const COPIES = `generate_series(1, ${MATTERS}) as n`;
const ID = "lpad(to_hex(n), 24, '0')";
/** One matter in ten has no handler. */
const OWNER = `case when n % 10 > 0 then lpad(to_hex(40960 + n % ${STAFF}), 24, '0') end`;

const STAFF_ROWS = [
  // With few users, a scan of the whole table is the cheapest plan.
  `insert into users (email, first_name, last_name)
  select 'customer' || n || '@example.test', 'Customer', 'Number ' || n
  from generate_series(1, ${sampleSize(30_000, 100_000)}) as n`,
  `insert into users (id, email, first_name, last_name, type, active)
  select lpad(to_hex(40960 + n), 24, '0'), 'staff' || n || '@example.test', 'Staff', 'Number ' || n,
    'admin', true from generate_series(0, ${STAFF - 1}) as n`,
  `insert into staff_roles (user_id, role) select id, 'handler' from users where type = 'admin'`,
  `insert into staff_absences (user_id, stand_in_id, starts_on, ends_on)
  values ('${staffId(8)}', '${HANDLER}', date '2000-01-01', date '2100-01-01')`,
];

const TRANSACTIONS = `
  insert into transactions (id, property_id, seller_id, customer_type, asking_price_pounds,
    has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral,
    handler_id, number)
  select ${ID}, property_id, seller_id, customer_type, asking_price_pounds,
    has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral,
    ${OWNER}, 1000000 + n
  from transactions, ${COPIES} where id = '$sale'`;

const ITEMS = `
  insert into desk_items (transaction_id, kind, source_id, handler_id, since, due_at)
  select ${ID}, kind, ${ID}, ${OWNER},
    case kind when 'late_stage' then now() + interval '3 days' else
      now() - interval '100 days' + n * interval '30 seconds' end, now()
  from ${COPIES}, unnest('{message,task,late_stage,payment_review}'::text[]) as kind`;

const TASKS = `
  insert into tasks (id, transaction_id, title, due_on)
  select ${ID}, ${ID}, 'Task ' || n, date '2026-11-01' from ${COPIES}`;

const EVENTS = `
  insert into events (transaction_id, event_name, type, author, date_time, handler_id)
  select ${ID}, 'search_completed', 'seller', 'provider',
    now() - day * interval '2 days' - n * interval '1 millisecond', ${OWNER}
  from ${COPIES}, generate_series(0, 4) as day`;

const LISTED = `
  insert into listed_transactions
  select (json_populate_record(listed, json_build_object('id', ${ID}, 'handler_id', ${OWNER},
    'stage', 'completion', 'holder', 'seller_solicitor', 'next_step', 'exchange',
    'since', date '2026-11-30' - n % 30))).*
  from listed_transactions as listed, ${COPIES} where id = '$sale'`;

const CHASES = `
  insert into chases (id, transaction_id, side, step, lawyer_group_id, follow_up_on, token_hash,
    expires_at)
  select ${ID}, ${ID}, 'seller', 'exchange', '$firm', date '2026-11-01', n::text, now()
  from ${COPIES}`;

const UNMATCHED = `
  insert into conversations (sender, state, unanswered_since, last_message_at, unanswered,
    snoozed_until, answerer_id)
  select 'sender' || n || '@example.test', 'open',
    now() - interval '200 days' + n * interval '1 minute', now(), 1,
    case when n > ${MATTERS / 2} then current_date + 30 end,
    case when n % 2 = 0 then lpad(to_hex(40960 + 100 + n % 100), 24, '0') end
  from ${COPIES}`;

const INSERTS = [...STAFF_ROWS, ...[TRANSACTIONS, LISTED, ITEMS, TASKS, CHASES, EVENTS, UNMATCHED]];
