import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

/**
 * Returns the error for a missing matter. It is the same if the reader has no access (AMB-A10,
 * K-020).
 */
export function transactionNotFound(): NotFoundError {
  return new NotFoundError("Transaction not found");
}

/** Returns the error for a missing group of transactions (P-063). */
export function groupNotFound(): NotFoundError {
  return new NotFoundError("Transaction group not found");
}

/** Rejects a malformed id, which would be a server error in the database. @throws NotFoundError */
export function requireTransactionId(id: string): void {
  if (!isObjectId(id)) throw transactionNotFound();
}

export type LockedMatter = Awaited<ReturnType<typeof lockMatters>>[number];

/**
 * Locks a matter, or those of a group, until the transaction ends. Locks in order, to avoid
 * deadlocks. A buyer can still join, but a save by the seller waits.
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

/**
 * Locks one matter, like lockMatters.
 * @throws NotFoundError
 */
export async function lockMatter(trx: Db, id: string): Promise<LockedMatter> {
  const [matter] = await lockMatters(trx, "id", id);
  if (!matter) throw transactionNotFound();
  return matter;
}
