import { londonDay } from "#app/domain/fields/dates.ts";

/**
 * Whether a matter's checks are ordered by hand, with details that staff copy (N-017): it was made before the day on which
 * we changed over. The specification says "after", which would be the other way round (AMB-N02).
 *
 * @param switchover a day in London, "2026-11-22"; null: every matter is of the new scheme
 */
export function usesOldScheme(created_at: Date, switchover: string | null): boolean {
  return switchover !== null && londonDay(created_at) < switchover;
}
