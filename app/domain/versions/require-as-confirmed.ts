import { ConflictError } from "#app/domain/errors.ts";
import { differingFields, type Version } from "./versions.ts";

/**
 * Comes before what a member of staff was asked to confirm: it is done as they were told that it would be, or not at all.
 *
 * @param now what would be done
 * @param confirmed what the confirmation page said of the same; moments as ISO texts
 * @param what may be otherwise, as a sentence begins: "The buyer, or who is written to,"
 * @throws ConflictError when any of it is otherwise by now
 */
export function requireAsConfirmed(now: Version, confirmed: Version, what: string): void {
  if (differingFields(now, confirmed).length === 0) return;
  throw new ConflictError(`${what} has changed since you were asked. Check it, and confirm again.`);
}
