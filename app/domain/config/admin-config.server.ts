import type { Db } from "#db/connection.ts";

/**
 * The settings of the office, one row that only its operators change, with SQL (I-080, AMB-I06). The date is a day,
 * "2026-11-22".
 */
export function readAdminConfig(db: Db) {
  return db
    .selectFrom("admin_config")
    .select(["benchmark_in_days", "invoicing_amount_pence", "tags", "thirdfort_v2_switchover_date"])
    .executeTakeFirstOrThrow();
}
