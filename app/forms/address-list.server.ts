import { findAddresses, type Suggestion } from "#app/clients/loqate.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { withTimeout } from "#app/with-timeout.ts";

/** What a person looks for. */
export type Asked = { query: string; country: string; container?: string | undefined };

type Listed = {
  suggestions: Suggestion[];
  /** What is open, if something is. */
  container?: string | undefined;
};

/** How deep containers stand in one another: a postcode, a building, its flats. */
const MAX_LEVELS = 3;

/**
 * Addresses, and containers of them. One container that is alone opens by itself: there is nothing to choose.
 *
 * @throws VendorError when nothing is found because of the vendor; Error when a page cannot wait for it
 */
export function listAddresses(asked: Asked): Promise<Listed> {
  return withTimeout(openAlone(asked, MAX_LEVELS));
}

async function openAlone(asked: Asked, levels: number): Promise<Listed> {
  const suggestions = await findAddresses(asked);
  const [only, ...others] = suggestions;
  const found = { suggestions, container: asked.container };
  if (!only || only.type === "Address" || others.length > 0 || levels === 1) return found;
  const inside = await nullIfFailed(
    openAlone({ ...asked, container: only.id }, levels - 1),
    SEARCH_FAILED,
  );
  return inside && inside.suggestions.length > 0 ? inside : found;
}

/** What a failure is reported as. To the visitor it looks like an unknown address (C-080). */
export const SEARCH_FAILED = { severity: "warning", what: "address search" } as const;
