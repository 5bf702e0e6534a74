import { findAddresses, type Suggestion } from "#app/clients/loqate/client.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";

export type AddressQuery = { query: string; country: string; container?: string | undefined };

type Listed = {
  suggestions: Suggestion[];
  container?: string | undefined;
};

/**
 * Number of levels of containers to open: a postcode, a building in it, the flats in the building.
 */
const MAX_LEVELS = 3;

/**
 * Lists addresses and containers. If the only result is a container, lists its contents instead.
 * @throws {VendorError} or a timeout
 */
export function listAddresses(asked: AddressQuery): Promise<Listed> {
  return withTimeout(openAlone(asked, MAX_LEVELS));
}

async function openAlone(asked: AddressQuery, levels: number): Promise<Listed> {
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

/** Report of a failed search. The visitor gets the message for an unknown address (C-080). */
export const SEARCH_FAILED = { severity: "warning", what: "address search" } as const;
