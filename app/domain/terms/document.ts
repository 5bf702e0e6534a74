/**
 * Types of the content of legal pages, which routes/legal/legal-page.tsx renders. Names in braces
 * become links: {privacy policy}, {cookie policy}, {seller terms}, {buyer terms}, {contact form},
 * {Equality Advisory and Support Service}, {support email}, {telephone} and {company}. {clause
 * #anchor} becomes a link to the section with that anchor and shows its number.
 */

/**
 * A numbered paragraph, such as 9.2, which may have lettered items; or a heading between
 * paragraphs.
 */
export type Block = string | { text: string; items: readonly string[] } | { heading: string };

export type Section = {
  /** Id that links use. It must not change after the document has been published. */
  anchor: string;
  title: string;
  blocks: readonly Block[];
};

export type Part = { title?: string; sections: readonly Section[] };

export type LegalDocument = {
  title: string;
  /** Line under the title, in the words of the specification (H-016, H-079). */
  version?: string;
  /** Theme of the page’s header: dark for terms, light for policies (AMB-H06). */
  theme: "light" | "dark";
  parts: readonly Part[];
};

export type NumberedSection = Section & { number: number };

/** Numbers the sections of a document. The numbers continue across its parts. */
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
