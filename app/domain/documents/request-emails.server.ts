/** Emails to customers about the documents that we have requested from them. */

import { sql } from "kysely";
import { z } from "zod";
import { EmailNotNeededError, NotFoundError } from "#app/domain/errors.ts";
import { listReaders, notificationTime } from "#app/domain/events/pending-notifications.server.ts";
import { EmailRecipient } from "#app/domain/readers/addressee.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatInLondon } from "#app/domain/shared/dates.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { isWorkingDay, workingDaysBefore } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail, withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { listOpenRequests, readOwnDocuments } from "./own-requests.server.ts";
import { sideOf } from "./request-rules.ts";
import { documentTasks, dueText, isOpen } from "./request-states.ts";

const ofSide = {
  user_id: z.string(),
  transaction_id: z.string(),
  side: z.enum(["seller", "buyer"]),
};

export const documentRequestsEmail = queuedEmail("document_requests", z.object(ofSide));
export const documentReminderEmail = queuedEmail(
  "document_reminder",
  z.object({
    user_id: z.string(),
    matters: z.array(z.object({ transaction_id: z.string(), side: ofSide.side })),
  }),
);

export const documentInfectedEmail = queuedEmail(
  "document_infected",
  z.object({ user_id: z.string(), document_id: z.string() }),
);

type Place = { transaction_id: string; purchase_intent_id: string | null };

/**
 * Queues one email to each person of a side about the documents that the side still has to send. An
 * earlier one that is still queued is withdrawn, so that several requests make one email.
 */
export async function queueRequestEmails(trx: Db, place: Place): Promise<void> {
  const { transaction_id } = place;
  const side = sideOf(place);
  for (const { user_id, email: recipient } of await listRequestReaders(trx, place)) {
    await withdrawEmailsTo(trx, { recipient, transaction_id, emails: [documentRequestsEmail] });
    await queueEmail(trx, {
      email: documentRequestsEmail,
      recipient,
      user_id,
      transaction_id,
      props: { user_id, transaction_id, side },
      after: notificationTime(new Date()),
    });
  }
}

/**
 * Queues an email about a file with a virus to each person of the side that sent it, once for each
 * file.
 */
export async function queueInfectedEmails(
  trx: Db,
  { id: document_id, ...place }: Place & { id: string },
): Promise<void> {
  for (const { user_id, email: recipient } of await listRequestReaders(trx, place)) {
    await queueEmail(trx, {
      email: documentInfectedEmail,
      recipient,
      user_id,
      transaction_id: place.transaction_id,
      props: { user_id, document_id },
      dedupe_key: `${documentInfectedEmail.name}:${document_id}:${user_id}`,
    });
  }
}

/** Lists the people of a side who are emailed about its requests: those with an active account. */
export async function listRequestReaders(
  db: Db,
  place: Place,
): Promise<{ user_id: string; email: string }[]> {
  const { transaction_id, purchase_intent_id } = place;
  const { primary_id } = await db
    .selectFrom("transactions")
    .leftJoin("purchase_intents", (join) =>
      join
        .onRef("purchase_intents.transaction_id", "=", "transactions.id")
        .on("purchase_intents.id", "=", purchase_intent_id),
    )
    .select((eb) =>
      eb.fn.coalesce("purchase_intents.buyer_id", "transactions.seller_id").as("primary_id"),
    )
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return listReaders(
    db,
    { side: sideOf(place), transaction_id, purchase_intent_id: purchase_intent_id ?? undefined },
    primary_id,
  );
}

type OfSide = { user_id: string; transaction_id: string; side: Side };

/**
 * Returns the content of the email about a side’s requests.
 * @throws EmailNotNeededError if nothing is left to send, or the person has left the side
 */
export async function readRequestsEmail(db: Db, of: OfSide) {
  const [matter] = await readOpen(db, of.user_id, [of]);
  if (!matter) throw new EmailNotNeededError();
  return { first_name: await readFirstName(db, of.user_id), ...matter };
}

/**
 * Returns the content of the email about a file with a virus.
 * @throws EmailNotNeededError if the file was deleted, or the person has left the side
 */
export async function readInfectedEmail(
  db: Db,
  { user_id, document_id }: z.output<typeof documentInfectedEmail.ids>,
) {
  const document = await db
    .selectFrom("documents")
    .select(["transaction_id", "purchase_intent_id"])
    .where("id", "=", document_id)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const { transaction_id } = document;
  const side = sideOf(document);
  const reader = new EmailRecipient(user_id);
  const found = await readOwnDocuments(db, { transaction_id, side, reader }).catch(nullIfGone);
  const files = found?.requests.flatMap(({ documents }) => documents).concat(found.others);
  const file = files?.find(({ id }) => id === document_id);
  if (!found || !file) throw new EmailNotNeededError();
  const request = found.requests.find(({ documents }) => documents.includes(file));
  return {
    first_name: await readFirstName(db, user_id),
    property: addressLine(found.address),
    file_name: file.file_name,
    /** Such as "Send it by Friday 11 December."; null if the file answers no open request. */
    due: request && isOpen(request) ? dueText(request.due_on, londonDay(new Date())) : null,
    page: siteUrl(paths.dashboard.documents(side === "seller" ? "sell" : "buy", transaction_id)),
  };
}

