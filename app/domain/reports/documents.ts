/**
 * Maximum number of characters of one page. It prevents an overlong page from leaving no room for
 * the others.
 */
const MAX_OF_PAGE = 20_000;
const MAX_FOR_MODEL = 80_000;

export type SearchDocument = {
  /** Name of the search that the document is the result of, in the form that staff see. */
  name: string;
  pages: string[];
  /** Numbers of pages with an image but no text, such as scans (IN-2). */
  unread_pages: number[];
  read: (typeof READ)[number];
};

/**
 * Extent to which a document’s text could be read: "whole", "part", or "none" for a scan without
 * text. All other values are reasons why a document could not be read.
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

/** Converts text to one line, without control, invisible or bidirectional characters. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/**
 * Builds a document from the text of its pages, and truncates long pages. Null means a page with an
 * image but no text.
 */
export function searchDocument(name: string, found: readonly (string | null)[]): SearchDocument {
  const unread_pages = found.flatMap((text, index) => (text === null ? index + 1 : []));
  const pageTexts = found.map((text) => text ?? "");
  // Truncate the text first, because normalising a page of a gigabyte would be slow.
  const plain = pageTexts.map((text) => plainText(text.slice(0, 2 * MAX_OF_PAGE)));
  const pages = plain.map((text) => text.slice(0, MAX_OF_PAGE));
  const isCut =
    pageTexts.some((text) => text.length > 2 * MAX_OF_PAGE) ||
    plain.some((text) => text.length > MAX_OF_PAGE) ||
    lengthOf(pages) > MAX_FOR_MODEL;
  const read = lengthOf(pages) === 0 ? "none" : isCut ? "part" : "whole";
  return { name, pages, unread_pages, read };
}

/** Builds the document for a file that could not be read, with the reason why. */
export function unreadDocument(
  name: string,
  read: Exclude<SearchDocument["read"], "whole" | "part" | "none">,
): SearchDocument {
  return { name, pages: [], unread_pages: [], read };
}

/** Returns the first pages of a document, as many as the model’s limit allows. */
export function pagesForModel({ pages }: SearchDocument): string[] {
  let left = MAX_FOR_MODEL;
  const tooMuch = pages.findIndex((page) => (left -= page.length) < 0);
  return tooMuch === -1 ? pages : pages.slice(0, tooMuch);
}

function lengthOf(pages: readonly string[]) {
  return pages.reduce((sum, page) => sum + page.length, 0);
}
