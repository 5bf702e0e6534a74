import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import type { Db } from "#db/connection.ts";

/** Said of a matter that is not there, and of one that is not the asker's: the two must look alike (AMB-A10, K-020). */
export function transactionNotFound(): NotFoundError {
  return new NotFoundError("Transaction not found");
}

/** Said of a group of transactions that is not there (P-063). */
export function groupNotFound(): NotFoundError {
  return new NotFoundError("Transaction group not found");
}

/**
 * Comes before a query with an id of an address: the database would refuse what is no id as our mistake.
 *
 * @throws NotFoundError "Transaction not found" for what is no id
 */
export function requireTransactionId(id: string): void {
  if (!isObjectId(id)) throw transactionNotFound();
}

/** Members of staff who do something with the same matters do it one after the other. */

export type LockedMatter = Awaited<ReturnType<typeof lockMatters>>[number];

/**
 * Locks the matter with an id, or every matter of a group, until the database's transaction ends: in the order of their
 * ids, so that two who lock several do not wait for each other. A buyer can still join; a save by the seller waits.
 *
 * @returns the matters as they are now; none when there is none, and for what is no id
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
 * Locks one matter, as lockMatters.
 *
 * @throws NotFoundError "Transaction not found", also for what is no id
 */
export async function lockMatter(trx: Db, id: string): Promise<LockedMatter> {
  const [matter] = await lockMatters(trx, "id", id);
  if (!matter) throw transactionNotFound();
  return matter;
}
