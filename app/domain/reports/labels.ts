import type { VendorError, VendorErrorKind } from "#app/clients/vendor-error.ts";
import type { SearchDocument } from "./documents.ts";
import { type Finding, listBySeverity, TOPIC_NAMES, TOPICS } from "./topics.ts";

/** The words for property search reports, and the one rule of their rating. */

/** O-029, from the worst. */
type Risk = "high" | "moderate" | "low";

export const RISK_LABELS: Record<Risk, string> = {
  high: "High risk",
  moderate: "Moderate risk",
  // Never a verdict: it says no more than that the writers recognised none of their topics.
  low: "Low risk, to be confirmed",
};

/** Who has written a report, or what is known of a matter, when no model has. */
export const RULES = "Rule-based writer";

const NO_MODEL: Record<VendorErrorKind, string> = {
  timeout: "the model did not answer in time",
  open: "the model has failed several times just now",
  network: "the model could not be reached",
  "4xx": "the provider of the model refused the question",
  "5xx": "the provider of the model has a fault",
  bad_body: "the model did not answer as it was asked to",
  not_configured: "the address of the model is not set",
};

/** Who has written it, as it is kept, where a model was asked and did not answer. */
export function rulesBecause(failure: Pick<VendorError, "kind" | "code"> | null): string {
  if (!failure) return RULES;
  if (failure.code === "refusal") return `${RULES}: the model refused to answer`;
  if (failure.code === "max_tokens") return `${RULES}: the model’s answer was too long`;
  return `${RULES}: ${NO_MODEL[failure.kind]}`;
}

/** "AI-generated" for what a model has had a hand in (AMB-O06). */
export function authorLabel(model: string): string {
  if (!model.startsWith(RULES)) return `AI-generated (${model})`;
  const reason = model.slice(RULES.length + 2);
  return reason ? `Written by rules, because ${reason}` : "Written by rules, not by AI";
}

/**
 * How much risk the documents speak of (O-029). Ours alone: no writer can say it. A document that cannot be read, or is
 * left out, is never a low risk.
 */
export function ratedRisk(
  findings: readonly Finding[],
  documents: readonly Pick<SearchDocument, "read">[],
  left_out: readonly LeftOut[] = [],
): Risk {
  if (listBySeverity(findings, "critical").length > 0) return "high";
  const isUnclear = left_out.length > 0 || documents.some(({ read }) => read !== "whole");
  return findings.length > 0 || isUnclear ? "moderate" : "low";
}

/** "1 critical and 2 significant issues"; without any, what there is to do. */
export function issuesText({ critical, significant }: { critical: number; significant: number }) {
  const parts = [
    critical > 0 ? `${critical} critical` : null,
    significant > 0 ? `${significant} significant` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "The documents have to be read";
  return `${parts.join(" and ")} ${critical + significant === 1 ? "issue" : "issues"}`;
}

/** What a report without findings says: what was looked for, and not that there is nothing. */
export const LOOKED_FOR = `We looked for: ${TOPIC_NAMES.filter(
  (name) => name !== "addresses_reader",
)
  .map((name) => TOPICS[name].label)
  .join(
    "; ",
  )}. An issue that is worded in another way is not recognised, so somebody has to read the documents.`;

/** What is said of a document that was not read from end to end. */
export const READ_LABELS: Record<SearchDocument["read"], string | null> = {
  whole: null,
  part: "It is unusually long, and parts of it may not have been read. Look at the document itself.",
  none: "It has not been read. It has no text: it is a scan. Look at the document itself.",
  pages: "It has not been read. It has more than 150 pages. Look at the document itself.",
  password: "It has not been read. It is password-protected. Ask for one that is not.",
  damaged: "It has not been read. It cannot be opened. Look at the document itself.",
  limits:
    "It has not been read. It takes too long or too much memory. Look at the document itself.",
  missing: "It has not been read. We do not have it. Look for it at the provider.",
};

/** A document that staff have left out of a report, and which of them, by name. */
type LeftOut = { name: string; by: string };

export function leftOutText({ name, by }: LeftOut): string {
  return `${name}: Left out of this report by ${by}.`;
}
