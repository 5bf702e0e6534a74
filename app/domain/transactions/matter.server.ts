import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import type { Db } from "#db/connection.ts";

/** Returns one error for a missing matter and for one without access (AMB-A10, K-020). */
export function transactionNotFound(): NotFoundError {
  return new NotFoundError("Transaction not found");
}

/** Returns the error for a missing group of transactions (P-063). */
export function groupNotFound(): NotFoundError {
  return new NotFoundError("Transaction group not found");
}

/**
 * Rejects a malformed id from a URL, which the database would report as a server error.
 * @throws NotFoundError for a malformed id
 */
export function requireTransactionId(id: string): void {
  if (!isObjectId(id)) throw transactionNotFound();
}

/** A matter locked against concurrent changes by staff. */

export type LockedMatter = Awaited<ReturnType<typeof lockMatters>>[number];

/**
 * Locks a matter, or every matter of a group, until the transaction ends. Locking in the order of
 * ids prevents deadlocks. A buyer can still join; a save by the seller waits.
 * @returns the current matters; none for an unknown or malformed id
 */
export async function lockMatters(trx: Db, by: "id" | "group_id", id: string) {
  if (!isObjectId(id)) return [];
  return trx
    .selectFrom("transactions")
    .select(["id", "estate_agent_id", "seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .where(by, "=", id)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks one matter, as lockMatters. @throws NotFoundError */
export async function lockMatter(trx: Db, id: string): Promise<LockedMatter> {
  const [matter] = await lockMatters(trx, "id", id);
  if (!matter) throw transactionNotFound();
  return matter;
}
