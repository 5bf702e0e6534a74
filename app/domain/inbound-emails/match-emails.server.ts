import { sql } from "kysely";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fileReceivedEmails } from "#app/domain/conversations/file-emails.server.ts";
import { formatUkPostcode } from "#app/domain/shared/postcode.ts";
import type { Db } from "#db/connection.ts";
import { MATCH_TYPES, type MatchType } from "./labels.ts";

export type Matched = { id: string; before: string | null; after: Match | null };

/**
 * Maximum number of matters to read for a sender, and of properties to read for the emails'
 * postcodes.
 */
const MAX_OF_SENDER = 50;
const MAX_HOMES = 2_000;

/**
 * Matches stored emails to matters (AMB-T01). It can be repeated. Call it in a database
 * transaction.
 */
export async function matchEmails(trx: Db, ids: readonly string[]): Promise<Matched[]> {
  const emails = await readEmails(trx, ids);
  const facts = await readFacts(trx, emails);
  const decided = emails.map((email) => ({ email, after: decideMatch(email, facts) }));
  const changed = decided.filter(
    ({ email, after }) =>
      email.transaction_id !== (after?.transaction_id ?? null) ||
      email.match_type !== (after?.match_type ?? null) ||
      email.suggested_transaction_id !== suggestMatter(email, facts, after),
  );
  if (changed.length > 0) {
    await sql`
      update inbound_emails set transaction_id = found.transaction_id, match_type = found.match_type,
        suggested_transaction_id = found.suggested_transaction_id,
        -- An email that moves to a different matter is unread for that matter.
        read_at = case when automatic is null
          and inbound_emails.transaction_id is distinct from found.transaction_id
          then null else read_at end
      from unnest(
        ${changed.map(({ email }) => email.id)}::text[],
        ${changed.map(({ after }) => after?.transaction_id ?? null)}::text[],
        ${changed.map(({ after }) => after?.match_type ?? null)}::text[],
        ${changed.map(({ email, after }) => suggestMatter(email, facts, after))}::text[]
      ) as found (id, transaction_id, match_type, suggested_transaction_id)
      where inbound_emails.id = found.id`.execute(trx);
  }
  await fileReceivedEmails(trx, ids);
  return decided.map(({ email, after }) => ({ id: email.id, before: email.transaction_id, after }));
}

async function readEmails(trx: Db, ids: readonly string[]): Promise<InboundEmail[]> {
  if (ids.length === 0) return [];
  return await trx
    .selectFrom("inbound_emails")
    .select(["id", "mailbox_hash", "in_reply_to", "subject", "text_body"])
    .select(["transaction_id", "match_type", "from_email", "sender_doubt"])
    .select("suggested_transaction_id")
    .where("id", "in", ids)
    .orderBy("id")
    // Lock the emails, so that a concurrent matching of the same emails waits.
    .forUpdate()
    .execute();
}

async function readFacts(trx: Db, emails: readonly InboundEmail[]): Promise<Facts> {
  const named = emails.flatMap((email) => [
    ...matterIdInReplyAddress(email),
    ...idsIn(email.subject),
  ]);
  const matters = new Set(await readMatters(trx, [...new Set(named)]));
  const sent_for = await readSentFor(trx, [...new Set(emails.flatMap((each) => each.in_reply_to))]);
  const numbered = await readNumbered(trx, [...new Set(emails.flatMap(numbersIn))]);
  const of_sender = await readOfSender(
    trx,
    emails.map(({ id }) => id),
    [...numbered.values()],
  );
  const homes = await readHomes(trx, [...new Set(emails.flatMap(postcodesIn))]);
  const by_sender = await readMatchedSenders(trx, emails);
  const found = new Set([
    ...matters,
    ...by_sender.values(),
    ...numbered.values(),
    ...sent_for.values(),
    ...[...of_sender.values()].flat(),
    ...homes.map(({ transaction_id }) => transaction_id),
  ]);
  const completed = new Set(await readCompleted(trx, [...found]));
  return { matters, sent_for, numbered, by_sender, of_sender, homes, completed };
}

