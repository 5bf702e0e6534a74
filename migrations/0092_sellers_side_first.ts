import { sql, type Kysely } from "kysely";

/**
 * A matter is instructed once the seller’s solicitor is, so its row stores each side’s checks and
 * dates (app/domain/stages/matter-row.ts). All rows are due: the job after the migrations derives
 * them again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table listed_transactions
      add buyer_instructed_on date,
      add buyer_checked_on date,
      add seller_checks progress not null default 'outstanding',
      add buyer_checks progress not null default 'outstanding',
      add seller_check_pending boolean not null default false,
      add seller_letter_failed boolean not null default false`.execute(db);
  await sql`update listed_transactions set changes_on = '-infinity'`.execute(db);
}
