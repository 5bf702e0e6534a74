import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { draftName, REDIRECT_KEY } from "#app/domain/drafts/drafts.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import { saleIsOpen, saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { emailChoiceUrls } from "./progress-emails.server.ts";

export const startReminderEmail = queuedEmail(
  "start_reminder",
  z.object({ user_id: z.string(), after: z.enum(["day", "week"]) }),
);

/** Days without a change to onboarding after which each reminder is sent. The job runs daily. */
const AFTER = [
  { after: "day", days: 1 },
  { after: "week", days: 7 },
] as const;

type Start = {
  user_id: string;
  email: string;
  /** Id of the sale or purchase. A draft and its later record have the same id. */
  start: string;
};

/**
 * Queues reminders to customers who have left onboarding unchanged for a day or a week, and returns
 * the number of reminders.
 */
export async function queueStartReminders(trx: Db): Promise<number> {
  let count = 0;
  for (const { after, days } of AFTER) {
    const { rows } = await sql<Start>`
      select user_id, email, start from (${newestStarts()}) newest
      where left_at > now() - make_interval(days => ${days + 1})
        and left_at <= now() - make_interval(days => ${days})
      order by user_id`.execute(trx);
    for (const { user_id, email, start } of rows) {
      await queueEmail(trx, {
        email: startReminderEmail,
        recipient: email,
        user_id,
        props: { user_id, after },
        dedupe_key: `start_reminder:${user_id}:${start}:${after}`,
      });
    }
    count += rows.length;
  }
  return count;
}

/**
 * Returns the content of a reminder to finish onboarding.
 * @throws EmailNotNeededError if the customer has finished or opted out
 */
export async function readStartReminder(
  db: Db,
  { user_id, after }: { user_id: string; after: "day" | "week" },
) {
  const { rows } = await sql<{
    first_name: string;
    noun: "sale" | "purchase";
    property_id: string | null;
  }>`
    select first_name, noun, property_id from (${newestStarts()}) newest
    where user_id = ${user_id}`.execute(db);
  const [start] = rows;
  if (!start) throw new EmailNotNeededError();
  const { first_name, noun, property_id } = start;
  return {
    first_name,
    noun,
    after,
    property: property_id === null ? null : await readHome(db, property_id),
    link: siteUrl(paths.welcomeBack({ view: noun === "sale" ? "sales" : "purchases" })),
    ...emailChoiceUrls(user_id, ["reminders"]),
  };
}

async function readHome(db: Db, property_id: string) {
  const { address } = await db
    .selectFrom("properties")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("id", "=", property_id)
    .executeTakeFirstOrThrow();
  return addressLine(address);
}

function newestStarts() {
  return sql`
    select distinct on (person.id) person.id as user_id, person.email, person.first_name,
      begun.start, begun.noun, begun.property_id, begun.left_at
    from (
      select user_id, split_part(form, ':', 2),
        case split_part(form, '/', 1) when 'sell' then 'sale' else 'purchase' end, null, updated_at
      from drafts
      where (form like ${draftName("sell", "%")} or form like ${draftName("buy", "%")})
        and not jsonb_exists(data, ${REDIRECT_KEY})
        and not exists (select from transactions where id = split_part(form, ':', 2))
        and not exists (select from purchase_intents where id = split_part(form, ':', 2))
      union all
      select seller_id, id, 'sale', property_id, updated_at
      from transactions
      where company_seller_id is null and not ${saleIsCompleteSql()} and ${saleIsOpen()}
      union all
      select buyer_id, id, 'purchase', property_id, updated_at
      from purchase_intents
      where not ${hasComeSql("aborted")} and aborted is null and completed is null
        and not ${purchaseIsCompleteSql()}
    ) begun (user_id, start, noun, property_id, left_at)
    join users person on person.id = begun.user_id
    where person.active and person.type = 'customer'
      and not exists (
        select from email_opt_outs off where off.user_id = person.id and off.kind = 'reminders')
    order by person.id, begun.left_at desc, begun.start`;
}
