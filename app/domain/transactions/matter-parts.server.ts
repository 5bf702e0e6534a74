import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { agentNames } from "#app/domain/estate-agents/agent-queries.server.ts";
import {
  partiesOf,
  PRIMARY_CUSTOMER_COLUMNS,
  type Reachable,
} from "#app/domain/people/parties.server.ts";
import { solicitors } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { isRetiredSql } from "#app/domain/solicitors/retirement.server.ts";
import type { DB } from "#db/types.d.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";
import { STEPS } from "./status-strip.ts";

const eb = expressionBuilder<DB, "transactions">();

/** Selects the names of the primary seller and then of the co-sellers (J-007, X-024, X-025). */
export function selectSellers() {
  return selectNames("seller");
}

/**
 * Selects the names of the primary buyer and then of the co-buyers, in a query of
 * `purchase_intents` (J-013, X-031).
 */
export function selectBuyers() {
  return selectNames("buyer");
}

/** Selects the sellers or buyers with their contact details, without owners who are represented. */
export function selectContacts(kind: "seller" | "buyer") {
  return jsonArrayFrom(
    peopleOf(kind)
      .select([...NAMES, "email", "phone_number"])
      .where("email", "is not", null)
      .$narrowType<Pick<Reachable, "email">>(),
  );
}

/**
 * Selects the first names of the other people on the reader’s side who can sign in: without the
 * reader, and without owners who are represented.
 */
export function selectOthersOnSide(kind: "seller" | "buyer", reader_id: string) {
  return jsonArrayFrom(
    peopleOf(kind)
      .select("first_name")
      .where(
        sql<boolean>`email::citext != (select users.email from users where users.id = ${reader_id})`,
      ),
  );
}

const NAMES = ["first_name", "middle_name", "last_name"] as const;

function selectNames(kind: keyof typeof PRIMARY_CUSTOMER_COLUMNS) {
  return jsonArrayFrom(peopleOf(kind).select(NAMES));
}

function peopleOf(kind: keyof typeof PRIMARY_CUSTOMER_COLUMNS) {
  const eb = expressionBuilder<DB, "transactions" | "purchase_intents">();
  const first = eb
    .selectFrom("users")
    .select([...NAMES, sql<string | null>`users.email`.as("email"), "phone_number"])
    .select(sql<number>`-1`.as("position"))
    .whereRef("users.id", "=", PRIMARY_CUSTOMER_COLUMNS[kind]);
  const others = partiesOf(kind).select([...NAMES, "email", "phone_number", "position"]);
  return eb.selectFrom(first.unionAll(others).as("person")).orderBy("position");
}

/**
 * Selects a matter’s active purchase or, if none is active, the newest, with its buyers and
 * significant dates (AMB-J01).
 */
export function latestPurchase() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents")
      .select(["purchase_intents.is_active", "purchase_intents.agreed_price_pounds"])
      .select(["purchase_intents.mortgage_broker"])
      .select(["purchase_intents.referral_fee_paid", "purchase_intents.referral_fee"])
      .select(SIGNIFICANT_DATES)
      .select(selectBuyers().as("buyers"))
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .$call(activeElseNewest)
      .limit(1),
  );
}

/**
 * Selects whether a matter has an active purchase, in a query of `transactions`. It is no `exists`,
 * for which PostgreSQL reads all purchases if it expects many matters.
 */
export function selectHasActivePurchase() {
  return sql<boolean>`coalesce((
    select is_active from purchase_intents
    where purchase_intents.transaction_id = transactions.id and is_active), false)`;
}

/** Selects the states of the five steps in a matter’s status strip (J-044). */
export function selectProgress() {
  return jsonObjectFrom(
    eb
      .selectFrom("listed_transactions")
      .select(STEPS)
      .whereRef("listed_transactions.id", "=", "transactions.id"),
  ).$notNull();
}

/** Selects the number of a matter’s purchases, including the active one (K-012). */
export function countPurchases() {
  return sql<number>`(
    select count(*) from purchase_intents where transaction_id = transactions.id)`;
}

/**
 * Selects the most serious problem with a matter’s current identity checks, or null if they have
 * none.
 */
export function selectCheckAlert() {
  return sql<"failed" | "doubled" | "unconfirmed" | "consider" | null>`(
    select alert from (
      select case
        when order_called_off_at is not null then
          case when status = 'pending' then 'doubled' end
        when order_sent_at is not null then 'unconfirmed'
        when status = 'failed' or result = 'fail' then 'failed'
        when result = 'consider' then 'consider'
      end as alert
      from identity_checks
      where identity_checks.transaction_id = transactions.id
        and check_is_of_named(identity_checks)
        and not exists (select from identity_checks as later
          where later.transaction_id = identity_checks.transaction_id and later.replaces_id = identity_checks.id
            and later.order_called_off_at is null)
    ) as wanting
    where alert is not null
    order by array_position(array['failed', 'doubled', 'unconfirmed', 'consider'], alert)
    limit 1)`;
}

