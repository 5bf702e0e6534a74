/** Sellers who have not confirmed the answers about the home, although another seller has. */

import { service } from "#app/domain/readers/service.ts";
import { firstNames } from "#app/domain/transactions/customer-progress.ts";
import type { Db } from "#db/connection.ts";
import {
  isConfirmedBy,
  type PropertyInformation,
  readPropertyInformation,
} from "./read-property-information.server.ts";
import { sectionsLeft } from "./section-progress.ts";

/**
 * Returns the first names of the sellers who still need to confirm, such as "Tom", for a seller who
 * has confirmed. Null if the reader still needs to, or if all have.
 */
export function confirmersLeft(info: PropertyInformation, user_id: string): string | null {
  if (info.confirmed_at !== null || !isConfirmedBy(info, user_id)) return null;
  if (sectionsLeft(info) > 0) return null;
  const left = info.sellers.filter(({ has_confirmed }) => !has_confirmed);
  return left.length > 0 ? firstNames(left) : null;
}

/** Returns the same as confirmersLeft, for the emails to a seller. @throws NotFoundError */
export async function readConfirmersLeft(
  db: Db,
  { transaction_id, user_id }: { transaction_id: string; user_id: string },
): Promise<string | null> {
  return confirmersLeft(await readPropertyInformation(db, service, transaction_id), user_id);
}
