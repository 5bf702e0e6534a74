import type { SenderChecks } from "#app/clients/postmark-sender.ts";

/** Whether an email comes from where it says (docs/decisions/inbound-emails.md): the rules, and the words for them. */

/** Why a sender is not proved, the first that holds. */
export type SenderDoubt = "not_checked" | "several_senders" | "spam" | "dmarc" | "not_signed";

export const SENDER_DOUBTS: Record<SenderDoubt, string> = {
  not_checked: "Nothing was found out of who sent it.",
  several_senders: "It names more than one address as its sender.",
  spam: "It looks like spam.",
  dmarc: "It fails the rules of the domain that it names as its sender’s (DMARC).",
  not_signed:
    "The domain that it names as its sender’s has neither signed nor sent it (DKIM, SPF).",
};

/** SpamAssassin's own limit. */
const SPAM_SCORE = 5;

/**
 * Why it is not proved that an email comes from the address in From; null when it is: signed by the address's own domain,
 * or sent by a server that the domain allows. That says nothing of who else may write from there.
 */
export function doubtSender(email: {
  from_email: string;
  has_other_senders: boolean;
  checks: SenderChecks;
}): SenderDoubt | null {
  const { from_email, has_other_senders, checks } = email;
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

/** Servers of a domain may send under a name below it. */
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

/** "SPF failed, DKIM none, spam score 15": what was found out of a sender; "" for nothing. */
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
