import { paths } from "#app/paths.ts";
import {
  type Draft,
  keepDraft,
  MOST_SELLERS,
  type OpenProperty,
  workOnSale,
} from "./property-draft.server.ts";

const INTENT = /^sellers\.(?<verb>add|change|remove)(?::(?<index>\d))?$/;

/** Where the list of sellers stands in the page. */
export const SELLERS_ANCHOR = "sellers";

export function sellerListPath(): string {
  return `${paths.sell.aboutTheProperty()}#${SELLERS_ANCHOR}`;
}

/**
 * Answers a button of the list of additional sellers, if one submitted the form: to add or change one leads to a page of
 * its own, which comes back here; the draft has everything else typed.
 *
 * @returns where to go, or null when another button was pressed.
 */
export async function answerSellerList(
  intent: string,
  page: OpenProperty,
  draft: Draft,
): Promise<string | null> {
  const { verb, index } = INTENT.exec(intent)?.groups ?? {};
  if (!verb) return null;
  await workOnSale(page);
  if (verb === "add") {
    return draft.sellers.length < MOST_SELLERS ? paths.sell.addSeller() : sellerListPath();
  }
  const position = Number(index);
  if (!draft.sellers[position]) return sellerListPath();
  if (verb === "change") return paths.sell.editSeller(position + 1);
  await keepDraft(page, { ...draft, sellers: draft.sellers.toSpliced(position, 1) });
  return sellerListPath();
}