/**
 * Returns the task of sending the open requests of a person’s side, for their summary; none if
 * nothing is left to send.
 */
export async function readDocumentTasks(db: Db, { user_id, ...place }: OfSide) {
  const reader = new EmailRecipient(user_id);
  return documentTasks(await listOpenRequests(db, { ...place, reader }));
}

/**
 * Returns the content of a reminder, with each matter whose documents are still to send.
 * @throws EmailNotNeededError if nothing is left to send
 */
export async function readReminder(
  db: Db,
  { user_id, matters }: z.output<typeof documentReminderEmail.ids>,
) {
  const open = await readOpen(db, user_id, matters);
  if (open.length === 0) throw new EmailNotNeededError();
  return { first_name: await readFirstName(db, user_id), matters: open };
}

async function readFirstName(db: Db, user_id: string) {
  const { first_name } = await db
    .selectFrom("users")
    .select("first_name")
    .where("id", "=", user_id)
    .where("active", "=", true)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  return first_name;
}

async function readOpen(
  db: Db,
  user_id: string,
  matters: readonly { transaction_id: string; side: Side }[],
) {
  const open = [];
  const today = londonDay(new Date());
  for (const { transaction_id, side } of matters) {
    const reader = new EmailRecipient(user_id);
    const found = await readOwnDocuments(db, { transaction_id, side, reader }).catch(nullIfGone);
    const requests = found?.requests
      .filter((request) => isOpen(request) && request.missing_reason === null)
      .map(({ id, title, purpose, status, reason, due_on }) => ({
        ...{ id, title, purpose, status, reason },
        due: dueText(due_on, today),
      }));
    if (!found || !requests || requests.length === 0) continue;
    open.push({
      property: addressLine(found.address),
      requests,
      page: siteUrl(paths.dashboard.documents(side === "seller" ? "sell" : "buy", transaction_id)),
    });
  }
  return open;
}

function nullIfGone(error: unknown) {
  if (error instanceof NotFoundError) return null;
  throw error;
}

/** Working days between a request and its first reminder. The second is on the due day. */
const FIRST_REMINDER = 3;

/** Returns true from 9:00 to 9:59 on working days in London. */
export function isTimeForReminders(at: Date): boolean {
  return formatInLondon(at, "HH") === "09" && isWorkingDay(londonDay(at));
}

type Reminded = {
  user_id: string;
  email: string;
  matters: { transaction_id: string; side: Side }[];
};

/**
 * Queues reminders about documents that were requested 3 working days ago or are due today, and
 * returns their number. A person gets one email a day for all of their matters. Matters that have
 * ended or are paused are left out.
 */
export async function queueDocumentReminders(trx: Db, at: Date): Promise<number> {
  const today = londonDay(at);
  const { rows } = await sql<Reminded>`
    with due as materialized (
      select transaction_id, purchase_intent_id from document_requests
      where status in ('requested', 'sent_back') and missing_reason is null and due_on = ${today}
      union
      select transaction_id, purchase_intent_id from document_requests
      where status in ('requested', 'sent_back') and missing_reason is null
        and requested_on = ${workingDaysBefore(today, FIRST_REMINDER)}
    ), open as (
      select due.* from due
      join listed_transactions as listed on listed.id = transaction_id
      where listed.stage not in ('completed', 'aborted') and listed.paused_on is null
    ), readers as (
      select transaction_id, 'seller' as side, seller_id as user_id
      from open join transactions on transactions.id = transaction_id
      where purchase_intent_id is null
      union
      select open.transaction_id, 'seller', users.id
      from open join parties on parties.transaction_id = open.transaction_id and kind = 'seller'
      join users on users.email = parties.email
      where open.purchase_intent_id is null
      union
      select open.transaction_id, 'buyer', buyer_id
      from open join purchase_intents on purchase_intents.id = open.purchase_intent_id
      union
      select open.transaction_id, 'buyer', users.id
      from open join parties on parties.purchase_intent_id = open.purchase_intent_id
        and kind = 'buyer'
      join users on users.email = parties.email
    )
    select user_id, person.email,
      json_agg(json_build_object('transaction_id', transaction_id, 'side', side)
        order by transaction_id, side) as matters
    from readers join users as person on person.id = user_id
    where person.active and person.type = 'customer'
    group by user_id, person.email
    order by user_id`.execute(trx);
  for (const { user_id, email, matters } of rows) {
    await queueEmail(trx, {
      email: documentReminderEmail,
      recipient: email,
      user_id,
      props: { user_id, matters },
      dedupe_key: `${documentReminderEmail.name}:${today}:${user_id}`,
    });
  }
  return rows.length;
}
