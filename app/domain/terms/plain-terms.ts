import { type LegalDocument, numberSections } from "./document.ts";

/** A legal document without links, for a letter or for paper: every paragraph with its number. */
export type PlainTerms = {
  title: string;
  version: string;
  parts: {
    title: string;
    sections: {
      title: string;
      paragraphs: { heading?: string; text: string; items: string[] }[];
    }[];
  }[];
};

/**
 * Writes a legal document out.
 *
 * @param names what stands for a name in braces: "support email". A clause stands for itself, by its number; what has no
 *   other words keeps its name.
 */
export function writeOut(document: LegalDocument, names: Record<string, string>): PlainTerms {
  const parts = numberSections(document);
  const numbers = new Map(
    parts.flatMap(({ sections }) => sections.map(({ anchor, number }) => [anchor, number])),
  );
  const words = (text: string) =>
    text.replace(/\{([^}]+)\}/g, (_, name: string) => {
      const [noun = "", anchor] = name.split(" #");
      return anchor ? `${noun} ${numbers.get(anchor) ?? ""}` : (names[name] ?? name);
    });
  return {
    title: document.title,
    version: document.version ?? "",
    parts: parts.map(({ title = "", sections }) => ({
      title,
      sections: sections.map((section) => {
        let paragraph = 0;
        let heading: string | undefined;
        return {
          title: `${section.number}. ${section.title}`,
          paragraphs: section.blocks.flatMap((block) => {
            if (typeof block === "object" && "heading" in block) {
              heading = block.heading;
              return [];
            }
            const { text, items } = typeof block === "string" ? { text: block, items: [] } : block;
            const written = {
              ...(heading && { heading }),
              text: `${section.number}.${++paragraph} ${words(text)}`,
              items: items.map((item, index) => `(${letter(index)}) ${words(item)}`),
            };
            heading = undefined;
            return [written];
          }),
        };
      }),
    })),
  };
}

function letter(index: number) {
  return String.fromCharCode("a".charCodeAt(0) + index);
}
