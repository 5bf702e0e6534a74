import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { londonToday } from "#app/domain/fields/dates.server.ts";
import { isOwnAddress } from "#app/domain/people/on-matter.server.ts";
import { PRIMARY } from "#app/domain/people/parties.server.ts";
import type { DB } from "#db/types.d.ts";
import type { Addressee } from "#app/domain/readers/addressee.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import type { PersonsCheck } from "./customer-progress.ts";
import { SIGNIFICANT_DATES } from "./significant-dates.ts";

/**
 * Parts of what customers are told of their matter (AMB-F06), for queries that have `transactions` in their FROM. The
 * query says whose matter it is, and what of it is for its reader.
 */

const eb = expressionBuilder<DB, "transactions">();

/**
 * Whether a significant date has come, in a query of `purchase_intents`: one that staff entered before its day has not.
 */
export function hasComeSql(
  name: "exchanged" | "completed" | "aborted",
  alias = "purchase_intents",
) {
  return sql<boolean>`coalesce(${sql.ref(`${alias}.${name}`)} <= ${londonToday}, false)`;
}

/**
 * Everyone on a side who is checked, each with their newest check (F-034, F-043, C12): the primary customer, the
 * others, and in a query of `purchase_intents` the giftors. An order that Thirdfort has not confirmed is no check yet:
 * no one knows of a text message. Whom no one can write to, no check is planned for.
 *
 * @param reader who comes first; another than the primary customer is known by their address
 */
export function selectChecks(kind: "seller" | "buyer", reader: Reader | Addressee) {
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
      from users where users.id = ${sql.ref(PRIMARY[kind])}
      union all
      select ${kind}, first_name, last_name, email, 1, position from parties
      where kind = ${kind} and ${owner} = ${matter}
      ${kind === "buyer" ? giftors : sql``}
    ) person
    ${newestCheck()}
    where person.email is not null)`;
}

function isReaders(column: string, reader: Reader | Addressee) {
  return "mailbox" in reader && reader.mailbox !== null
    ? sql<boolean>`${sql.ref(column)}::citext = ${reader.mailbox}`
    : isOwnAddress(column, reader.id);
}

/** The newest check of each `person` of a query that has `transactions`, by their type, names and address. */
export function newestCheck() {
  return sql`left join lateral (
      select checks.id, checks.status, checks.result, count(*) over () > 1 as is_repeated from checks
      where checks.transaction_id = transactions.id
        and checks.order_called_off_at is null
        and checks.order_sent_at is null
        and checks.person_type = person.person_type
        and lower(checks.email) = lower(person.email)
        and lower(checks.first_name) = lower(person.first_name)
        and lower(checks.last_name) = lower(person.last_name)
      order by checks.created_at desc, checks.id desc
      limit 1
    ) newest on true`;
}

/**
 * Whether the introduction of a side to its solicitors went out after they were assigned or replaced, in a query of
 * `purchase_intents` for the buyer's. The event says that it was queued; one that could not be delivered has introduced
 * no one.
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

/** Whether a side's solicitors were assigned, or replaced, after a moment, in a query of `transactions`. */
export function isBeforeSolicitorsSql(side: "seller" | "buyer", moment: string) {
  return sql<boolean>`exists (
    select from events assigned
    where assigned.transaction_id = transactions.id
      and assigned.type = ${side}
      and assigned.event_name in (${`${side}_solicitors_assigned`}, 'solicitors_replaced')
      and assigned.date_time > ${sql.ref(moment)})`;
}

/**
 * When a reader said that they have returned their papers, in a query of `transactions` for a seller and one of
 * `purchase_intents` for a buyer; null when they have not, have taken it back, or have another firm's to return since.
 *
 * @param reader of staff, who look on, it is the primary customer's
 */
export function selectPapersReturned(side: "seller" | "buyer", reader: Reader | Addressee) {
  const isUnknown = "mailbox" in reader && reader.mailbox !== null;
  const author =
    reader.type === "admin" ? sql.ref(PRIMARY[side]) : sql`${isUnknown ? null : reader.id}`;
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

/**
 * When staff last shared a property report with the buyer, or null: one that was made before the last search result came
 * is not the last word.
 */
export function selectReportMoment() {
  return eb
    .selectFrom("reports")
    .select((report) => report.fn.max("shared_at").as("shared_at"))
    .whereRef("reports.transaction_id", "=", "transactions.id")
    .where(isOfAllResultsSql());
}

/** Whether no search result has come since a report was made, in a query of `reports`. */
export function isOfAllResultsSql() {
  return sql<boolean>`not exists (
    select from events
    where events.transaction_id = reports.transaction_id
      and events.event_name = 'search_completed'
      and events.date_time > reports.generated_at)`;
}

/** The significant dates of the purchase that the sale continues with, or null. */
export function selectActiveDates() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents as active")
      .select(SIGNIFICANT_DATES)
      .whereRef("active.transaction_id", "=", "transactions.id")
      .where("active.is_active", "=", true),
  );
}
