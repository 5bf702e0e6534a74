/**
 * Customers tell us that they have returned their solicitor’s documents. Their answers are stored
 * as events.
 */

import { sql } from "kysely";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isBuyerSql, isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import {
  isBeforeSolicitorsSql,
  selectDocumentsReturned,
} from "#app/domain/transactions/customer-parts.server.ts";
import { selectSolicitor } from "#app/domain/transactions/matter-parts.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * Form about returned documents. `law_firm` is the firm that the page showed, which may no longer
 * act for the customer.
 */
export const ReturnedDocumentsForm = z.object({
  law_firm: z.string(),
  papers: z.enum(["returned", "not_returned"]),
});

/**
 * Records that a customer has, or has not, returned their solicitor’s documents. Idempotent.
 * @throws NotFoundError if the customer has no access to the matter; ConflictError if `law_firm` no
 * longer acts for them
 */
export async function recordDocumentsReturned(
  db: Db,
  target: { transaction_id: string; side: Side; reader: Reader } & z.output<
    typeof ReturnedDocumentsForm
  >,
): Promise<void> {
  const { transaction_id, side, reader, law_firm, papers } = target;
  requireTransactionId(transaction_id);
  await inTransaction(db, async (trx) => {
    // Read twice: the second read sees an event that a concurrent request stored while the first
    // read waited for its lock.
    await lockOwn(trx, target);
    const matter = await lockOwn(trx, target);
    if (matter.solicitor?.law_firm !== law_firm) {
      throw new ConflictError("Your solicitor has changed, so these documents no longer apply");
    }
    const isReturned = matter.returned_at !== null;
    if (isReturned === (papers === "returned")) return;
    await recordEvent(trx, {
      transaction_id,
      ...(matter.purchase_intent_id && { purchase_intent_id: matter.purchase_intent_id }),
      event_name: `papers_${papers}`,
      type: side,
      author: side,
      author_id: reader.id,
      comments: law_firm,
    });
  });
}

/**
 * Lists the customers who have returned the documents of the law firms that act now, earliest
 * first. For staff only.
 */
export async function listDocumentsReturned(db: Db, reader: StaffReader, transaction_id: string) {
  const newest = db
    .selectFrom("events as said")
    .innerJoin("transactions", "transactions.id", "said.transaction_id")
    .innerJoin("users", "users.id", "said.author_id")
    .leftJoin("purchase_intents", "purchase_intents.id", "said.purchase_intent_id")
    .distinctOn(["said.type", "said.author_id"])
    .select(["said.event_name", "said.type as side", "said.date_time", "said.comments as law_firm"])
    .select(["users.id", "users.first_name", "users.middle_name", "users.last_name"])
    .where("said.transaction_id", "=", transaction_id)
    .where("said.event_name", "in", ["papers_returned", "papers_not_returned"])
    .where((eb) =>
      eb.or(
        (["seller", "buyer"] as const).map((side) =>
          eb("said.type", "=", side).and(eb.not(isBeforeSolicitorsSql(side, "said.date_time"))),
        ),
      ),
    )
    .where((eb) => eb.fn.coalesce("purchase_intents.is_active", sql<boolean>`true`))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("matter_emails")
          .select("matter_emails.email")
          .whereRef("matter_emails.email", "=", "users.email")
          .whereRef("matter_emails.transaction_id", "=", "said.transaction_id"),
      ),
    )
    .orderBy("said.type")
    .orderBy("said.author_id")
    .orderBy("said.date_time", "desc")
    .orderBy("said.id", "desc");
  const part = await db
    .selectFrom(newest.as("said"))
    .selectAll()
    .where("event_name", "=", "papers_returned")
    .orderBy("date_time")
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

async function lockOwn(
  trx: Db,
  { transaction_id, side, reader }: { transaction_id: string; side: Side; reader: Reader },
) {
  if (side === "seller") {
    return trx
      .selectFrom("transactions")
      .select(sql<string | null>`null`.as("purchase_intent_id"))
      .select(selectSolicitor("transactions.seller_lawyer_group_id").as("solicitor"))
      .select(selectDocumentsReturned(side, reader).as("returned_at"))
      .where("transactions.id", "=", transaction_id)
      .where(isSellerSql(reader.id))
      .where(saleIsCompleteSql())
      .forNoKeyUpdate("transactions")
      .executeTakeFirstOrThrow(transactionNotFound);
  }
  return trx
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .select("purchase_intents.id as purchase_intent_id")
    .select(selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"))
    .select(selectDocumentsReturned(side, reader).as("returned_at"))
    .where("transactions.id", "=", transaction_id)
    .where("purchase_intents.is_active", "=", true)
    .where(isBuyerSql(reader.id))
    .where(purchaseIsCompleteSql())
    .forNoKeyUpdate("transactions")
    .executeTakeFirstOrThrow(transactionNotFound);
}
