/**
 * Parts of the queries for customers’ pages. The query that uses a part must itself restrict the
 * matter and the reader (AMB-F06).
 */

import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { isOwnAddress } from "#app/domain/people/matter-access.server.ts";
import { PRIMARY_CUSTOMER_COLUMNS } from "#app/domain/people/parties.server.ts";
import type { DB } from "#db/types.d.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import type { PersonsCheck } from "./customer-progress.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";

const eb = expressionBuilder<DB, "transactions">();

/**
 * Builds an SQL condition on `purchase_intents`: true if the date is set and is today or earlier. A
 * purchase is also aborted once staff have ended its matter.
 */
export function hasComeSql(
  name: "exchanged" | "completed" | "aborted",
  alias = "purchase_intents",
) {
  const has_come = sql<boolean>`coalesce(${sql.ref(`${alias}.${name}`)} <= ${londonToday}, false)`;
  if (name !== "aborted") return has_come;
  return sql<boolean>`(${has_come} or exists (
    select from transactions as ended
    where ended.id = ${sql.ref(`${alias}.transaction_id`)} and ended.ended_on is not null))`;
}

/**
 * Selects everyone on a side who has an email address, the reader first, with their newest identity
 * check (F-034, F-043). A check whose order is unconfirmed does not count, because the person may
 * not have been sent a text message.
 */
export function selectChecks(kind: "seller" | "buyer", reader: Reader | EmailRecipient) {
  const giftors = sql`union all
    select 'giftor', first_name, last_name, email, 2, position from parties
    where kind = 'giftor' and purchase_intent_id = purchase_intents.id`;
  const owner = sql.ref(
    kind === "seller" ? "parties.transaction_id" : "parties.purchase_intent_id",
  );
  const matter = sql.ref(kind === "seller" ? "transactions.id" : "purchase_intents.id");
  return sql<PersonsCheck[]>`(
    select json_agg(json_build_object(
      'first_name', person.first_name, 'person_type', person.person_type,
      'id', newest.id, 'status', newest.status, 'result', newest.result,
      'is_repeated', coalesce(newest.is_repeated, false))
      order by ${isReaders("person.email", reader)} desc, person.place, person.position)
    from (
      select ${kind} as person_type, first_name, last_name, email, 0 as place, 0 as position
      from users where users.id = ${sql.ref(PRIMARY_CUSTOMER_COLUMNS[kind])}
      union all
      select ${kind}, first_name, last_name, email, 1, position from parties
      where kind = ${kind} and ${owner} = ${matter}
      ${kind === "buyer" ? giftors : sql``}
    ) person
    ${newestCheck()}
    where person.email is not null)`;
}

function isReaders(column: string, reader: Reader | EmailRecipient) {
  return "mailbox" in reader && reader.mailbox !== null
    ? sql<boolean>`${sql.ref(column)}::citext = ${reader.mailbox}`
    : isOwnAddress(column, reader.id);
}

/**
 * Joins the newest identity check of each `person`, who is identified by role, names and email
 * address.
 */
export function newestCheck() {
  return sql`left join lateral (
      select identity_checks.id, identity_checks.status, identity_checks.result, count(*) over () > 1 as is_repeated from identity_checks
      where identity_checks.transaction_id = transactions.id
        and identity_checks.order_called_off_at is null
        and identity_checks.order_sent_at is null
        and identity_checks.person_type = person.person_type
        and lower(identity_checks.email) = lower(person.email)
        and lower(identity_checks.first_name) = lower(person.first_name)
        and lower(identity_checks.last_name) = lower(person.last_name)
      order by identity_checks.created_at desc, identity_checks.id desc
      limit 1
    ) newest on true`;
}

/**
 * Selects whether a side’s current solicitors were introduced to the customers. An introduction
 * whose email failed does not count.
 */
