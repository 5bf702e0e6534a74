/** The text of search documents, which strangers wrote: made harmless to look at, and no more than that. */

/** Of one page: so a page that is stuffed with text keeps none of the others from being read. */
const MAX_OF_PAGE = 20_000;
/** Of one document, as much as a model is given. */
const MAX_FOR_MODEL = 80_000;

export type SearchDocument = {
  /** The search, as staff call it. */
  name: string;
  /** The text of each page. */
  pages: string[];
  /** The numbers of the pages that show something, as a scan does, and have no text (IN-2). */
  unread_pages: number[];
  read: (typeof READ)[number];
};

/**
 * How much of a document could be read. A scanned picture has no text: `none`. The others are the reasons for which it
 * could not be read at all.
 */
export const READ = [
  "whole",
  "part",
  "none",
  "pages",
  "password",
  "damaged",
  "limits",
  "missing",
] as const;

/**
 * One line of plain text: without control characters and without those that no one sees or that turn the direction of
 * writing, by which a text can read otherwise than it looks.
 */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** A document from the text of its pages, each cut to what is read of one; null for a page without text that shows something. */
export function searchDocument(name: string, found: readonly (string | null)[]): SearchDocument {
  const unread_pages = found.flatMap((text, index) => (text === null ? index + 1 : []));
  const pageTexts = found.map((text) => text ?? "");
  // Cut before it is looked at, too: a page of a gigabyte is not made plain first.
  const plain = pageTexts.map((text) => plainText(text.slice(0, 2 * MAX_OF_PAGE)));
  const pages = plain.map((text) => text.slice(0, MAX_OF_PAGE));
  const isCut =
    pageTexts.some((text) => text.length > 2 * MAX_OF_PAGE) ||
    plain.some((text) => text.length > MAX_OF_PAGE) ||
    lengthOf(pages) > MAX_FOR_MODEL;
  const read = lengthOf(pages) === 0 ? "none" : isCut ? "part" : "whole";
  return { name, pages, unread_pages, read };
}

/** A document that could not be read, and why. */
export function unreadDocument(
  name: string,
  read: Exclude<SearchDocument["read"], "whole" | "part" | "none">,
): SearchDocument {
  return { name, pages: [], unread_pages: [], read };
}

/** The first pages of a document, as many as a model is given. */
export function pagesForModel({ pages }: SearchDocument): string[] {
  let left = MAX_FOR_MODEL;
  const tooMuch = pages.findIndex((page) => (left -= page.length) < 0);
  return tooMuch === -1 ? pages : pages.slice(0, tooMuch);
}

function lengthOf(pages: readonly string[]) {
  return pages.reduce((sum, page) => sum + page.length, 0);
}