async function readNumbered(trx: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return new Map<number, string>();
  const rows = await trx
    .selectFrom("transactions")
    .select(["id", "number"])
    .where("number", "in", numbers)
    .execute();
  return new Map(rows.map(({ id, number }) => [number, id]));
}

async function readMatchedSenders(trx: Db, emails: readonly InboundEmail[]) {
  const senders = emails.flatMap(({ from_email }) => from_email ?? []);
  if (senders.length === 0) return new Map<string, string>();
  const rows = await trx
    .selectFrom("matched_senders")
    .select(["email", "transaction_id"])
    .where("email", "in", senders)
    .execute();
  return new Map(rows.map(({ email, transaction_id }) => [email.toLowerCase(), transaction_id]));
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

/**
 * Returns the matters of each email's sender. Includes the matter that the email has now and the
 * matters whose numbers are in the emails, if the sender takes part in them, because the limit
 * could leave them out.
 */
async function readOfSender(trx: Db, ids: readonly string[], numbered: readonly string[]) {
  const { rows } = await sql<{ id: string; transaction_ids: string[] }>`
    select email.id, array_agg(distinct matter.transaction_id::text) as transaction_ids
    from inbound_emails email cross join lateral (
      (select transaction_id from matter_emails
        where matter_emails.email = email.from_email limit ${MAX_OF_SENDER})
      union all
      (select transaction_id from matter_emails
        where matter_emails.email = email.from_email
          and transaction_id = email.transaction_id limit 1)
      union all
      (select transaction_id from matter_emails
        where matter_emails.email = email.from_email
          and transaction_id = any(${numbered}::text[]))
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

/**
 * Matching rules, in the order of MATCH_TYPES. The reasons for them are in
 * docs/decisions/five-rules-match-an-email.md.
 */

export type Match = { transaction_id: string; match_type: MatchType };

export type InboundEmail = {
  id: string;
  from_email: string | null;
  /** Reason why the sender is not proved; null if they are. */
  sender_doubt: string | null;
  mailbox_hash: string | null;
  /** Postmark's ids of the emails that this email replies to. */
  in_reply_to: readonly string[];
  subject: string;
  text_body: string;
  transaction_id: string | null;
  match_type: MatchType | null;
  suggested_transaction_id: string | null;
};

export type Facts = {
  matters: ReadonlySet<string>;
  /** Matter that each of our emails is about, by Postmark's id of our email. */
  sent_for: ReadonlyMap<string, string>;
  /** Ids of matters by their numbers. */
  numbered: ReadonlyMap<number, string>;
  /** Matter of each sender whose email a colleague matched, by the address in lower case. */
  by_sender: ReadonlyMap<string, string>;
  /** Matters of the sender of each received email, by our id of the received email. */
  of_sender: ReadonlyMap<string, readonly string[]>;
  homes: readonly { transaction_id: string; postcode: string; line_1: string }[];
  completed: ReadonlySet<string>;
};

type Rule = (email: InboundEmail, facts: Facts) => readonly string[];

const RULES: Record<MatchType, Rule> = {
  by_hand: ({ transaction_id, match_type }) =>
    transaction_id !== null && match_type === "by_hand" ? [transaction_id] : [],
  mailbox_hash: (email, { matters }) =>
    matterIdInReplyAddress(email).filter((id) => matters.has(id)),
  in_reply_to: ({ in_reply_to }, { sent_for }) =>
    in_reply_to.flatMap((message) => sent_for.get(message) ?? []),
  reference: ({ subject }, { matters }) => idsIn(subject).filter((id) => matters.has(id)),
  number: (email, { numbered, of_sender }) =>
    email.sender_doubt === null
      ? mattersNumberedIn(email, numbered).filter((id) => of_sender.get(email.id)?.includes(id))
      : [],
  sender: ({ id, from_email }, { by_sender, of_sender }) => {
    const matter = from_email && by_sender.get(from_email.toLowerCase());
    // A sender with other matters, such as a law firm, may write about any of them.
    const has_others = of_sender.get(id)?.some((other) => other !== matter) ?? false;
    return matter && !has_others ? [matter] : [];
  },
  participant: ({ id }, { of_sender }) => of_sender.get(id) ?? [],
  address: homesNamedBy,
};

/**
 * Returns the match of the first rule that finds exactly one matter; null if no rule does.
 * Completed matters count only if the rule finds no others. If a rule matched the email before and
 * still finds that matter, the match stays, even if the rule now finds several.
 */
export function decideMatch(email: InboundEmail, facts: Facts): Match | null {
  for (const match_type of MATCH_TYPES) {
    const found = [...new Set(RULES[match_type](email, facts))];
    const { transaction_id: before } = email;
    if (before && email.match_type === match_type && found.includes(before)) {
      return { transaction_id: before, match_type };
    }
    const open = found.filter((id) => !facts.completed.has(id));
    const [only, other] = open.length > 0 ? open : found;
    if (only && !other) return { transaction_id: only, match_type };
  }
  return null;
}

/**
 * Returns the matter to suggest to staff for an email without a match: the only one whose number is
 * in the email.
 */
export function suggestMatter(
  email: InboundEmail,
  { numbered }: Pick<Facts, "numbered">,
  match: Match | null,
): string | null {
  if (match) return null;
  const [only, other] = mattersNumberedIn(email, numbered);
  return only && !other ? only : null;
}

function mattersNumberedIn(email: InboundEmail, numbered: Facts["numbered"]): string[] {
  return [...new Set(numbersIn(email).flatMap((number) => numbered.get(number) ?? []))];
}

/** Returns the numbers of matters in an email, such as 10482 for "F-10482". */
function numbersIn({ subject, text_body }: InboundEmail): number[] {
  const found = `${subject}\n${text_body}`.matchAll(/(?<![\da-z-])f[- ]?(\d{5,7})(?!\d)/gi);
  const numbers = new Set<number>();
  for (const [, digits = ""] of found) {
    numbers.add(Number(digits));
    if (numbers.size === MAX_FOUND) break;
  }
  return [...numbers];
}

function matterIdInReplyAddress({ mailbox_hash }: InboundEmail): string[] {
  const id = mailbox_hash?.trim().toLowerCase();
  return isObjectId(id) ? [id] : [];
}

const MAX_FOUND = 20;

/** Returns everything in a text that looks like a record id. */
export function idsIn(text: string): string[] {
  const found = text.toLowerCase().matchAll(/(?<![\da-z])[\da-f]{24}(?![\da-z])/g);
  return Array.from(found, ([id]) => id).slice(0, MAX_FOUND);
}

/** Returns the UK postcodes in an email, formatted like those in our addresses. */
export function postcodesIn({ subject, text_body }: InboundEmail): string[] {
  const found = `${subject}\n${text_body}`.matchAll(
    /(?<![\da-z])([a-z]{1,2}\d[a-z\d]?)\s{0,2}(\d[a-z]{2})(?![\da-z])/gi,
  );
  const postcodes = new Set<string>();
  for (const [, outward = "", inward = ""] of found) {
    const postcode = formatUkPostcode(outward + inward);
    if (postcode) postcodes.add(postcode);
    if (postcodes.size === MAX_FOUND) break;
  }
  return [...postcodes];
}

function homesNamedBy(email: InboundEmail, { homes }: Facts) {
  const postcodes = new Set(postcodesIn(email));
  if (postcodes.size === 0) return [];
  const content = normaliseWords(`${email.subject}\n${email.text_body}`);
  return homes
    .filter(
      ({ postcode, line_1 }) => postcodes.has(postcode) && content.includes(normaliseWords(line_1)),
    )
    .map(({ transaction_id }) => transaction_id);
}

/**
 * Returns a text as words with a space before and after each, so that "12 High St" is not found in
 * "112 High St".
 */
function normaliseWords(text: string) {
  const plain = text.normalize("NFC").toLowerCase().replace(/['’]/g, "");
  return ` ${plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}
