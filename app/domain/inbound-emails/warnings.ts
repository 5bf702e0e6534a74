import type { SenderChecks } from "#app/clients/postmark/sender.ts";

/**
 * Reason why the sender of an email is not verified. If there are several reasons, only the first
 * is used.
 */
export type SenderFailure =
  | "no_sender"
  | "not_checked"
  | "several_senders"
  | "spam"
  | "dmarc"
  | "not_signed";

export const SENDER_FAILURES: Record<SenderFailure, string> = {
  no_sender: "The email doesn’t name a sender.",
  not_checked: "We couldn’t verify who sent it.",
  several_senders: "The email names more than one sender.",
  spam: "The email looks like spam.",
  dmarc: "The email fails the rules of the sender’s domain (DMARC).",
  not_signed: "The sender’s domain neither signed nor sent the email (DKIM, SPF).",
};

/** SpamAssassin's default threshold. */
const SPAM_SCORE = 5;

/**
 * Returns why the From address of an email is not verified; null if its domain signed or sent the
 * email. Even then, anyone with an address at that domain could have written it.
 */
export function verifySender(email: {
  from_email: string | null;
  has_other_senders: boolean;
  checks: SenderChecks;
}): SenderFailure | null {
  const { from_email, has_other_senders, checks } = email;
  if (from_email === null) return "no_sender";
  if (!checks.found) return "not_checked";
  if (has_other_senders) return "several_senders";
  if (checks.is_spam || (checks.spam_score ?? 0) >= SPAM_SCORE) return "spam";
  if (checks.dmarc === "fail") return "dmarc";
  const isSent = checks.spf === "pass" && isWithin(checks.spf_domain, domainOf(from_email));
  return checks.dkim === "pass" || isSent ? null : "not_signed";
}

function domainOf(address: string) {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/**
 * Returns true if the domains are equal, or if `domain` is a subdomain of `of`. A subdomain may
 * send emails for its parent domain.
 */
function isWithin(domain: string | null, of: string) {
  return domain !== null && (domain === of || domain.endsWith(`.${of}`));
}

const SPF_WORDS: Record<NonNullable<SenderChecks["spf"]>, string> = {
  pass: "passed",
  none: "none",
  neutral: "neutral",
  temperror: "no answer",
  permerror: "broken",
  softfail: "failed (soft)",
  fail: "failed",
};
const DKIM_WORDS: Record<NonNullable<SenderChecks["dkim"]>, string> = {
  pass: "passed",
  other_domain: "another domain’s",
  none: "none",
  fail: "failed",
};
const DMARC_WORDS: Record<NonNullable<SenderChecks["dmarc"]>, string> = {
  pass: "passed",
  fail: "failed",
};

/**
 * Returns the results of an email's sender checks, for staff: "SPF failed, DKIM none, spam score
 * 15"; "" if there are none.
 */
export function checksText(
  checks: Pick<SenderChecks, "spf" | "dkim" | "dmarc" | "spam_score">,
): string {
  const { spf, dkim, dmarc, spam_score } = checks;
  return [
    spf && `SPF ${SPF_WORDS[spf]}`,
    dkim && `DKIM ${DKIM_WORDS[dkim]}`,
    dmarc && `DMARC ${DMARC_WORDS[dmarc]}`,
    spam_score !== null && `spam score ${spam_score}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Detection of payment instructions, which are a sign of conveyancing fraud. It recognises only
 * words and numbers.
 */

export const BANK_DETAILS_WARNING =
  "This email mentions bank details. Before anyone pays, phone the sender on a number you already have (not one from this email)";

const WORDS = [
  /\b(?:sort ?code|iban|swift code|bic code)\b/,
  /\b(?:bank|account|payment)(?: account)? (?:details|information|number)s?\b.{0,40}\b(?:changed?|changing|new|updated?|different|amended|replaced?|below|following|are)\b/,
  /\b(?:changed?|changing|new|updated?|different|amended|replacement|correct)\b.{0,30}\b(?:bank|banks|banking|bank accounts?|accounts?|payment details)\b(?! holiday)/,
  /\b(?:our|my) (?:new )?bank (?:account|details)\b/,
  /\b(?:account|acc|a\/c) ?(?:number|no\.?)\b.{0,20}\d{6,}/,
  /\b(?:pay|send|transfer|wire|remit)\b.{0,60}\b(?:account (?:below|details)|(?:following|this|another|other) account)\b/,
];

/**
 * Patterns of a sort code and of an account number, and the maximum distance between them in
 * characters.
 */
const SORT_CODE = /(?<![\d-])\d\d([ -])\d\d\1\d\d(?![\d-])/;
const ACCOUNT = /(?<!\d)\d{4} ?\d{4}(?!\d)/;
const NEAR = 80;

/** Returns true if a text mentions or contains bank details. */
export function mentionsBankDetails(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\s:=#]+/g, " ");
  const small = plain.toLowerCase();
  return WORDS.some((words) => words.test(small)) || hasAccount(plain) || hasIban(plain);
}

function hasAccount(text: string) {
  return Array.from(text.matchAll(new RegExp(SORT_CODE, "g"))).some(({ 0: code, index }) => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    const after = text.slice(index + code.length, index + code.length + NEAR);
    return ACCOUNT.test(before) || ACCOUNT.test(after);
  });
}

/** Lengths of IBANs by country code, for the Single Euro Payments Area. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24 },
  ...{ FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21 },
  ...{ LT: 20, LU: 20, LV: 21, MC: 27, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24 },
  ...{ SI: 19, SK: 24, SM: 27 },
};

function hasIban(text: string) {
  const found = text.matchAll(
    /(?<![A-Za-z\d])[A-Za-z]{2}\d\d(?:[ -]?[A-Za-z\d]{4}){2,7}(?:[ -]?[A-Za-z\d]{1,3})?/g,
  );
  return Array.from(found).some(({ 0: grouped }) => {
    const letters = grouped.replace(/[ -]/g, "").toUpperCase();
    // Cut the text at the length of an IBAN, because the text after it may look like part of the
    // IBAN.
    const iban = letters.slice(0, IBAN_LENGTHS[letters.slice(0, 2)] ?? 0);
    return iban.length === IBAN_LENGTHS[iban.slice(0, 2)] && fitsCheckDigits(iban);
  });
}

function fitsCheckDigits(iban: string) {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (letter) =>
    Number.parseInt(letter, 36),
  );
  return BigInt(digits.join("")) % 97n === 1n;
}
