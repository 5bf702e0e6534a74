/**
 * Content of a legal page, rendered by routes/legal/legal-page.tsx. Names in braces become links:
 * {privacy policy}, {cookie policy}, {seller terms}, {buyer terms}, {contact form}, {Equality
 * Advisory and Support Service}, {support email}, {telephone}, {company}, and {clause #anchor} for
 * a section, shown with its number.
 */

/** A numbered paragraph (9.2), optionally with lettered items, or a heading between paragraphs. */
export type Block = string | { text: string; items: readonly string[] } | { heading: string };

export type Section = {
  /** Id for links. It must not change after it has been published. */
  anchor: string;
  title: string;
  blocks: readonly Block[];
};

export type Part = { title?: string; sections: readonly Section[] };

export type LegalDocument = {
  title: string;
  /** Line under the title, verbatim (H-016, H-079). */
  version?: string;
  /** Header theme: dark for terms, light for policies (AMB-H06). */
  theme: "light" | "dark";
  parts: readonly Part[];
};

export type NumberedSection = Section & { number: number };

/** Numbers the sections across all parts of the document. */
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
