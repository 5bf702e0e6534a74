import { sql } from "kysely";
import { addressesIn, type ReceivedEmail } from "#app/clients/postmark/inbound.server.ts";
import { recordOutcome } from "#app/domain/deliveries/outcomes.server.ts";
import { isOfMatter } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Pattern of the subject of a delay notice. The mail server is still trying to deliver the delayed
 * email.
 */
const IS_LATE = /\bdelay(?:ed)?\b|\bwarning\b|\bstill (?:being )?(?:trying|tried)\b/i;

/**
 * Records that our email bounced, if the bounce identifies that email and its recipient. The bounce
 * must reply to our email or belong to a matter. Only recipients know the id of our email or the
 * address of the matter, so no one else can forge a bounce. Marks the bounce as read, because the
 * matter shows the failure.
 * @returns true if our email was identified
 */
export async function recordBounce(
  trx: Db,
  inbound_email_id: string,
  email: ReceivedEmail,
): Promise<boolean> {
  if (IS_LATE.test(email.subject)) return false;
  const { transaction_id, received_at } = await trx
    .selectFrom("inbound_emails")
    .select(["transaction_id", "received_at"])
    .where("id", "=", inbound_email_id)
    .executeTakeFirstOrThrow();
  const found = await findReturned(trx, transaction_id, email);
  if (!found) return false;
  const { id, reader } = found;
  await recordOutcome(trx, id, { recipient: reader, at: received_at, failure: "returned" });
  await trx
    .updateTable("inbound_emails")
    .set({ read_at: received_at })
    .where("id", "=", inbound_email_id)
    .execute();
  return true;
}

/**
 * Finds our email that the bounce replies to. If there is none, finds the matter’s newest email to
 * an address in the bounce.
 */
async function findReturned(trx: Db, transaction_id: string | null, email: ReceivedEmail) {
  const named =
    email.failed_recipients.length > 0 ? email.failed_recipients : addressesIn(email.text_body);
  const isNamed = sql<boolean>`reader = any(${named}::citext[])`;
  const answers = sql<boolean>`coalesce(postmark_message_id = any(${email.in_reply_to}), false)`;
  const isAbout =
    transaction_id === null
      ? answers
      : sql<boolean>`(${answers} or ${isOfMatter(transaction_id)} or props ->> 'letter_id' in (
          select letter_id from solicitor_letter_matters where transaction_id = ${transaction_id}))`;
  const {
    rows: [found],
  } = await sql<{ id: string; reader: string }>`
    select id, reader::text
    from email_log
    cross join lateral unnest(array[recipient] || coalesce(copied_to, '{}')::citext[]) as reader
    where status = 'sent' and ${isAbout}
      and (${isNamed} or (${answers} and cardinality(coalesce(copied_to, '{}')) = 0))
    order by ${answers} desc, ${isNamed} desc, sent_at desc, id desc
    limit 1`.execute(trx);
  return found ?? null;
}
