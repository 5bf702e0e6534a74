/** What a buyer's solicitor looks for in search results, and how bad it is: the one list of both writers. */

type Severity = "critical" | "significant";

type Topic = { label: string; severity: Severity };

export const TOPICS = {
  contaminated_land: { label: "Contaminated land", severity: "critical" },
  enforcement_notice: { label: "Planning enforcement", severity: "critical" },
  compulsory_purchase: { label: "Compulsory purchase", severity: "critical" },
  land_required: { label: "Land required by an authority", severity: "critical" },
  foul_drainage: { label: "No public foul drainage", severity: "critical" },
  flood_zone: { label: "High flood risk", severity: "critical" },
  flooding: { label: "Flooding", severity: "significant" },
  sewer: { label: "Public sewer near the building", severity: "significant" },
  sewer_flooding: { label: "Flooding from sewers", severity: "significant" },
  sustainable_drainage: { label: "Sustainable drainage (SuDS)", severity: "significant" },
  water_supply: { label: "No mains water", severity: "significant" },
  water_pressure: { label: "Low water pressure", severity: "significant" },
  conservation_area: { label: "Conservation area", severity: "significant" },
  tree_preservation: { label: "Tree preservation order", severity: "significant" },
  listed_building: { label: "Listed building", severity: "significant" },
  planning_agreement: { label: "Planning agreement or restriction", severity: "significant" },
  building_regulations: { label: "Breach of building regulations", severity: "significant" },
  statutory_notice: { label: "Statutory notice", severity: "significant" },
  infrastructure_levy: { label: "Community infrastructure levy", severity: "significant" },
  community_value: { label: "Asset of community value", severity: "significant" },
  financial_charge: { label: "Financial charge", severity: "significant" },
  unadopted_road: { label: "Road that is not adopted", severity: "significant" },
  transport_scheme: { label: "Road or railway scheme", severity: "significant" },
  right_of_way: { label: "Public right of way", severity: "significant" },
  radon: { label: "Radon", severity: "significant" },
  mining: { label: "Mining and ground stability", severity: "significant" },
  addresses_reader: {
    label: "This document contains text that addresses its reader",
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
