import { sql } from "kysely";
import type { Failure } from "#app/clients/postmark/outcomes.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

/**
 * Email addresses that have failed. Staff need to check each address until it is replaced or an
 * email reaches it.
 */

export type Undelivered = {
  recipient: string;
  /** Full name, such as "Ann Smith"; null for the shared mailbox of a law firm or an office. */
  name: string | null;
  part: Part;
  failed_at: Date;
  failure: Failure;
};

type Part = "seller" | "buyer" | "giftor" | "seller_solicitor" | "buyer_solicitor" | "estate_agent";

/**
 * SQL that is true if no email has reached the recipient since the failure in `email_outcomes as
 * outcome`.
 */
const IS_UNDELIVERED = sql<boolean>`outcome.failed_at is not null and not exists (
  select from email_outcomes later
  where later.recipient = outcome.recipient and later.delivered_at > outcome.failed_at)`;

/**
 * Returns a matter's participants whose address has failed and received no email since, oldest
 * failure first.
 */
export async function listUndelivered(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<Undelivered[]> {
  const { rows } = await sql<Undelivered>`
    select * from (
      select distinct on (outcome.recipient) outcome.recipient::text, failed_at, failure, part,
        nullif(concat_ws(' ', first_name, last_name), '') as name
      from email_outcomes outcome
      join matter_emails on matter_emails.transaction_id = ${transaction_id}
        and matter_emails.email = outcome.recipient
      where outcome.transaction_ids @> array[${transaction_id}] and ${IS_UNDELIVERED}
      order by outcome.recipient, failed_at desc
    ) as undelivered
    order by failed_at, recipient`.execute(db);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows;
}

/**
 * Returns the ids of the matters that have undelivered emails and are neither completed nor
 * aborted.
 */
export async function listMattersWithUndelivered(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct matter.id::text
    from email_outcomes outcome
    cross join unnest(outcome.transaction_ids) as about (id)
    join listed_transactions matter on matter.id = about.id
    where ${IS_UNDELIVERED} and matter.stage not in ('completed', 'aborted')
      and exists (select from matter_emails
        where matter_emails.transaction_id = matter.id and matter_emails.email = outcome.recipient)
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns which of these addresses have failed and received no email since, and why.
 * @returns the failures by address, in lower case
 */
export async function readUnreachable(
  db: Db,
  _reader: StaffReader,
  addresses: readonly (string | null)[],
): Promise<ReadonlyMap<string, { failed_at: Date; failure: Failure }>> {
  const { rows } = await sql<{ recipient: string; failed_at: Date; failure: Failure }>`
    select distinct on (outcome.recipient) lower(outcome.recipient::text) as recipient, failed_at, failure
    from email_outcomes outcome
    where outcome.recipient = any(${addresses.filter((address) => address !== null)}::citext[])
      and ${IS_UNDELIVERED}
    order by outcome.recipient, failed_at desc`.execute(db);
  return new Map(rows.map(({ recipient, ...why }) => [recipient, why]));
}
