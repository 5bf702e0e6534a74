import { z } from "zod";
import {
  CUSTOMER_TYPE_LABELS,
  CUSTOMER_TYPES,
  type CustomerType,
} from "#app/domain/sales/questions.ts";
import { oneOf } from "#app/domain/shared/form-rules.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { type ActionPlace, defineAction, refuseIfEnded } from "./action.ts";

const FIELD = "customer_type";

/** Corrects whether the seller owns the property or represents its owners. */
export const correctOwnership = defineAction({
  kind: "correct_ownership",
  title: "Correct the ownership",
  event: "ownership_corrected",
  form: z.object({ customer_type: oneOf(CUSTOMER_TYPES) }),
  stored: z.object({ customer_type: z.enum(CUSTOMER_TYPES) }),
  read: (db, { transaction_id }) =>
    db
      .selectFrom("transactions")
      .select("customer_type")
      .where("id", "=", transaction_id)
      .executeTakeFirstOrThrow(transactionNotFound),
  write: (trx, { transaction_id }, values) =>
    trx.updateTable("transactions").set(values).where("id", "=", transaction_id).execute(),
  show: ({ customer_type }) => [
    {
      label: "Seller’s role",
      text: CUSTOMER_TYPE_LABELS[customer_type],
      phrase: "The seller’s role in the sale",
    },
  ],
  refusal: refuseIfEnded,
  problem: findProblem,
  letters: () => ["seller"],
});

/** A representative needs an owner; an owner who is represented needs a representative (C-049). */
async function findProblem(
  db: Db,
  { transaction_id }: ActionPlace,
  { customer_type }: { customer_type: CustomerType },
) {
  const others = await db
    .selectFrom("parties")
    .select("representation_reason")
    .where("transaction_id", "=", transaction_id)
    .where("kind", "=", "seller")
    .execute();
  if (customer_type === "representative") {
    return others.length > 0
      ? null
      : { field: FIELD, message: "Add the owner as a seller first, on the Sellers tab" };
  }
  return others.every(({ representation_reason }) => representation_reason === null)
    ? null
    : { field: FIELD, message: "Remove the owner who is represented first, on the Sellers tab" };
}
