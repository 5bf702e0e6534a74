import { sql, type Kysely } from "kysely";

/**
 * A sale can go on without the buyer who was active. That purchase is released: it no longer decides
 * the matter’s stage.
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
