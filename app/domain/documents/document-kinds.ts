/**
 * Kinds of documents that rules, answers and staff request. The key is stored in
 * `document_requests.kind`; the title is what customers and staff read.
 */
export const DOCUMENT_KINDS = {
  water_bill: "Water bill",
  plot_plan: "Plot plan",
  title_documents: "Title documents",
  lease: "Lease",
  ground_rent_statement: "Ground rent statement",
  service_charge_statement: "Service charge statement",
  management_pack: "Management pack",
  buildings_insurance: "Buildings insurance",
  energy_certificate: "Energy certificate",
  building_regulations_certificate: "Building regulations certificate",
  planning_permission: "Planning permission",
  window_certificate: "Window or door certificate",
  electrical_certificate: "Electrical certificate",
  gas_certificate: "Gas safety certificate",
  boiler_service_record: "Boiler service record",
  guarantee: "Guarantee",
  damp_guarantee: "Damp or timber guarantee",
  knotweed_plan: "Knotweed management plan",
  tenancy_agreement: "Tenancy agreement",
  listed_building_consent: "Listed building consent",
  freeholder_consent: "Freeholder’s consent",
  solar_panel_agreement: "Solar panel agreement",
  insurance_claim: "Insurance claim documents",
  grant_of_probate: "Grant of probate",
  power_of_attorney: "Power of attorney",
  company_resolution: "Board resolution",
  mortgage_offer: "Mortgage offer",
  proof_of_funds: "Proof of funds",
  gift_letter: "Gift letter signed by each person giving money",
  other: "Another document",
} as const satisfies Record<string, string>;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** Returns the title of a request or document for people, such as "Lease". */
export function documentTitle({ kind, title }: { kind: string; title: string | null }): string {
  if (title) return title;
  return isDocumentKind(kind) ? DOCUMENT_KINDS[kind] : DOCUMENT_KINDS.other;
}

export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_KINDS, kind);
}
