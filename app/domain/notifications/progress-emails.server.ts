import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import type { ExpressionBuilder } from "kysely";
import {
  queueNotification,
  queueNotificationJob,
  parsePendingEvent,
  notificationTime,
} from "#app/domain/events/pending-notifications.server.ts";
import { NotFoundError, EmailNotNeededError } from "#app/domain/errors.ts";
import { readConfirmersLeft } from "#app/domain/property-information/confirmers.server.ts";
import { readCalendar } from "#app/domain/calendar/calendar.server.ts";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { EmailRecipient } from "#app/domain/readers/addressee.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { customerStages, stepFacts } from "#app/domain/stages/customer-stages.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import { hasNoBuyer } from "#app/domain/stages/ready-for-a-buyer.ts";
import type { StepFacts } from "#app/domain/transactions/customer-progress.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { listSubscribedKinds, unsubscribeToken } from "./email-opt-outs.server.ts";
import { type EmailKind, isEmailKind } from "./email-kinds.ts";
import { progressItems } from "./progress-items.ts";
import type { NewsFacts } from "./progress-item.ts";

const reader = {
  user_id: z.string(),
  transaction_id: z.string(),
  side: z.enum(["seller", "buyer"]),
};

export const matterNewsEmail = queuedEmail(
  "matter_news",
  z.object({
    ...reader,
    /**
     * Names of the events that the email is about. The text about the events is built when the
     * email is sent.
     */
    event_names: z.array(z.string()),
    purchase_intent_id: z.string().nullable().default(null),
    /**
     * Dates that the email mentions. A later email compares them with the current dates, to detect
     * a moved or withdrawn date.
     */
    days: z.record(z.string(), z.iso.date().nullable()).default({}),
  }),
);
export const weeklySummaryEmail = queuedEmail("weekly_summary", z.object(reader));

export type NewsReader = {
  user_id: string;
  transaction_id: string;
  side: "seller" | "buyer";
  /** Email address of a person without an account. */
  mailbox?: string;
};

/**
 * Queues one email about a person’s pending notifications of a matter. Leaves out those that no
 * longer apply, and those that the person has opted out of. If the email is overdue during quiet
 * hours, it waits until they end.
 */
export async function sendNotifications(trx: Db, reader: NewsReader): Promise<void> {
  const now = new Date();
  const morning = afterQuietHours(now);
  if (morning > now && (await isHeldUp(trx, reader, now))) {
    await queueNotificationJob(trx, reader, morning);
    return;
  }
  const pending = await trx
    .deleteFrom("pending_notifications")
    .where(isOf(reader))
    .returning(["event_names", "purchase_intent_id"])
    .executeTakeFirst();
  if (!pending) return;
  const found = await readNews(trx, { ...reader, ...pending });
  if (!found) return;
  await queueEmail(trx, {
    email: matterNewsEmail,
    recipient: found.email,
    user_id: reader.user_id,
    transaction_id: reader.transaction_id,
    props: { ...reader, ...pending, days: found.days },
  });
}

const isOf = (reader: NewsReader) => (eb: ExpressionBuilder<DB, "pending_notifications">) =>
  eb.and(reader);

async function isHeldUp(trx: Db, reader: NewsReader, now: Date): Promise<boolean> {
  const pending = await trx
    .selectFrom("pending_notifications")
    .select("noted_at")
    .where(isOf(reader))
    .executeTakeFirst();
  return pending !== undefined && notificationTime(pending.noted_at) <= now;
}

type Matter = NonNullable<Awaited<ReturnType<typeof readMatter>>>;

/**
 * Returns the content of a progress email.
 * @throws EmailNotNeededError if none of its events still applies
 */
export async function readNewsEmail(db: Db, ids: News) {
  const news = await readNews(db, ids);
  if (!news) throw new EmailNotNeededError();
  const isExchange = news.items.some(({ steps, is_ahead }) => steps && !is_ahead);
  return { ...news, calendar: isExchange ? await readCompletionDates(db, ids) : [] };
}

async function readCompletionDates(db: Db, { user_id, transaction_id, side }: NewsReader) {
  const entries = await readCalendar(db, new EmailRecipient(user_id));
  return entries.filter(
    (entry) =>
      entry.transaction_id === transaction_id &&
      entry.side === side &&
      (entry.kind === "completion" || entry.kind === "balance") &&
      !entry.is_cancelled,
  );
}

type News = NewsReader & { event_names: string[]; purchase_intent_id: string | null };

/**
 * Returns the content of a progress email; null if nothing is left to report or the reader has no
 * access.
 */