export function selectIsIntroduced(side: "seller" | "buyer") {
  const name = `${side}_introduction`;
  const changed = sql`'solicitor_changed_email_sent'`;
  const ofPurchase =
    side === "buyer" ? sql`and introduced.purchase_intent_id = purchase_intents.id` : sql``;
  const letterOfPurchase =
    side === "buyer" ? sql`and letter.props ->> 'purchase_intent_id' = purchase_intents.id` : sql``;
  return sql<boolean>`(exists (
      select from events introduced
      where introduced.transaction_id = transactions.id ${ofPurchase}
        and introduced.type = ${side}
        and introduced.event_name in (${`${name}_email_sent`}, ${changed})
        and not ${isBeforeSolicitorsSql(side, "introduced.date_time")})
    and coalesce((
      select letter.status from email_log letter
      where letter.transaction_id = transactions.id
        and (letter.name = ${name} ${letterOfPurchase}
          or letter.name = 'solicitor_changed' and letter.props ->> 'side' = ${side})
      order by letter.created_at desc, letter.id desc limit 1), 'sent') <> 'failed')`;
}

/** Selects when the side’s present solicitors were assigned; null if no event says so. */
export function selectAssignedAt(side: "seller" | "buyer") {
  return sql<Date | null>`(
    select max(assigned.date_time) from events assigned
    where assigned.transaction_id = transactions.id
      and (assigned.event_name = ${`${side}_solicitors_assigned`}
        or (assigned.type = ${side} and assigned.event_name = 'solicitors_replaced')))`;
}

/**
 * Builds an SQL condition: true if the side’s solicitors were assigned or replaced after the time
 * in the column `moment`.
 */
export function isBeforeSolicitorsSql(side: "seller" | "buyer", moment: string) {
  return sql<boolean>`exists (
    select from events assigned
    where assigned.transaction_id = transactions.id
      and assigned.type = ${side}
      and assigned.event_name in (${`${side}_solicitors_assigned`}, 'solicitors_replaced')
      and assigned.date_time > ${sql.ref(moment)})`;
}

/**
 * Selects the time when the reader last said that they had returned their current law firm’s
 * documents. Selects null if they have not said so, or have undone it. If the reader is staff,
 * selects the time for the primary customer.
 */
export function selectDocumentsReturned(side: "seller" | "buyer", reader: Reader | EmailRecipient) {
  const isUnknown = "mailbox" in reader && reader.mailbox !== null;
  const author =
    reader.type === "admin"
      ? sql.ref(PRIMARY_CUSTOMER_COLUMNS[side])
      : sql`${isUnknown ? null : reader.id}`;
  const ofPurchase =
    side === "buyer" ? sql`and said.purchase_intent_id = purchase_intents.id` : sql``;
  return sql<string | null>`(
    select case said.event_name when 'papers_returned' then to_json(said.date_time) #>> '{}' end
    from events said
    where said.transaction_id = transactions.id ${ofPurchase}
      and said.type = ${side}
      and said.event_name in ('papers_returned', 'papers_not_returned')
      and said.author_id = ${author}
      and not ${isBeforeSolicitorsSql(side, "said.date_time")}
    order by said.date_time desc, said.id desc
    limit 1)`;
}

/** Selects the time when a report on all search results was last shared with the buyer, or null. */
export function selectReportMoment() {
  return eb
    .selectFrom("reports")
    .select((report) => report.fn.max("shared_at").as("shared_at"))
    .whereRef("reports.transaction_id", "=", "transactions.id")
    .where(isOfAllResultsSql());
}

/**
 * Builds an SQL condition on `reports`: true if no search result has arrived since the report was
 * generated.
 */
export function isOfAllResultsSql() {
  return sql<boolean>`not exists (
    select from events
    where events.transaction_id = reports.transaction_id
      and events.event_name = 'search_completed'
      and events.date_time > reports.generated_at)`;
}

/** Selects the significant dates of the matter’s active purchase, or null if none is active. */
export function selectActiveDates() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents as active")
      .select(SIGNIFICANT_DATES)
      .whereRef("active.transaction_id", "=", "transactions.id")
      .where("active.is_active", "=", true),
  );
}