/**
 * Selects the roles of the people whose identity checks are open, or null if none is. The matter’s
 * stage must be derived from the same checks (migrations/0083).
 */
export function selectOpenCheckParts() {
  return sql<("seller" | "buyer" | "giftor")[] | null>`(
    select array_agg(distinct person_type order by person_type desc) from identity_checks
    where identity_checks.transaction_id = transactions.id
      and status = 'pending' and order_called_off_at is null and check_is_of_named(identity_checks)
      and (purchase_intent_id is null or purchase_intent_id = (
        select id from purchase_intents where purchase_intents.transaction_id = transactions.id
          and released_on is null
        order by is_active desc, created_at desc, id desc limit 1)))`;
}

/**
 * Selects the problem with a matter’s searches, or null. The problem is an unconfirmed order, or
 * results that could not be processed.
 */
export function selectSearchAlert() {
  return sql<"unconfirmed" | "not_taken" | null>`case
    when exists (select from search_orders
      where search_orders.transaction_id = transactions.id and answer is null) then 'unconfirmed'
    when exists (select from search_message_errors
      where search_message_errors.transaction_id = transactions.id and dealt_with_at is null) then 'not_taken'
    end`;
}

/** Selects the order of a matter, which has at most one (AMB-E12). */
export function selectOrder() {
  return jsonObjectFrom(
    eb
      .selectFrom("orders")
      .select([
        "orders.payment_type",
        "orders.stripe_transaction_status",
        "orders.paid_at",
        "orders.code",
      ])
      .whereRef("orders.transaction_id", "=", "transactions.id"),
  );
}

/** Selects a side’s lawyer group and law firm, and whether one of them is retired. */
export function selectLawyerGroup(
  column:
    | "transactions.seller_lawyer_group_id"
    | "transactions.buyer_lawyer_group_id"
    | "transactions.preferred_lawyer_group_id",
) {
  return jsonObjectFrom(
    eb
      .selectFrom("lawyer_groups")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .select(["lawyer_groups.name", "law_firms.name as law_firm"])
      .select(isRetiredSql().as("retired"))
      .whereRef("lawyer_groups.id", "=", column),
  );
}

/**
 * Selects the law firm and the solicitor’s contact details, as the customers on that side see them.
 */
export function selectSolicitor(
  column: "transactions.seller_lawyer_group_id" | "transactions.buyer_lawyer_group_id",
) {
  return jsonObjectFrom(
    eb
      .selectFrom("lawyer_groups")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .leftJoin(solicitors(), "solicitor.lawyer_group_id", "lawyer_groups.id")
      .select([
        "law_firms.name as law_firm",
        "solicitor.first_name",
        "solicitor.last_name",
        "solicitor.email",
        "solicitor.phone_number",
      ])
      .whereRef("lawyer_groups.id", "=", column),
  );
}

export function selectEstateAgent() {
  return jsonObjectFrom(
    eb
      .selectFrom(agentNames())
      .selectAll()
      .whereRef("estate_agents.id", "=", "transactions.estate_agent_id"),
  );
}

/** Sorts purchases: the active one first, then the others, newest first (AMB-J01). */
export function activeFirst<Tables extends keyof DB, Row>(
  purchases: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> {
  return purchases
    .orderBy(sql`purchase_intents.is_active`, "desc")
    .orderBy(sql`purchase_intents.created_at`, "desc")
    .orderBy(sql`purchase_intents.id`, "desc");
}

/**
 * Sorts the purchases that can decide where a matter is: the active one first, then the others,
 * newest first (AMB-J01). Leaves out those that were released, because the sale continues
 * without them.
 */
export function activeElseNewest<Tables extends keyof DB, Row>(
  purchases: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> {
  return activeFirst(purchases).where(sql<boolean>`purchase_intents.released_on is null`);
}

/**
 * Selects the number of a purchase within its matter, which starts at 1 and never changes
 * (AMB-K09). The query must select all purchases of the matter.
 */
export function purchaseNumber(): RawBuilder<number> {
  return sql<number>`(row_number() over (
    order by purchase_intents.created_at, purchase_intents.id))::int`;
}

/** Builds an SQL condition on `transactions`: true if one of the matter’s purchases is active. */
export function hasActivePurchase(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from purchase_intents
    where purchase_intents.transaction_id = transactions.id and purchase_intents.is_active)`;
}

/** Builds an SQL condition on `transactions`: true if one of its purchases was released. */
export function hasReleasedPurchase(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from purchase_intents
    where purchase_intents.transaction_id = transactions.id and released_on is not null)`;
}
