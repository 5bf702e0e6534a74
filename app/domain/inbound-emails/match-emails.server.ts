import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import {
  decideMatch,
  type Facts,
  idsIn,
  type InboundEmail,
  type Match,
  mattersNamedBy,
  postcodesIn,
} from "./decide-match.ts";

/** What an email was matched to before, and what it is matched to now. */
export type Matched = { before: string | null; after: Match | null };

/** More matters than this of one sender, or of one postcode, are not told apart. */
const MAX_OF_SENDER = 50;
const MAX_HOMES = 2_000;

/**
 * Matches emails with the matters that they belong to (AMB-T01), in the caller's transaction. To do it twice is to do
 * it once.
 *
 * @param ids of emails that came in; those that are gone are left out
 */
export async function matchEmails(trx: Db, ids: readonly string[]): Promise<Matched[]> {
  const emails = await readEmails(trx, ids);
  const facts = await readFacts(trx, emails);
  const decided = emails.map((email) => ({ email, after: decideMatch(email, facts) }));
  const changed = decided.filter(
    ({ email, after }) =>
      email.transaction_id !== (after?.transaction_id ?? null) ||
      email.match_type !== (after?.match_type ?? null),
  );
  if (changed.length > 0) {
    await sql`
      update inbound_emails set transaction_id = found.transaction_id, match_type = found.match_type
      from unnest(
        ${changed.map(({ email }) => email.id)}::text[],
        ${changed.map(({ after }) => after?.transaction_id ?? null)}::text[],
        ${changed.map(({ after }) => after?.match_type ?? null)}::text[]
      ) as found (id, transaction_id, match_type)
      where inbound_emails.id = found.id`.execute(trx);
  }
  return decided.map(({ email, after }) => ({ before: email.transaction_id, after }));
}

async function readEmails(trx: Db, ids: readonly string[]): Promise<InboundEmail[]> {
  if (ids.length === 0) return [];
  return await trx
    .selectFrom("inbound_emails")
    .select(["id", "mailbox_hash", "in_reply_to", "subject", "text_body"])
    .select(["transaction_id", "match_type"])
    .where("id", "in", ids)
    .orderBy("id")
    // Whoever else matches the same emails at this moment waits, instead of undoing what this one does.
    .forUpdate()
    .execute();
}

/** Everything that the rules ask for, for all of these emails at once. */
async function readFacts(trx: Db, emails: readonly InboundEmail[]): Promise<Facts> {
  const named = emails.flatMap((email) => [...mattersNamedBy(email), ...idsIn(email.subject)]);
  const matters = new Set(await readMatters(trx, [...new Set(named)]));
  const sent_for = await readSentFor(trx, [...new Set(emails.flatMap((each) => each.in_reply_to))]);
  const of_sender = await readOfSender(
    trx,
    emails.map(({ id }) => id),
  );
  const homes = await readHomes(trx, [...new Set(emails.flatMap(postcodesIn))]);
  const found = new Set([
    ...matters,
    ...sent_for.values(),
    ...[...of_sender.values()].flat(),
    ...homes.map(({ transaction_id }) => transaction_id),
  ]);
  const completed = new Set(await readCompleted(trx, [...found]));
  return { matters, sent_for, of_sender, homes, completed };
}

async function readMatters(trx: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom("transactions").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}

async function readSentFor(trx: Db, messages: readonly string[]) {
  const sent = new Map<string, string>();
  if (messages.length === 0) return sent;
  const rows = await trx
    .selectFrom("email_log")
    .select(["postmark_message_id", "transaction_id"])
    .where("postmark_message_id", "in", messages)
    .execute();
  for (const { postmark_message_id: message, transaction_id } of rows) {
    if (message && transaction_id) sent.set(message, transaction_id);
  }
  return sent;
}

/** The matter that an email has already is asked for by itself: its sender may have come to have many. */
async function readOfSender(trx: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; transaction_ids: string[] }>`
    select email.id, array_agg(distinct matter.transaction_id::text) as transaction_ids
    from inbound_emails email cross join lateral (
      (select transaction_id from matter_emails
        where matter_emails.email = email.from_email limit ${MAX_OF_SENDER})
      union all
      (select transaction_id from matter_emails
        where matter_emails.email = email.from_email
          and transaction_id = email.transaction_id limit 1)
    ) matter
    where email.id = any(${ids}::text[])
    group by email.id`.execute(trx);
  return new Map(rows.map(({ id, transaction_ids }) => [id, transaction_ids]));
}

async function readHomes(trx: Db, postcodes: readonly string[]) {
  if (postcodes.length === 0) return [];
  return await trx
    .selectFrom("addresses")
    .innerJoin("properties", "properties.address_id", "addresses.id")
    .innerJoin("transactions", "transactions.property_id", "properties.id")
    .select(["transactions.id as transaction_id", "addresses.line_1"])
    .select((eb) => eb.ref("addresses.postcode").$notNull().as("postcode"))
    .where("addresses.postcode", "in", postcodes)
    .limit(MAX_HOMES)
    .execute();
}

async function readCompleted(trx: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("purchase_intents")
    .select("transaction_id")
    .where("transaction_id", "in", ids)
    .where("is_active", "=", true)
    .where("completed", "is not", null)
    .execute();
  return rows.map(({ transaction_id }) => transaction_id);
}
