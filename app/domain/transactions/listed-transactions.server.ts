import {
  type AliasedExpression,
  expressionBuilder,
  type InferResult,
  type Selectable,
  sql,
} from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { ADDRESS_LINES } from "#app/domain/fields/address.server.ts";
import type { Names } from "#app/domain/fields/names.ts";
import { pick } from "#app/domain/fields/questions.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";
import { STAGE_DAYS, type StageFacts } from "./stage-facts.ts";
import { STEPS } from "./stage.ts";

/**
 * What lists show of a matter, which triggers keep in one row (migrations/0053). Of solicitors the row has the ids: one
 * new name would write thousands of rows, and all lawyer groups together are few.
 */

const MATTER = [
  "id",
  "type",
  "created_at",
  "asking_price_pounds",
  "legals_started_at",
  "tags",
] as const;
const ORDER = ["payment_type", "stripe_transaction_status", "paid_at"] as const;
const WAITS = [
  "check_of",
  "check_since",
  "check_unconfirmed",
  "searches_since",
  "choice_open",
  "to_assign_since",
  "letter_failed_on",
] as const;

const STAGE_COLUMNS = [
  "created_at",
  "paid_at",
  "seller_lawyer_group_id",
  "buyer_lawyer_group_id",
  "exchanged",
  "completed",
  "aborted",
  ...STEPS,
  ...WAITS,
  ...STAGE_DAYS,
] as const;

/** As it is in a row, or in JSON, where a moment is a text. */
type StageRow = {
  [Column in (typeof STAGE_COLUMNS)[number]]: Kept[Column] extends infer Value
    ? Value extends Date
      ? Date | string
      : Value
    : never;
} & { buyers: unknown };
type Kept = Selectable<DB["listed_transactions"]>;

type ListedRow = InferResult<ReturnType<typeof selectListed>>[number];

/**
 * What `toListed` makes a matter of, the newest first.
 *
 * @param rows of `listed_transactions`, whole
 */
export function selectListed(
  db: Db,
  rows: AliasedExpression<Selectable<DB["listed_transactions"]>, "listed_transactions">,
) {
  return db
    .selectFrom(rows)
    .select([...MATTER, ...ADDRESS_LINES, ...SIGNIFICANT_DATES, ...ORDER])
    .select([...STEPS, ...WAITS, ...STAGE_DAYS])
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .select([lawyersOf("seller").as("seller_lawyers"), lawyersOf("buyer").as("buyer_lawyers")])
    .select([sql<Names[]>`sellers`.as("sellers"), sql<Names[] | null>`buyers`.as("buyers")])
    .orderBy("listed_transactions.created_at", "desc")
    .orderBy("listed_transactions.id", "desc");
}

/** Asked for each row: to join them reads all lawyer groups, once a side. */
function lawyersOf(side: "seller" | "buyer") {
  return expressionBuilder<DB, "listed_transactions">()
    .selectFrom("lawyer_groups")
    .select("lawyer_groups.name")
    .whereRef("lawyer_groups.id", "=", `listed_transactions.${side}_lawyer_group_id`);
}

/** A matter as lists show it, with all that its stage follows from. */
export function toListed(row: ListedRow) {
  const { sellers, buyers, seller_lawyers, buyer_lawyers, payment_type } = row;
  return {
    ...pick(row, MATTER),
    address: pick(row, ADDRESS_LINES),
    sellers,
    /** The one that counts: the active one, else the newest (AMB-J01). */
    purchase: buyers && { buyers, ...pick(row, SIGNIFICANT_DATES) },
    order: payment_type && { ...pick(row, ORDER), payment_type },
    seller_solicitor: seller_lawyers === null ? null : { name: seller_lawyers },
    buyer_solicitor: buyer_lawyers === null ? null : { name: buyer_lawyers },
    progress: pick(row, STEPS),
    stage_facts: toStageFacts(row),
  };
}

/** Where a matter is, as it is kept (a Place of domain/stages), in a query that has its id in this column. */
export function selectPlace(id: "transactions.id" | "purchase_intents.transaction_id") {
  return expressionBuilder<DB, "transactions" | "purchase_intents">()
    .selectFrom("listed_transactions")
    .select("listed_transactions.stage")
    .whereRef("listed_transactions.id", "=", id);
}

/** What `toStageFacts` takes, in a query of `transactions`. */
export function selectStageRow() {
  return jsonObjectFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("listed_transactions")
      .select(STAGE_COLUMNS)
      .select(sql<true | null>`case when buyers is not null then true end`.as("buyers"))
      .whereRef("listed_transactions.id", "=", "transactions.id"),
  ).$notNull();
}

/** What the stages of a matter follow from, as `whereaboutsOf` and `stagesOf` take it. */
export function toStageFacts(row: StageRow): StageFacts {
  const { created_at, paid_at, buyers, seller_lawyer_group_id, buyer_lawyer_group_id } = row;
  return {
    created_at,
    progress: pick(row, STEPS),
    paid_at,
    has_solicitor: {
      seller: seller_lawyer_group_id !== null,
      buyer: buyer_lawyer_group_id !== null,
    },
    purchase: buyers === null ? null : pick(row, ["exchanged", "completed", "aborted"]),
    days: pick(row, STAGE_DAYS),
    waits: {
      // Null is a row from before it was kept.
      choice: row.choice_open === true,
      to_assign_since: row.to_assign_since,
      letter_failed_on: row.letter_failed_on,
      check: waitingCheck(row),
      searches_since: row.searches_since,
    },
  };
}

function waitingCheck({ check_of, check_since, check_unconfirmed }: StageRow) {
  if (check_of === null || check_since === null) return null;
  return { person_type: check_of, created_at: check_since, is_unconfirmed: check_unconfirmed };
}

/** The kept rows of many matters with where each is, in the order of their ids, after one of them. */
export function readStageRows(db: Db, { after, limit }: { after: string; limit: number }) {
  return db
    .selectFrom("listed_transactions")
    .select(["id", "stage", "holder", "since", ...STAGE_COLUMNS])
    .select(sql<true | null>`case when buyers is not null then true end`.as("buyers"))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Works out anew, as triggers do, the rows of these matters, in the order in which triggers lock them. */
export async function refreshListed(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select refresh_listed_transaction(id)
    from (select id from unnest(${ids}::text[]) as matter (id) order by id) as _`.execute(trx);
}
