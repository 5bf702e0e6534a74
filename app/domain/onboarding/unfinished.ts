import { ChangedElsewhereError, ConflictError } from "#app/domain/errors.ts";

/**
 * Comes before a customer's change of a sale or a purchase, which is locked and has been read since.
 *
 * @param version that the answers were typed for; without one they are saved whatever is there
 * @throws ConflictError once it is complete (AMB-C15); ChangedElsewhereError when it has another version by now
 */
export function requireUnfinished(
  noun: "sale" | "purchase",
  now: { complete: boolean; version: number },
  version: number | undefined,
): void {
  if (now.complete) {
    throw new ConflictError(`This ${noun} is complete. Please contact support to change it`);
  }
  if (version !== undefined && version !== now.version) throw new ChangedElsewhereError();
}
