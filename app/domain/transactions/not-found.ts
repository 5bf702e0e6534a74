import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";

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
