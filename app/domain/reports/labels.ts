import type { VendorError, VendorErrorKind } from "#app/clients/vendor-error.ts";
import type { SearchDocument } from "./documents.ts";

/** What a buyer's solicitor looks for in search results, and how bad it is: the one list of both writers. */

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

/** Of the words of a document, as many as a finding quotes: enough to be recognised. */
export const MAX_QUOTE = 300;

/** Something that stands in a search document, with the words in which it does. */
export type Finding = {
  topic: TopicName;
  /** The search, as staff call it. */
  document: string;
  page: number;
  quote: string;
};

export function listBySeverity(findings: readonly Finding[], severity: Severity): Finding[] {
  return findings.filter(({ topic }) => TOPICS[topic].severity === severity);
}

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
  timeout: "the model did not respond in time",
  open: "the model has failed several times recently",
  network: "we could not reach the model",
  "4xx": "the model’s provider refused the request",
  "5xx": "the model’s provider has a fault",
  bad_body: "the model’s answer was not in the right format",
  not_configured: "no address is set for the model",
};

/** Who has written it, as it is kept, where a model was asked and did not answer. */
export function rulesBecause(failure: Pick<VendorError, "kind" | "code"> | null): string {
  if (!failure) return RULES;
  if (failure.code === "refusal") return `${RULES}: the model refused to answer`;
  if (failure.code === "max_tokens") return `${RULES}: the model’s answer was too long`;
  return `${RULES}: ${NO_MODEL[failure.kind]}`;
}

/** Whether a model had a hand in what is kept. */
export function isByModel(model: string): boolean {
  return !model.startsWith(RULES);
}

/** "AI-generated" for what a model has had a hand in (AMB-O06). */
export function authorLabel(model: string): string {
  if (isByModel(model)) return `AI-generated (${model})`;
  const reason = model.slice(RULES.length + 2);
  return reason ? `Rule-based, because ${reason}` : "Rule-based, not AI-generated";
}

/**
 * How much risk the documents speak of (O-029). Ours alone: no writer can say it. A document that cannot be read, or is
 * left out, is never a low risk.
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

/** What stands in place of a level while nobody has seen a page (IN-2). */
export const NO_RISK_LEVEL = "No risk level: some pages have not been checked";

/** The level of a report in words; null while a page has been read by no program and looked at by no one (IN-2). */
export function riskLevel(report: {
  overall_risk_rating: Risk;
  content: { documents: readonly Pick<SearchDocument, "unread_pages">[] };
}): Risk | null {
  return hasUnreadPages(report.content.documents) ? null : report.overall_risk_rating;
}

function hasUnreadPages(documents: readonly Pick<SearchDocument, "unread_pages">[]) {
  return documents.some(({ unread_pages }) => unread_pages.length > 0);
}

/** "Page 2", "Pages 2, 3 and 5". */
function pagesText(pages: readonly number[]): string {
  const last = pages.at(-1) ?? "";
  if (pages.length < 2) return `Page ${last}`;
  return `Pages ${pages.slice(0, -1).join(", ")} and ${last}`;
}

/** What is said of pages that show something and have no text; "" of none. */
export function unreadPagesText(pages: readonly number[]): string {
  if (pages.length === 0) return "";
  const [verb, scan, them] =
    pages.length === 1 ? ["has", "it is a scan", "it"] : ["have", "they are scans", "them"];
  return `${pagesText(pages)} ${verb} not been read because ${scan} without text. Look at ${them} in the document, then mark ${them} as checked.`;
}

/** "1 critical and 2 significant issues"; without any, what there is to do. */
export function issuesText({ critical, significant }: { critical: number; significant: number }) {
  const parts = [
    critical > 0 ? `${critical} critical` : null,
    significant > 0 ? `${significant} significant` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "The documents still need to be read";
  return `${parts.join(" and ")} ${critical + significant === 1 ? "issue" : "issues"}`;
}

/** The topics that a report’s writers look for, in words. */
export const LOOKED_FOR_TOPICS = TOPIC_NAMES.filter((name) => name !== "addresses_reader").map(
  (name) => TOPICS[name].label,
);

/** The warning of a report without findings, which is not to say that there is nothing. */
export const OTHER_WORDS =
  "Issues that are worded differently are not recognised, so someone must read the documents.";

/** What a report without findings says, in one paragraph. */
export const LOOKED_FOR = `We looked for: ${LOOKED_FOR_TOPICS.join("; ")}. ${OTHER_WORDS}`;

/** What is said of a document that was not read from end to end. */
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

/** A document that staff have left out of a report, and which of them, by name. */
type LeftOut = { name: string; by: string };

export function leftOutText({ name, by }: LeftOut): string {
  return `${name}: Excluded from this report by ${by}.`;
}

/** Says how many findings of the model were removed because its quotes do not bear them out. */
export function unsupportedText(findings: number): string {
  return findings === 1
    ? "1 finding removed because the documents don’t support it."
    : `${findings} findings removed because the documents don’t support them.`;
}
