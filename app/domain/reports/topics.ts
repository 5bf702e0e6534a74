/** What a buyer's solicitor looks for in search results, and how bad it is: the one list of both writers. */

export type Severity = "critical" | "significant";

type Topic = { label: string; severity: Severity; says: RegExp };

/** `says` finds a sentence that speaks of it; whether the sentence denies it is looked at afterwards. */
export const TOPICS = {
  contaminated_land: {
    label: "Contaminated land",
    severity: "critical",
    says: /\b(?:contaminated land|(?:may|might|is likely to) be contaminated|former (?:gas ?works|landfill|tannery|petrol station))\b/i,
  },
  enforcement_notice: {
    label: "Planning enforcement",
    severity: "critical",
    says: /\b(?:enforcement notice|stop notice|breach of condition notice)\b/i,
  },
  compulsory_purchase: {
    label: "Compulsory purchase",
    severity: "critical",
    says: /\bcompulsory purchase\b/i,
  },
  foul_drainage: {
    label: "No public foul drainage",
    severity: "critical",
    says: /\bfoul water (?:does not drain|is not connected)\b/i,
  },
  flood_zone: {
    label: "High flood risk",
    severity: "critical",
    says: /\b(?:flood zone 3|high risk of flooding)\b/i,
  },
  flooding: {
    label: "Flooding",
    severity: "significant",
    says: /\b(?:surface water|river|coastal|groundwater) flooding\b|\bflood zone 2\b/i,
  },
  sewer: {
    label: "Public sewer near the building",
    severity: "significant",
    says: /\b(?:public sewer (?:lies |is |runs )?within|build-over agreement)\b/i,
  },
  conservation_area: {
    label: "Conservation area",
    severity: "significant",
    says: /\bconservation area\b/i,
  },
  tree_preservation: {
    label: "Tree preservation order",
    severity: "significant",
    says: /\btree preservation order\b/i,
  },
  listed_building: {
    label: "Listed building",
    severity: "significant",
    says: /\blisted building\b/i,
  },
  unadopted_road: {
    label: "Road that is not adopted",
    severity: "significant",
    says: /\b(?:not adopted|unadopted|access lane is private|private road)\b/i,
  },
  right_of_way: {
    label: "Public right of way",
    severity: "significant",
    says: /\b(?:public footpath|public bridleway|public right of way)\b/i,
  },
  radon: { label: "Radon", severity: "significant", says: /\bradon\b/i },
  mining: {
    label: "Mining and ground stability",
    severity: "significant",
    says: /\b(?:coal mining|mine (?:entry|shaft)|subsidence)\b/i,
  },
  planning_agreement: {
    label: "Planning agreement",
    severity: "significant",
    says: /\b(?:section 106|planning permission (?:was )?refused|article 4 direction)\b/i,
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
