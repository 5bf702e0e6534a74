import { sql } from "kysely";
import { readDocumentTasks } from "#app/domain/documents/request-emails.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { MATTER_STAGE_LABELS } from "#app/domain/stages/current-step.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatInLondon } from "#app/domain/shared/dates.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { SELLER_TASKS } from "#app/domain/searches/labels.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { enqueueMany, sendEmailJob } from "#app/queue/enqueue.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { hasOptedOutSql } from "./email-opt-outs.server.ts";
import { listInformationTasks } from "./information-tasks.server.ts";
import {
  type NewsReader,
  readMatter,
  readWhere,
  emailChoiceUrls,
  weeklySummaryEmail,
} from "./progress-emails.server.ts";

/** Number of matters in each database transaction, small enough to keep transactions short. */
const BATCH = 2_000;

const NAME = weeklySummaryEmail.name;

const FRIDAY = "5";

/** Returns true from 9:00 to 9:59 on Fridays in London. */
export function isTimeForSummaries(at: Date): boolean {
  return formatInLondon(at, "i HH") === `${FRIDAY} 09`;
}

/**
 * Days without another email before we send a summary. With two or more, a customer could hear
 * nothing from us for over 8 days.
 */
const QUIET_DAYS = 1;

/**
 * Queues summaries for the customers of active matters who have had no other email about the matter
 * for a day, and returns the number of summaries. It can be repeated: a customer gets one per
 * matter, side and week. Other queued emails are sent first.
 */
export async function queueSummaries(db: Db, at: Date): Promise<number> {
  const week = formatInLondon(at, "RRRR-'W'II");
  let count = 0;
  for (let after = ""; ;) {
    const batch = await inTransaction(db, (trx) => queueBatch(trx, { after, week, at }));
    count += batch.queued;
    if (batch.last === null) return count;
    after = batch.last;
  }
}

async function queueBatch(trx: Db, { after, week, at }: { after: string; week: string; at: Date }) {
  const { rows } = await sql<{ last: string | null; ids: string[] | null }>`
    with listed as materialized (
      select id, stage, paused_on from listed_transactions
      where id > ${after} order by id limit ${BATCH}
    ), matters as materialized (
      select id from listed
      where stage not in ('not_instructed', 'completed', 'aborted') and paused_on is null
    ), readers as (
      select id as transaction_id, 'seller' as side, seller_id as user_id
      from matters join transactions using (id)
      union
      select transaction_id, 'seller', users.id
      from matters
      join parties on transaction_id = matters.id and kind = 'seller'
      join users on users.email = parties.email
      union
      select transaction_id, 'buyer', buyer_id
      from matters join purchase_intents p on transaction_id = matters.id and is_active
      union
      select p.transaction_id, 'buyer', users.id
      from matters
      join purchase_intents p on p.transaction_id = matters.id and is_active
      join parties on purchase_intent_id = p.id and kind = 'buyer'
      join users on users.email = parties.email
    ), queued as (
      insert into email_log (name, recipient, transaction_id, user_id, props, dedupe_key)
      select ${NAME}, person.email, transaction_id, user_id,
        jsonb_build_object('user_id', user_id, 'transaction_id', transaction_id, 'side', side),
        concat_ws(':', ${NAME}::text, ${week}::text, user_id, transaction_id, side)
      from readers join users person on person.id = user_id
      where person.active and person.type = 'customer'
        and not exists (
          select from email_opt_outs off where off.user_id = person.id and off.kind = 'weekly')
        and not exists (
          select from email_log told
          where told.transaction_id = readers.transaction_id and told.user_id = readers.user_id
            and told.name <> ${NAME} and told.status <> 'failed'
            and told.created_at > ${at}::timestamptz - interval '1 day' * ${QUIET_DAYS})
      on conflict (dedupe_key) do nothing
      returning id
    )
    select (select max(id) from listed) as last, (select array_agg(id::text) from queued) as ids`.execute(
    trx,
  );
  const { last = null, ids } = rows[0] ?? {};
  const payloads = (ids ?? []).map((email_log_id) => ({ email_log_id }));
  await enqueueMany(trx, sendEmailJob, payloads);
  return { last, queued: payloads.length };
}

