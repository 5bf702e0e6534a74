import { isObjectId } from "#app/domain/fields/ids.ts";
import { formatUkPostcode } from "#app/domain/fields/postcode.ts";
import { MATCH_TYPES, type MatchType } from "./labels.ts";

/**
 * Which matter an email belongs to. The rules are tried in the order of MATCH_TYPES; the reasons are in
 * docs/decisions/inbound-emails.md.
 */

export type Match = { transaction_id: string; match_type: MatchType };

/** An email that came in, with the match that it has. */
export type InboundEmail = {
  id: string;
  mailbox_hash: string | null;
  /** Postmark's ids of the emails that it answers. */
  in_reply_to: readonly string[];
  subject: string;
  text_body: string;
  transaction_id: string | null;
  match_type: MatchType | null;
};

/** What the database knows of the things that some emails name. */
export type Facts = {
  /** Ids of matters that there are. */
  matters: ReadonlySet<string>;
  /** The matter that an email of ours was about, by Postmark's id. */
  sent_for: ReadonlyMap<string, string>;
  /** The matters that the sender takes part in, by the id of the email. */
  of_sender: ReadonlyMap<string, readonly string[]>;
  homes: readonly { transaction_id: string; postcode: string; line_1: string }[];
  /** Matters whose sale has completed. */
  completed: ReadonlySet<string>;
};

type Rule = (email: InboundEmail, facts: Facts) => readonly string[];

const RULES: Record<MatchType, Rule> = {
  mailbox_hash: (email, { matters }) => mattersNamedBy(email).filter((id) => matters.has(id)),
  in_reply_to: ({ in_reply_to }, { sent_for }) =>
    in_reply_to.flatMap((message) => sent_for.get(message) ?? []),
  reference: ({ subject }, { matters }) => idsIn(subject).filter((id) => matters.has(id)),
  participant: ({ id }, { of_sender }) => of_sender.get(id) ?? [],
  address: homesNamedBy,
};

/**
 * The first rule decides that leads to one matter alone; one whose sale has completed counts only when there is no
 * other. A rule that leads to several decides nothing, but leaves the match alone that it made when there was one.
 *
 * @returns null when no rule decides
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

/** The ids of matters that the reply address of an email names. */
export function mattersNamedBy({ mailbox_hash }: InboundEmail): string[] {
  const id = mailbox_hash?.trim().toLowerCase();
  return isObjectId(id) ? [id] : [];
}

const MAX_FOUND = 20;

/** Whatever looks like the id of a record in a text. */
export function idsIn(text: string): string[] {
  const found = text.toLowerCase().matchAll(/(?<![\da-z])[\da-f]{24}(?![\da-z])/g);
  return Array.from(found, ([id]) => id).slice(0, MAX_FOUND);
}

/** The postcodes in an email, as addresses have them. */
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
  const said = words(`${email.subject}\n${email.text_body}`);
  return homes
    .filter(({ postcode, line_1 }) => postcodes.has(postcode) && said.includes(words(line_1)))
    .map(({ transaction_id }) => transaction_id);
}

/** A text as its words alone, with a space before each and after the last: "12 High St." is no part of "112 High St". */
function words(text: string) {
  const plain = text.normalize("NFC").toLowerCase().replace(/['’]/g, "");
  return ` ${plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}
