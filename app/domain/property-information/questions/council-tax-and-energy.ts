import type { Question } from "../question-type.ts";
import { ifYes } from "./conditions.ts";

const BANDS = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
const RATINGS = ["A", "B", "C", "D", "E", "F", "G"];

/** Questions about council tax. */
export const COUNCIL_TAX: readonly Question[] = [
  {
    id: "council_tax_band",
    section: "council_tax",
    label: "Council tax band",
    words: "Which council tax band is the home in?",
    hint: "The band is on your council tax bill.",
    kind: "choice",
    options: [
      ...BANDS.map((value) => ({ value, label: value })),
      { value: "Not banded", label: "It has no band" },
    ],
    pdtf: "councilTax/councilTaxBand",
  },
  {
    id: "council_tax_amount",
    section: "council_tax",
    label: "Council tax bill",
    words: "How much is the council tax a year?",
    hint: "Enter the amount for the whole year, before any discount.",
    kind: "pence",
    optional: true,
    pdtf: "councilTax/councilTaxAnnualCharge",
  },
  {
    id: "council_tax_alterations",
    section: "council_tax",
    label: "Work that may change the band",
    words: "Has the home been made bigger since its band was set?",
    hint: "For example by an extension or a converted loft.",
    kind: "yes_no",
    pdtf: "councilTax/councilTaxAffectingAlterations/yesNo",
  },
  {
    id: "council_tax_alterations_details",
    section: "council_tax",
    label: "Details of the work that may change the band",
    words: "What was added, and in which year?",
    kind: "text",
    when: [ifYes("council_tax_alterations")],
    pdtf: "councilTax/councilTaxAffectingAlterations/details",
  },
];

/** Questions about the energy certificate. */
export const ENERGY_CERTIFICATE: readonly Question[] = [
  {
    id: "energy_rating",
    section: "energy_certificate",
    label: "Energy rating",
    words: "Which rating is on the energy certificate?",
    hint: "The certificate is also called an EPC. Its rating is a letter from A to G.",
    kind: "choice",
    options: [
      ...RATINGS.map((value) => ({ value, label: value })),
      { value: "Survey Instructed", label: "A new certificate has been ordered" },
      { value: "No Certificate", label: "There’s no certificate yet" },
      { value: "Exempt Property", label: "The home doesn’t need one" },
    ],
    pdtf: "energyEfficiency/certificate/currentEnergyRating",
    requests: [{ kind: "energy_certificate", is: RATINGS }],
  },
  {
    id: "energy_certificate_year",
    section: "energy_certificate",
    label: "Year of the energy certificate",
    words: "In which year was the certificate issued?",
    kind: "year",
    when: [{ question: "energy_rating", is: RATINGS }],
  },
  {
    id: "energy_changes",
    section: "energy_certificate",
    label: "Changes since the energy certificate",
    words: "Has anything changed since then that affects the rating?",
    hint: "For example a new boiler, new windows or more insulation.",
    kind: "yes_no",
    when: [{ question: "energy_rating", is: RATINGS }],
  },
  {
    id: "energy_changes_details",
    section: "energy_certificate",
    label: "Details of these changes",
    words: "What changed, and in which year?",
    kind: "text",
    when: [ifYes("energy_changes")],
  },
];