/**
 * Returns the date by which a customer will next get an email about a matter, at most 8 days ahead:
 * "2026-12-04". Returns null if they have opted out of summaries.
 */
export async function readNextSummary(
  db: Db,
  { user_id, transaction_id }: { user_id: ReaderId; transaction_id: string },
  now = new Date(),
): Promise<string | null> {
  const { is_off, told_at } = await db
    .selectNoFrom((eb) => [
      hasOptedOutSql("weekly", user_id).as("is_off"),
      eb
        .selectFrom("email_log")
        .select(({ fn }) => fn.max("created_at").as("told_at"))
        .where("transaction_id", "=", transaction_id)
        .where("user_id", "=", user_id)
        .where("name", "<>", NAME)
        .where("status", "<>", "failed")
        .as("told_at"),
    ])
    .executeTakeFirstOrThrow();
  if (is_off) return null;
  const today = londonDay(now);
  const days_on = (Number(FRIDAY) - Number(formatInLondon(now, "i")) + 7) % 7;
  const is_past = days_on === 0 && formatInLondon(now, "HH") >= "09";
  let friday = addDays(today, is_past ? 7 : days_on);
  while (told_at && londonDay(told_at) >= addDays(friday, -QUIET_DAYS)) friday = addDays(friday, 7);
  return friday;
}

/**
 * Returns the title and the notes of the stage that is under way, or those of a sale that needs
 * only a buyer. Returns null if the matter has ended.
 */
function currentStage(stages: readonly ShownStage[]): Pick<ShownStage, "title" | "notes"> | null {
  const now = stages.find(({ state }) => state === "now");
  if (now) return now;
  const next = stages.find(({ state }) => state === "next");
  return next ? { title: MATTER_STAGE_LABELS.ready_for_buyer, notes: next.notes } : null;
}

/**
 * Returns true if it is too late to send a summary. Its text says "this week", so it must be sent
 * on the day it was queued.
 */
export function isStaleSummary(
  { name, created_at }: { name: string; created_at: Date },
  now: Date,
): boolean {
  return name === NAME && londonDay(created_at) !== londonDay(afterQuietHours(now));
}

/**
 * Returns the content of a customer’s summary of a matter.
 * @throws EmailNotNeededError if the matter is over or the customer has opted out
 */
export async function readSummary(db: Db, reader: NewsReader) {
  const { user_id, side } = reader;
  const matter = await readMatter(db, reader);
  const where = matter && (await readWhere(db, matter, reader));
  const now = where && currentStage(where.stages);
  const person = await db
    .selectFrom("users")
    .select("first_name")
    .where("id", "=", user_id)
    .where("active", "=", true)
    .where((eb) => eb.not(hasOptedOutSql("weekly", user_id)))
    .executeTakeFirst();
  if (!matter || !where || !now || !person) throw new EmailNotNeededError();
  return {
    ...person,
    property: addressLine(matter.address),
    now,
    where: where.stages,
    card: where.card,
    tasks: [
      ...("requests" in matter
        ? [
            ...matter.requests.flatMap(({ type }) => SELLER_TASKS[type] ?? []),
            ...(await listInformationTasks(db, { transaction_id: matter.id, user_id })),
          ]
        : []),
      ...(await readDocumentTasks(db, { user_id, transaction_id: matter.id, side })),
    ],
    // Leave out the newest note if the card already shows it.
    notes: where.card.kind === "note" ? now.notes.slice(0, -1) : now.notes,
    dashboard: siteUrl(paths.dashboard[side === "seller" ? "sell" : "buy"](matter.id)),
    ...emailChoiceUrls(user_id, ["weekly"]),
  };
}
