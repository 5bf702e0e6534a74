import { type SectionId, SECTIONS } from "./question-type.ts";

/** Groups of sections, with their headings, in the order of the sections. */
export const SECTION_GROUPS: readonly { title: string; sections: readonly SectionId[] }[] = [
  {
    title: "The home",
    sections: ["building", "ownership", "council_tax", "energy_certificate"],
  },
  {
    title: "Services",
    sections: ["electricity_and_heating", "water_and_drainage", "broadband", "parking"],
  },
  { title: "Work on the home", sections: ["alterations", "guarantees", "condition"] },
  { title: "Around the home", sections: ["boundaries", "flooding", "disputes"] },
  { title: "Moving", sections: ["moving"] },
];

/** The ids of the sections, in order. */
export const SECTION_IDS: readonly SectionId[] = SECTION_GROUPS.flatMap(({ sections }) => sections);

/** Returns the section of a page’s URL, or null. */
export function toSection(text: string): SectionId | null {
  return SECTION_IDS.find((id) => id === text) ?? null;
}

/** Returns a section’s title in the middle of a sentence, such as "alterations and consents". */
export function sectionInSentence(section: SectionId): string {
  const title = SECTIONS[section];
  return title.charAt(0).toLowerCase() + title.slice(1);
}
