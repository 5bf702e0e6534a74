import { sql } from "kysely";
import type { Failure } from "#app/clients/postmark/outcomes.ts";
import { readUnreachable } from "#app/domain/deliveries/undelivered.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { type EmailStatus, emailStatusSql, isOfMatter } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";

const SHOWN = 3;

type ToldEmail = {
  id: string;
  name: string;
  status: EmailStatus;
  /** Time when the email was sent, or was queued if it has not been sent. */
  at: Date;
  subject: string | null;
  /**
   * Null if the email’s text was not stored, for example because the email contains a sign-in link
   * or was sent before we stored any text.
   */
  body_text: string | null;
};

export type ContactHistory = {
  signed_in_at: Date | null;
  emails: ToldEmail[];
  unreachable: Failure | null;
};

/**
 * Reads the last emails to an address, including copies, and the last sign-in with it. Only staff
 * may use this function: it does not check whose address it is.
 */
export async function readContactHistory(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
  people: readonly { email: string | null }[],
): Promise<ReadonlyMap<string, ContactHistory>> {
  const addresses = [...new Set(people.flatMap(({ email }) => email ?? []))];
  const { rows } = await sql<
    { address: string; signed_in_at: Date | null } & (ToldEmail | { id: null })
  >`
    select address, signed_in_at, told.*
    from unnest(${addresses}::citext[]) address
    left join (select email, last_signed_in_at as signed_in_at from users) person on person.email = address
    left join lateral (
      select id, name, ${emailStatusSql(sql`address`)} as status, coalesce(sent_at, created_at) as at, subject, body_text
      from email_log
      where ${isOfMatter(transaction_id)} and (recipient = address or address = any(copied_to::citext[]))
      order by created_at desc, id desc
      limit ${SHOWN}
    ) told on true
    order by told.at desc, told.id desc`.execute(db);
  const unreachable = await readUnreachable(db, reader, addresses);
  const histories = new Map<string, ContactHistory>();
  for (const { address, signed_in_at, ...email } of rows) {
    const emails = histories.get(address)?.emails ?? [];
    histories.set(address, {
      signed_in_at,
      emails: email.id === null ? emails : [...emails, email],
      unreachable: unreachable.get(address.toLowerCase())?.failure ?? null,
    });
  }
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return histories;
}
