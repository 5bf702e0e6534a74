import { sql, type Kysely } from "kysely";

/**
 * Day on which the seller’s solicitor had the contract pack ready. The pack needs no buyer, so the
 * day is the matter’s and not a purchase’s. All rows are due: the job after the migrations derives
 * them again (app/domain/stages/matter-row.ts).
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table transactions add contract_pack_ready_on date`.execute(db);
  await sql`drop trigger transactions_noted on transactions`.execute(db);
  await sql`
    create trigger transactions_noted after insert or update of created_at, type, property_id, seller_id,
      asking_price_pounds, legals_started_at, tags, estate_agent_status, estate_agent_id,
      seller_lawyer_group_id, buyer_lawyer_group_id, group_id, solicitor_preference,
      is_using_foreign_currency, requires_mortgage_referral, contract_pack_ready_on
    on transactions for each row execute function note_matters()`.execute(db);
  await sql`
    alter table listed_transactions add contract_pack_ready_on date`.execute(db);
  await sql`update listed_transactions set changes_on = '-infinity'`.execute(db);
}
