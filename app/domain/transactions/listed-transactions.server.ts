/**
 * Queries for lists of matters. They join the names and addresses. If these were stored in
 * `listed_transactions`, a changed name would rewrite the rows of many matters.
 */

import {
  type AliasedExpression,
  expressionBuilder,
  type InferResult,
  type RawBuilder,
  type Selectable,
  sql,
} from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import type { Names } from "#app/domain/shared/names.ts";
import { pick } from "#app/domain/shared/questions.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";
import { STAGE_COLUMNS, toStageFacts } from "./stage-facts.ts";
import { STEPS } from "./status-strip.ts";

const MATTER = [
  "id",
  "type",
  "created_at",
  "asking_price_pounds",
  "legals_started_at",
  "tags",
] as const;
const ORDER = ["payment_type", "stripe_transaction_status", "paid_at"] as const;

type ListedRow = InferResult<ReturnType<typeof selectListed>>[number];

/** Selects what `toListed` needs for each of these rows of `listed_transactions`, newest first. */
export function selectListed(
  db: Db,
  rows: AliasedExpression<Selectable<DB["listed_transactions"]>, "listed_transactions">,
) {
  return db
    .selectFrom(rows)
    .innerJoin("properties", "properties.id", "listed_transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(MATTER.map((name) => `listed_transactions.${name}` as const))
    .select(ADDRESS_LINES.map((name) => `addresses.${name}` as const))
    .select(SIGNIFICANT_DATES)
    .select("stripe_transaction_status")
    .select(STAGE_COLUMNS.map((name) => `listed_transactions.${name}` as const))
    .select("payment_type")
    .select([numberOf().as("number"), handlerOf().as("handler")])
    .select([lawyersOf("seller").as("seller_lawyers"), lawyersOf("buyer").as("buyer_lawyers")])
    .select([
      namesOf("seller", sql`parties.transaction_id = listed_transactions.id`).as("sellers"),
      namesOf("buyer", sql`parties.purchase_intent_id = listed_transactions.purchase_intent_id`).as(
        "buyers",
      ),
    ])
    .orderBy("listed_transactions.created_at", "desc")
    .orderBy("listed_transactions.id", "desc");
}

function namesOf(side: "seller" | "buyer", isOfSide: RawBuilder<unknown>) {
  return sql<Names[]>`(
    select json_agg(
      json_build_object('first_name', first_name, 'middle_name', middle_name, 'last_name', last_name)
      order by position, id)
    from (
      select first_name, middle_name, last_name, -1 as position, id
      from users where users.id = ${sql.ref(`listed_transactions.${side}_id`)}
      union all
      select first_name, middle_name, last_name, position, id
      from parties where kind = ${sql.lit(side)} and ${isOfSide}
    ) as person)`;
}

/**
 * Selects the name of a side’s lawyer group in a subquery, because a join would read all lawyer
 * groups, once for each side.
 */
function lawyersOf(side: "seller" | "buyer") {
  return expressionBuilder<DB, "listed_transactions">()
    .selectFrom("lawyer_groups")
    .select("lawyer_groups.name")
    .whereRef("lawyer_groups.id", "=", `listed_transactions.${side}_lawyer_group_id`);
}

function numberOf() {
  return expressionBuilder<DB, "listed_transactions">()
    .selectFrom("transactions")
    .select("transactions.number")
    .whereRef("transactions.id", "=", "listed_transactions.id")
    .$asScalar()
    .$notNull();
}

/** Selects the name of the handler; null for a matter without one. */
function handlerOf() {
  return expressionBuilder<DB, "listed_transactions">()
    .selectFrom("users as handler")
    .select(fullNameSql("handler").as("name"))
    .whereRef("handler.id", "=", "listed_transactions.handler_id");
}

/** Converts a row to a matter as lists show it, with the facts that decide its stage. */
export function toListed(row: ListedRow) {
  const { sellers, buyers, seller_lawyers, buyer_lawyers, payment_type } = row;
  const hasPurchase = row.purchase_intent_id !== null;
  return {
    ...pick(row, MATTER),
    number: row.number,
    handler: row.handler,
    address: pick(row, ADDRESS_LINES),
    sellers,
    /** The active purchase or, if none is active, the newest (AMB-J01). */
    purchase: hasPurchase ? { buyers, ...pick(row, SIGNIFICANT_DATES) } : null,
    order: payment_type && { ...pick(row, ORDER), payment_type },
    seller_solicitor: seller_lawyers === null ? null : { name: seller_lawyers },
    buyer_solicitor: buyer_lawyers === null ? null : { name: buyer_lawyers },
    progress: pick(row, STEPS),
    stage_facts: toStageFacts(row),
  };
}

/** Selects a matter’s stored stage (a MatterStage of domain/stages) in a query of transactions. */
export function selectMatterStage() {
  return expressionBuilder<DB, "transactions">()
    .selectFrom("listed_transactions")
    .select("listed_transactions.stage")
    .whereRef("listed_transactions.id", "=", "transactions.id");
}

/** Selects the row that `toStageFacts` needs. `id` is the column with the matter’s id. */
export function selectStageRow(
  id: "transactions.id" | "purchase_intents.transaction_id" = "transactions.id",
) {
  return jsonObjectFrom(
    expressionBuilder<DB, "transactions" | "purchase_intents">()
      .selectFrom("listed_transactions")
      .select(STAGE_COLUMNS)
      .whereRef("listed_transactions.id", "=", id),
  ).$notNull();
}
