import { sql, type Kysely } from "kysely";

/**
 * A sale can continue without the buyer who was active. That purchase is released: it no longer
 * decides the matter’s stage. A sale can be agreed with a buyer who has not signed up yet, from the agent’s
 * memorandum of sale.
 */
export async function up(db: Kysely<unknown>) {
  // Day since which the sale is not going ahead with this buyer; null for a buyer who is active or
  // who never was.
  await sql`alter table purchase_intents add column released_on date`.execute(db);
  await sql`
    update purchase_intents set released_on = (deactivated.at at time zone 'Europe/London')::date
    from (
      select purchase_intent_id, max(date_time) as at from events
      where event_name = 'purchase_intent_deactivated' group by purchase_intent_id
    ) as deactivated
    where deactivated.purchase_intent_id = purchase_intents.id and not is_active`.execute(db);
  await ignoreReleased(db);
  await createAgreements(db);
}

async function createAgreements(db: Kysely<unknown>) {
  await sql`
    create table sale_agreements (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions on delete cascade,
      buyer_id object_id not null references users,
      -- Null if the buyer had started the purchase or was invited earlier.
      invitation_id object_id references invitations on delete set null,
      agreed_price_pounds integer not null check (agreed_price_pounds > 0),
      -- Date of the agent’s memorandum of sale.
      memorandum_on date,
      co_buyer_first_name text,
      co_buyer_last_name text,
      co_buyer_email citext,
      co_buyer_phone_number text,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db);
  await sql`
    create unique index sale_agreements_one_open on sale_agreements (transaction_id)
    where ended_at is null`.execute(db);
  await sql`create index sale_agreements_buyer on sale_agreements (buyer_id)`.execute(db);
  await sql`create index sale_agreements_matter on sale_agreements (transaction_id)`.execute(db);
  await sql`create index sale_agreements_invitation on sale_agreements (invitation_id)`.execute(db);
}

/** A sale whose buyer was released is not over. The rest of the view stays as it is. */
async function ignoreReleased(db: Kysely<unknown>) {
  const { rows } = await sql<{ view: string }>`
    select pg_get_viewdef('matter_ends'::regclass) as view`.execute(db);
  const [before = "", after, ...more] = (rows[0]?.view ?? "").split(" DESC))[1]");
  if (after === undefined || more.length > 0) throw new Error("matter_ends is not as expected");
  await sql`create or replace view matter_ends as ${sql.raw(
    `${before} DESC) filter (where purchase_intents.released_on is null))[1]${after}`,
  )}`.execute(db);
}
