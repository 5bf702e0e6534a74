import { findAddresses, type Suggestion } from "#app/clients/loqate/client.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";

/** What a person looks for. */
export type Asked = { query: string; country: string; container?: string | undefined };

type Listed = {
  suggestions: Suggestion[];
  /** What is open, if something is. */
  container?: string | undefined;
};

/** How deep containers are nested: a postcode, a building, its flats. */
const MAX_LEVELS = 3;

/**
 * Addresses, and containers of them. A single container is opened, since there is nothing to choose.
 *
 * @throws VendorError when the vendor fails; Error when it takes longer than a page can wait
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

/** How a failure is reported. To the visitor it looks like an unknown address (C-080). */
export const SEARCH_FAILED = { severity: "warning", what: "address search" } as const;
