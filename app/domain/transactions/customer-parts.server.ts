import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { londonToday } from "#app/domain/fields/dates.server.ts";
import { PRIMARY } from "#app/domain/people/parties.server.ts";
import type { DB } from "#db/types.d.ts";
import type { CustomerProgress } from "./customer-progress.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";

/**
 * Parts of what customers are told of their matter (AMB-F06), for queries that have `transactions` in their FROM. The query
 * says whose matter it is, and what of it is for its reader.
 */

const eb = expressionBuilder<DB, "transactions">();

/** Whether a significant date has come, in a query of `purchase_intents`: one that staff entered before its day has not. */
export function hasComeSql(name: "completed" | "aborted") {
  return sql<boolean>`coalesce(${sql.ref(`purchase_intents.${name}`)} <= ${londonToday}, false)`;
}

/**
 * The status of the newest identity check of the primary customer of a side (F-034, F-043), or null; of the buyer in a
 * query of `purchase_intents`. An order that Thirdfort has not confirmed is no check yet: nobody knows of a text message.
 */
export function selectOwnCheck(kind: "seller" | "buyer") {
  return sql<CustomerProgress["check"]>`(
    select checks.status from checks
    join users on users.id = ${sql.ref(PRIMARY[kind])}
    where checks.transaction_id = transactions.id
      and checks.order_called_off_at is null
      and checks.order_sent_at is null
      and checks.person_type = ${kind}
      and checks.email = users.email
      and lower(checks.first_name) = lower(users.first_name)
      and lower(checks.last_name) = lower(users.last_name)
    order by checks.created_at desc, checks.id desc
    limit 1)`;
}

/** When the newest report was made, or null. */
export function selectReportMoment() {
  return eb
    .selectFrom("reports")
    .select((report) => report.fn.max("generated_at").as("generated_at"))
    .whereRef("reports.transaction_id", "=", "transactions.id");
}

/** The significant dates of the purchase that the sale goes on with, or null. */
export function selectActiveDates() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents as active")
      .select(SIGNIFICANT_DATES)
      .whereRef("active.transaction_id", "=", "transactions.id")
      .where("active.is_active", "=", true),
  );
}