async function readNews(db: Db, { event_names, purchase_intent_id, ...reader }: News) {
  const { user_id, side } = reader;
  const matter = await readMatter(db, reader);
  const person = await db
    .selectFrom("users")
    .select(["first_name", "email"])
    .where("id", "=", user_id)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!matter || !person) return null;
  // The email about the end of a matter is its last one.
  if (matter.stages?.facts.ended_on) return null;
  const wanted = await listSubscribedKinds(db, new EmailRecipient(user_id));
  const { progress, stages } = matter;
  const today = londonDay(new Date());
  const last_emailed = purchase_intent_id
    ? await readLastEmailedDates(db, reader, purchase_intent_id)
    : {};
  const facts = {
    side,
    progress,
    days: stages?.facts.days ?? null,
    last_emailed,
    has_buyer: !stages || !hasNoBuyer(stages.facts),
    today,
  };
  const events = event_names.flatMap((text) => parsePendingEvent(text) ?? []);
  const items = progressItems(events, facts).filter(
    ({ kind }) => !isEmailKind(kind) || wanted.includes(kind),
  );
  if (items.length === 0) return null;
  // Leave out the list of stages on the day of a planned event, because it would show an exchange
  // that is planned for today as done.
  const where = items.some(({ is_ahead }) => is_ahead) ? null : await readWhere(db, matter, reader);
  return {
    ...person,
    property: addressLine(matter.address),
    items,
    days: Object.fromEntries(
      items.flatMap(({ tells = [] }) =>
        tells.map((name) => [name, progress.dates?.[name] ?? null]),
      ),
    ),
    where: where && { stages: where.stages, current_holder: where.card.current_holder },
    dashboard: siteUrl(paths.dashboard[side === "seller" ? "sell" : "buy"](matter.id)),
    ...emailChoiceUrls(user_id, [
      ...new Set(items.map(({ kind }) => kind).filter((kind) => isEmailKind(kind))),
    ]),
  };
}

async function readLastEmailedDates(
  db: Db,
  { user_id, transaction_id, side }: NewsReader,
  purchase_intent_id: string,
): Promise<NewsFacts["last_emailed"]> {
  const rows = await db
    .selectFrom("email_log")
    .select("props")
    .where("transaction_id", "=", transaction_id)
    .where("user_id", "=", user_id)
    .where("name", "=", matterNewsEmail.name)
    .where("status", "=", "sent")
    .orderBy("sent_at")
    .orderBy("created_at")
    .execute();
  const sent = rows
    .map(({ props }) => matterNewsEmail.ids.parse(props))
    .filter((of) => of.side === side && of.purchase_intent_id === purchase_intent_id);
  return Object.fromEntries(sent.flatMap(({ days }) => Object.entries(days)));
}

/** Returns the stages of a matter as emails show them; null if the reader may not see stages. */
export async function readWhere(db: Db, matter: Matter, reader: NewsReader) {
  const { stages, progress } = matter;
  if (!stages) return null;
  const today = londonDay(new Date());
  const steps = {
    ...ownSteps(matter, reader, today),
    confirmers: await confirmersFor(db, matter, reader),
  };
  const completion = progress.dates?.completed ?? null;
  const history = await readStageHistory(db);
  return customerStages(stages, { side: reader.side, steps, completion, history }, today);
}

/** Returns the facts that decide a reader’s next steps, the same as for their dashboard. */
export function ownSteps(matter: Matter, reader: NewsReader, today: string): StepFacts {
  return stepFacts(matter.progress, {
    side: reader.side,
    facts: matter.stages?.facts ?? null,
    law_firm: matter.solicitor?.law_firm ?? null,
    chooser: chooserFor(matter, reader),
    today,
  });
}

/**
 * Returns the first name of the seller who chooses the solicitor; null if that is the reader, or
 * the reader is a buyer.
 */
function chooserFor(matter: Matter, { user_id, mailbox }: NewsReader): string | null {
  if (!("seller_id" in matter) || (matter.seller_id === user_id && !mailbox)) return null;
  return matter.sellers[0]?.first_name ?? null;
}

/** Returns the sellers who still need to confirm the answers that the reader has confirmed. */
async function confirmersFor(
  db: Db,
  matter: Matter,
  { user_id, transaction_id, mailbox }: NewsReader,
): Promise<string | null> {
  if (!("seller_id" in matter) || mailbox) return null;
  if (matter.stages.facts.property_information !== "in_progress") return null;
  return await readConfirmersLeft(db, { transaction_id, user_id });
}

/**
 * Reads a matter as the reader’s own dashboard shows it; null if the reader has no access to it.
 */
export async function readMatter(db: Db, { user_id, transaction_id, side, mailbox }: NewsReader) {
  const target = { id: transaction_id, reader: new EmailRecipient(user_id, mailbox) };
  try {
    return side === "seller"
      ? await readSellerDashboard(db, target)
      : await readBuyerDashboard(db, target);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/**
 * Returns the URL that opts out of these kinds of email, or null if there are none, and the URL of
 * the page for email choices.
 */
export function emailChoiceUrls(user_id: string, kinds: readonly EmailKind[]) {
  return {
    unsubscribe:
      kinds.length > 0 ? siteUrl(paths.yourEmails.off(unsubscribeToken({ user_id, kinds }))) : null,
    choices: siteUrl(paths.yourEmails.page()),
  };
}

/**
 * Queues notifications of today’s exchanges and completions. They are emailed when quiet hours end,
 * together with changes that staff have made since midnight.
 * @returns the number of purchases with such a date
 */
export async function queueTodaysDates(trx: Db): Promise<number> {
  const rows = await trx
    .selectFrom("purchase_intents")
    .select(["id", "transaction_id", "exchanged", "completed"])
    .where("is_active", "=", true)
    .where((eb) => eb.or([eb("exchanged", "=", londonToday), eb("completed", "=", londonToday)]))
    .orderBy("id")
    .execute();
  const today = londonDay(new Date());
  for (const { id, transaction_id, ...dates } of rows) {
    const place = { transaction_id, purchase_intent_id: id, side: "buyer" } as const;
    const news = { exchanged: "exchange_today", completed: "completion_today" } as const;
    for (const name of ["exchanged", "completed"] as const) {
      if (dates[name] === today) await queueNotification(trx, { ...place, event_name: news[name] });
    }
  }
  return rows.length;
}
