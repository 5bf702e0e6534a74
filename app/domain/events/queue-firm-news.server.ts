/** News for law firms and estate agents, which waits so that one email has the news of an hour. */

import { sql } from "kysely";
import { z } from "zod";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { appendToQueuedEmail, queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import {
  type Firm,
  FIRM_NEWS_EVENTS,
  FIRMS,
  type FirmNewsEvent,
  type FirmTiming,
  isFirmNewsEvent,
} from "./firm-news.ts";

export const firmNewsEmail = queuedEmail(
  "firm_news",
  z.object({
    transaction_id: z.string(),
    firm: z.enum(FIRMS),
    /** Lawyer group or estate agent whose news this is. Another one gets nothing of it. */
    firm_id: z.string(),
    /** Purchase in which the buyer’s solicitor acts; null for the other firms. */
    purchase_intent_id: z.string().nullable(),
    /** Names of events, and actions as "action 65a0…". */
    items: z.array(z.string()),
  }),
);

/** Time for which routine news waits, so that a firm gets at most one email an hour. */
const HOUR_MS = 60 * 60 * 1_000;

/** Returns when a firm is emailed the routine news of a moment: after an hour, and not at night. */
export const routineNewsAt = (moment: Date): Date =>
  afterQuietHours(new Date(moment.getTime() + HOUR_MS));

/** Formats an action of staff for storage among the items. */
const actionItem = (action_id: string): string => `action ${action_id}`;

/** Parses an item; null if a later version of the app wrote it. */
export function parseItem(text: string): { event: FirmNewsEvent } | { action_id: string } | null {
  const [name = "", action_id] = text.split(" ");
  if (name === "action" && action_id) return { action_id };
  return isFirmNewsEvent(name) ? { event: name } : null;
}

/**
 * Queues the news of an event for the firms that the table names. A date that is only planned waits
 * as routine news does. News of a purchase that isn’t the active one goes to no firm.
 */
export async function queueFirmNewsOfEvent(
  trx: Db,
  event: {
    event_name: string;
    transaction_id: string;
    purchase_intent_id?: string | undefined;
  },
): Promise<void> {
  const { event_name, transaction_id, purchase_intent_id } = event;
  if (!isFirmNewsEvent(event_name)) return;
  const { timing, readers } = FIRM_NEWS_EVENTS[event_name];
  const firms = FIRMS.filter((firm) => readers[firm] === "email");
  const matter = await lockFirms(trx, transaction_id);
  if (purchase_intent_id && matter.purchase?.id !== purchase_intent_id) return;
  const isPlanned =
    (event_name === "exchanged" || event_name === "completed" || event_name === "aborted") &&
    !matter.purchase?.[`has_${event_name}`];
  await queueForFirms(trx, matter, {
    firms,
    item: event_name,
    timing: isPlanned ? "hourly" : timing,
  });
}

/**
 * Returns the addresses that the news of an event would go to, for staff to confirm. The buyer’s
 * solicitor is left out before a purchase is active.
 */
export async function listNewsRecipients(
  db: Db,
  { transaction_id, event_name }: { transaction_id: string; event_name: FirmNewsEvent },
): Promise<{ firm: Firm; to: string }[]> {
  const matter = await readFirms(db, transaction_id);
  const recipients: { firm: Firm; to: string }[] = [];
  for (const firm of FIRMS) {
    const id =
      FIRM_NEWS_EVENTS[event_name].readers[firm] === "email" ? firmIdOf(matter, firm) : null;
    const to = id === null ? null : await findRecipient(db, firm, id);
    if (to !== null) recipients.push({ firm, to });
  }
  return recipients;
}

/** Queues the news of an action of staff for these firms, with their other news of the hour. */
export async function queueFirmNewsOfAction(
  trx: Db,
  {
    transaction_id,
    action_id,
    firms,
  }: { transaction_id: string; action_id: string; firms: readonly Firm[] },
): Promise<void> {
  const matter = await lockFirms(trx, transaction_id);
  await queueForFirms(trx, matter, { firms, item: actionItem(action_id), timing: "hourly" });
}

type Matter = Awaited<ReturnType<typeof readFirms>>;

/** Locks a matter, so that concurrent news joins the same email, and reads its firms. */
async function lockFirms(trx: Db, transaction_id: string) {
  await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transaction_id)
    .forNoKeyUpdate()
    .execute();
  return readFirms(trx, transaction_id);
}

/** Reads the firms of a matter, and what has happened with its active purchase. */
async function readFirms(trx: Db, transaction_id: string) {
  const matter = await trx
    .selectFrom("transactions")
    .select(["id", "seller_lawyer_group_id", "buyer_lawyer_group_id", "estate_agent_id"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const purchase = await trx
    .selectFrom("purchase_intents")
    .select("id")
    .select([
      sql<boolean>`coalesce(exchanged <= ${londonToday}, false)`.as("has_exchanged"),
      sql<boolean>`coalesce(completed <= ${londonToday}, false)`.as("has_completed"),
      sql<boolean>`coalesce(aborted <= ${londonToday}, false)`.as("has_aborted"),
    ])
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return { ...matter, purchase: purchase ?? null };
}

async function queueForFirms(
  trx: Db,
  matter: Matter,
  news: { firms: readonly Firm[]; item: string; timing: FirmTiming },
) {
  for (const firm of news.firms) {
    const firm_id = firmIdOf(matter, firm);
    const recipient = firm_id === null ? null : await findRecipient(trx, firm, firm_id);
    if (firm_id === null || recipient === null) continue;
    await addItem(trx, { matter, firm, firm_id, recipient, ...news });
  }
}

/** Returns the lawyer group or agent; null for the buyer’s solicitor without an active purchase. */
function firmIdOf(matter: Matter, firm: Firm): string | null {
  if (firm === "estate_agent") return matter.estate_agent_id;
  if (firm === "seller_solicitor") return matter.seller_lawyer_group_id;
  return matter.purchase && matter.buyer_lawyer_group_id;
}

/** Returns the address of the group’s solicitor or the agent’s primary valuer, if there is one. */
async function findRecipient(trx: Db, firm: Firm, id: string): Promise<string | null> {
  const person =
    firm === "estate_agent"
      ? await trx
          .selectFrom("valuers")
          .select("email")
          .where("estate_agent_id", "=", id)
          .where("primary_valuer", "=", true)
          .executeTakeFirst()
      : await trx
          .selectFrom("lawyer_group_members")
          .select("email")
          .where("lawyer_group_id", "=", id)
          .where("kind", "=", "solicitor")
          .executeTakeFirst();
  return person?.email ?? null;
}

/**
 * Adds an item to the firm’s email that is waiting, or queues one. An item that can’t wait brings
 * the whole email forward.
 */
async function addItem(
  trx: Db,
  news: {
    matter: Matter;
    firm: Firm;
    firm_id: string;
    recipient: string;
    item: string;
    timing: FirmTiming;
  },
) {
  const { matter, firm, firm_id, recipient, item, timing } = news;
  const transaction_id = matter.id;
  const place = {
    transaction_id,
    firm,
    firm_id,
    purchase_intent_id: firm === "buyer_solicitor" ? (matter.purchase?.id ?? null) : null,
  };
  const now = new Date();
  const after = timing === "at_once" ? now : routineNewsAt(now);
  const email = { email: firmNewsEmail, recipient, transaction_id };
  const isAdded = await appendToQueuedEmail(trx, { ...email, place, item, after, timing });
  if (isAdded) return;
  await queueEmail(trx, {
    ...email,
    props: { ...place, items: [item] },
    after,
    is_collected: true,
  });
}
