import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

/**
 * Returns the error for a matter that does not exist. A matter that the reader has no access to
 * gets the same error (AMB-A10, K-020).
 */
export function transactionNotFound(): NotFoundError {
  return new NotFoundError("Transaction not found");
}

/** Returns the error for a group that does not exist (P-063). */
export function groupNotFound(): NotFoundError {
  return new NotFoundError("Transaction group not found");
}

/**
 * Throws if an id is malformed. In a query, the id would cause a server error.
 * @throws NotFoundError
 */
export function requireTransactionId(id: string): void {
  if (!isObjectId(id)) throw transactionNotFound();
}

export type LockedMatter = Awaited<ReturnType<typeof lockMatters>>[number];

/**
 * Locks a matter, or all matters of a group, until the database transaction ends. The matters are
 * locked in the order of their ids, to avoid deadlocks. A buyer can still start a purchase, but a
 * seller who saves must wait.
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

/** Locks one matter, as lockMatters does. @throws NotFoundError */
export async function lockMatter(trx: Db, id: string): Promise<LockedMatter> {
  const [matter] = await lockMatters(trx, "id", id);
  if (!matter) throw transactionNotFound();
  return matter;
}
