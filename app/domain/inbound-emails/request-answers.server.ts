import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { isProvedParticipant } from "./list-emails.server.ts";

/** What the sellers of a matter were asked to send as an answer to an email of ours. */
export type AskedBy = "sewer_bill_request" | "plot_plan_request";

export type RequestAnswer = {
  /** The newest email that brought some. */
  email_id: string;
  received_at: Date;
  files: number;
  /** Whether each sender of them is proved. */
  is_proved: boolean;
};

/**
 * The files that came for a request: with answers to its email, and with what the sellers have written since without
 * answering anything. For staff.
 *
 * @returns null when none has come
 */
export async function readRequestAnswer(
  db: Db,
  transaction_id: string,
  { email_name, since }: { email_name: AskedBy; since: Date },
): Promise<RequestAnswer | null> {
  const {
    rows: [answer],
  } = await sql<RequestAnswer>`
    select (array_agg(id order by received_at desc))[1] as email_id, max(received_at) as received_at,
      sum(files)::integer as files, bool_and(is_proved) as is_proved
    from (
      select id, received_at, ${isProvedParticipant()} as is_proved,
        exists (select from email_log where name = ${email_name}
          and postmark_message_id = any(inbound_emails.in_reply_to)
          -- Of a group's it has no matter.
          and (email_log.transaction_id is null
            or email_log.transaction_id = ${transaction_id})) as is_reply,
        in_reply_to = '{}' and exists (
          select from transactions join users on users.id = transactions.seller_id
            where transactions.id = ${transaction_id} and users.email = inbound_emails.from_email
          union all
          select from parties
            where parties.transaction_id = ${transaction_id} and parties.email = inbound_emails.from_email
        ) as is_of_seller,
        (select count(*) from inbound_attachments
          where email_id = inbound_emails.id and left_out is null) as files
      from inbound_emails
      where transaction_id = ${transaction_id} and received_at >= ${since}
    ) as email
    where files > 0 and (is_reply or (is_of_seller and is_proved))
    having count(*) > 0`.execute(db);
  return answer ?? null;
}

/** When the sellers of a matter were last asked for the plan of the plots; null when they were not (AMB-L03). */
export async function readPlotPlanAsked(db: Db, transaction_id: string): Promise<Date | null> {
  const { asked_at } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.max("date_time").as("asked_at"))
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "=", "plot_plan_request_email_sent")
    .executeTakeFirstOrThrow();
  return asked_at;
}
