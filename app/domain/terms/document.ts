/**
 * What a legal page says, as data; routes/legal/legal-page.tsx shows it.
 *
 * In the texts, a name in braces is a link: {privacy policy}, {cookie policy}, {seller terms}, {buyer terms},
 * {contact form}, {Equality Advisory and Support Service}, {support email}, {telephone}, {company} for who we are, and
 * {clause #anchor} for another section of the same document, which is shown with its number.
 */

/** A paragraph is numbered (9.2); what it lists is lettered; a heading stands between paragraphs. */
export type Block = string | { text: string; items: readonly string[] } | { heading: string };

export type Section = {
  /** The id of the section, for links from inside and outside. It never changes once published. */
  anchor: string;
  title: string;
  blocks: readonly Block[];
};

export type Part = { title?: string; sections: readonly Section[] };

export type LegalDocument = {
  title: string;
  /** The line under the title, exact (H-016, H-079). */
  version?: string;
  /** The navigation header: dark over the terms, light over the policies (AMB-H06). */
  theme: "light" | "dark";
  parts: readonly Part[];
};

export type NumberedSection = Section & { number: number };

/** The parts with their sections numbered through the whole document. */
export function numberSections({ parts }: LegalDocument): {
  title?: string;
  sections: NumberedSection[];
}[] {
  let number = 0;
  return parts.map((part) => ({
    ...part,
    sections: part.sections.map((section) => ({ ...section, number: ++number })),
  }));
}
