/**
 * Results of Postmark's checks of an email's sender. Postmark writes them into headers above its
 * own Received line; the sender controls the headers below it
 * (postmarkapp.com/developer/webhooks/inbound-webhook,
 * docs/decisions/a-sender-is-proved-by-postmark.md).
 */

/** Results of the SPF check, from best to worst. */
const SPF_RESULTS = [
  "pass",
  "none",
  "neutral",
  "temperror",
  "permerror",
  "softfail",
  "fail",
] as const;
type SpfResult = (typeof SPF_RESULTS)[number];

export type SenderChecks = {
  found: boolean;
  spf: SpfResult | null;
  spf_domain: string | null;
  /**
   * "pass" if the domain of the From address signed the email; "other_domain" if only a different
   * domain did.
   */
  dkim: "pass" | "other_domain" | "none" | "fail" | null;
  dmarc: "pass" | "fail" | null;
  spam_score: number | null;
  is_spam: boolean;
};

type Header = { Name: string; Value: string };

const NOTHING_FOUND: SenderChecks = {
  found: false,
  spf: null,
  spf_domain: null,
  dkim: null,
  dmarc: null,
  spam_score: null,
  is_spam: false,
};

export function readSenderChecks(headers: readonly Header[]): SenderChecks {
  const taken_in = headers.findIndex(isTakenIn);
  if (taken_in === -1) return NOTHING_FOUND;
  const valuesOf = (name: string) =>
    headers
      .slice(0, taken_in)
      .filter(({ Name }) => Name.toLowerCase() === name)
      .map(({ Value }) => Value.trim());
  const tests = new Set(valuesOf("x-spam-tests").flatMap((value) => value.split(/[\s,]+/)));
  const scores = valuesOf("x-spam-score").map(Number).filter(Number.isFinite);
  return {
    found: true,
    spf: readSpf(valuesOf("received-spf"), tests),
    spf_domain: domainOf(valuesOf("return-path")[0] ?? ""),
    dkim: readDkim(tests),
    dmarc: readDmarc(valuesOf("authentication-results"), tests),
    spam_score: scores.length > 0 ? Math.max(...scores) : null,
    is_spam: valuesOf("x-spam-status").some((value) => /^yes\b/i.test(value)),
  };
}

/**
 * Returns true for the Received line that Postmark adds. Callers take the first such line, because
 * a sender's forged copy would be below it.
 */
function isTakenIn({ Name, Value }: Header) {
  return (
    Name.toLowerCase() === "received" &&
    /^from\s/i.test(Value) &&
    /\sby\s+[\w-]+(?:\.[\w-]+)*\.inbound\.postmarkapp\.com\s/i.test(Value)
  );
}

/**
 * Returns the worst result of the SPF check. Reads only the first word of each header, because the
 * sender can influence the rest.
 */
function readSpf(values: readonly string[], tests: ReadonlySet<string>): SpfResult | null {
  const results = new Set([
    ...values.map((value) => /^\w+/.exec(value)?.[0].toLowerCase()),
    ...[...tests].map((test) => /^SPF_(\w+)$/.exec(test)?.[1]?.toLowerCase()),
  ]);
  return SPF_RESULTS.findLast((result) => results.has(result)) ?? null;
}

/**
 * Returns the domain of a return path: the part after the last "@". The part before it may contain
 * anything, even another "@".
 */
function domainOf(return_path: string) {
  return /@([a-z\d.-]+)>?$/i.exec(return_path)?.[1]?.toLowerCase() ?? null;
}

function readDkim(tests: ReadonlySet<string>): SenderChecks["dkim"] {
  if (tests.size === 0) return null;
  if (tests.has("DKIM_VALID_AU")) return "pass";
  if (tests.has("DKIM_VALID")) return "other_domain";
  return tests.has("DKIM_SIGNED") || tests.has("DKIM_INVALID") ? "fail" : "none";
}

/**
 * Returns the result of the DMARC checks: "fail" if any of them failed, even if others passed; null
 * if there was no check.
 */
function readDmarc(values: readonly string[], tests: ReadonlySet<string>): SenderChecks["dmarc"] {
  const results = [
    ...values.flatMap((value) => Array.from(value.matchAll(/\bdmarc=(\w+)/gi), ([, word]) => word)),
    ...[...tests].map((test) => /^(?:KAM_)?DMARC_(\w+)$/.exec(test)?.[1]),
  ].map((word) => word?.toLowerCase() ?? "");
  if (results.some((word) => /^(?:fail|reject|quar|quarantine|none)/.test(word))) return "fail";
  return results.includes("pass") ? "pass" : null;
}
