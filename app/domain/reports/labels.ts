/**
 * Topics that search results are examined for, with their severity. Both writers of reports use
 * them.
 */

import type { VendorError, VendorErrorKind } from "#app/clients/vendor-error.ts";
import type { SearchDocument } from "./documents.ts";

type Severity = "critical" | "significant";

type Topic = { label: string; severity: Severity };

export const TOPICS = {
  contaminated_land: { label: "Contaminated land", severity: "critical" },
  enforcement_notice: { label: "Planning enforcement", severity: "critical" },
  compulsory_purchase: { label: "Compulsory purchase", severity: "critical" },
  land_required: { label: "Land required for public purposes", severity: "critical" },
  foul_drainage: { label: "No public foul drainage", severity: "critical" },
  flood_zone: { label: "High flood risk", severity: "critical" },
  flooding: { label: "Flooding", severity: "significant" },
  sewer: { label: "Public sewer near the building", severity: "significant" },
  sewer_flooding: { label: "Sewer flooding", severity: "significant" },
  sustainable_drainage: { label: "Sustainable drainage (SuDS)", severity: "significant" },
  water_supply: { label: "No mains water", severity: "significant" },
  water_pressure: { label: "Low water pressure", severity: "significant" },
  conservation_area: { label: "Conservation area", severity: "significant" },
  tree_preservation: { label: "Tree preservation order", severity: "significant" },
  listed_building: { label: "Listed building", severity: "significant" },
  planning_agreement: { label: "Planning agreement or restriction", severity: "significant" },
  building_regulations: { label: "Breach of building regulations", severity: "significant" },
  statutory_notice: { label: "Statutory notice", severity: "significant" },
  infrastructure_levy: { label: "Community Infrastructure Levy (CIL)", severity: "significant" },
  community_value: { label: "Asset of community value", severity: "significant" },
  financial_charge: { label: "Financial charge", severity: "significant" },
  unadopted_road: { label: "Unadopted road", severity: "significant" },
  transport_scheme: { label: "Road or railway scheme", severity: "significant" },
  right_of_way: { label: "Public right of way", severity: "significant" },
  radon: { label: "Radon", severity: "significant" },
  mining: { label: "Mining and ground stability", severity: "significant" },
  addresses_reader: {
    label: "This document contains text addressed to its reader",
    severity: "significant",
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;

export const TOPIC_NAMES = Object.keys(TOPICS).filter((name): name is TopicName =>
  Object.hasOwn(TOPICS, name),
);

export const MAX_QUOTE = 300;

/** A topic that was found in a search document, with the quote that supports it. */
export type Finding = {
  topic: TopicName;
  document: string;
  page: number;
  quote: string;
};

export function listBySeverity(findings: readonly Finding[], severity: Severity): Finding[] {
  return findings.filter(({ topic }) => TOPICS[topic].severity === severity);
}

/** Risk levels of a report, highest first (O-029). */
type Risk = "high" | "moderate" | "low";

export const RISK_LABELS: Record<Risk, string> = {
  high: "High risk",
  moderate: "Moderate risk",
  // "To be confirmed", because this only means that neither writer found any of the topics.
  low: "Low risk, to be confirmed",
};

/** Author that is stored for a report or summary that was written without a model. */
export const RULES = "Rule-based writer";

const NO_MODEL: Record<VendorErrorKind, string> = {
  timeout: "the model did not respond in time",
  open: "the model has failed several times recently",
  network: "we could not reach the model",
  "4xx": "the model’s provider refused the request",
  "5xx": "the model’s provider has a fault",
  bad_body: "the model’s answer was not in the right format",
  not_configured: "no address is set for the model",
};

/**
 * Returns the author to store for text that was written by rules. If a model was called and failed,
 * the author includes the reason.
 */
export function rulesBecause(failure: Pick<VendorError, "kind" | "code"> | null): string {
  if (!failure) return RULES;
  if (failure.code === "refusal") return `${RULES}: the model refused to answer`;
  if (failure.code === "max_tokens") return `${RULES}: the model’s answer was too long`;
  return `${RULES}: ${NO_MODEL[failure.kind]}`;
}

/** Returns true if a model took part in writing the text. */
export function isByModel(model: string): boolean {
  return !model.startsWith(RULES);
}

/**
 * Returns the author’s label for staff. It contains "AI-generated" if a model took part (AMB-O06).
 */
export function authorLabel(model: string): string {
  if (isByModel(model)) return `AI-generated (${model})`;
  const reason = model.slice(RULES.length + 2);
  return reason ? `Rule-based, because ${reason}` : "Rule-based, not AI-generated";
}

/**
 * Returns the risk level for the findings (O-029). It is never low if a document could not be fully
 * read or was excluded from the report.
 */
export function ratedRisk(
  findings: readonly Finding[],
  documents: readonly Pick<SearchDocument, "read" | "unread_pages">[],
  left_out: readonly LeftOut[] = [],
): Risk {
  if (listBySeverity(findings, "critical").length > 0) return "high";
  const isUnclear =
    left_out.length > 0 ||
    hasUnreadPages(documents) ||
    documents.some(({ read }) => read !== "whole");
  return findings.length > 0 || isUnclear ? "moderate" : "low";
}

/** Text in place of the risk level while some pages have not been checked (IN-2). */
export const NO_RISK_LEVEL = "No risk level: some pages have not been checked";

/**
 * Returns the risk level of a report, or null if it has pages without text that staff have not
 * checked (IN-2).
 */
export function riskLevel(report: {
  overall_risk_rating: Risk;
  content: { documents: readonly Pick<SearchDocument, "unread_pages">[] };
}): Risk | null {
  return hasUnreadPages(report.content.documents) ? null : report.overall_risk_rating;
}

function hasUnreadPages(documents: readonly Pick<SearchDocument, "unread_pages">[]) {
  return documents.some(({ unread_pages }) => unread_pages.length > 0);
}

function pagesText(pages: readonly number[]): string {
  const last = pages.at(-1) ?? "";
  if (pages.length < 2) return `Page ${last}`;
  return `Pages ${pages.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns the warning about pages that have images but no text, or "" if there are none. */
export function unreadPagesText(pages: readonly number[]): string {
  if (pages.length === 0) return "";
  const [verb, scan, them] =
    pages.length === 1 ? ["has", "it is a scan", "it"] : ["have", "they are scans", "them"];
  return `${pagesText(pages)} ${verb} not been read because ${scan} without text. Look at ${them} in the document, then mark ${them} as checked.`;
}

/**
 * Returns the number of issues as text, such as "1 critical and 2 significant issues". If there are
 * none, the text says that the documents still need to be read.
 */
export function issuesText({ critical, significant }: { critical: number; significant: number }) {
  const parts = [
    critical > 0 ? `${critical} critical` : null,
    significant > 0 ? `${significant} significant` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "The documents still need to be read";
  return `${parts.join(" and ")} ${critical + significant === 1 ? "issue" : "issues"}`;
}

export const LOOKED_FOR_TOPICS = TOPIC_NAMES.filter((name) => name !== "addresses_reader").map(
  (name) => TOPICS[name].label,
);

/** Warning in a report without findings, because the documents may still contain issues. */
export const OTHER_WORDS =
  "Issues that are worded differently are not recognised, so someone must read the documents.";

export const LOOKED_FOR = `We looked for: ${LOOKED_FOR_TOPICS.join("; ")}. ${OTHER_WORDS}`;

export const READ_LABELS: Record<SearchDocument["read"], string | null> = {
  whole: null,
  part: "This document is unusually long, so parts of it may not have been read. Check the document itself.",
  none: "This document has not been read because it is a scan without text. Check the document itself.",
  pages:
    "This document has not been read because it has more than 150 pages. Check the document itself.",
  password:
    "This document has not been read because it is password-protected. Ask for a copy without a password.",
  damaged:
    "This document has not been read because it cannot be opened. Check the document itself.",
  limits:
    "This document has not been read because it takes too long or too much memory. Check the document itself.",
  missing:
    "This document has not been read because we do not have it. Get it from the search provider.",
};

type LeftOut = { name: string; by: string };

export function leftOutText({ name, by }: LeftOut): string {
  return `${name}: Excluded from this report by ${by}.`;
}

/**
 * Returns the text about how many of the model’s findings were removed because the documents do not
 * support them.
 */
export function unsupportedText(findings: number): string {
  return findings === 1
    ? "1 finding removed because the documents don’t support it."
    : `${findings} findings removed because the documents don’t support them.`;
}
