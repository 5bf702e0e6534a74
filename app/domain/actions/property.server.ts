import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { Tenure } from "#app/domain/properties/tenure.ts";
import type { ActionPlace } from "./action.ts";

/** Reads the facts of a matter’s property that staff correct. @throws NotFoundError */
export function readProperty(db: Db, { transaction_id }: ActionPlace) {
  return db
    .selectFrom("properties")
    .innerJoin("transactions", "transactions.property_id", "properties.id")
    .select(["properties.tenure", "properties.tenure_details", "properties.title_number"])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
}

/** Stores corrected facts of a matter’s property. */
export function writeProperty(
  trx: Db,
  { transaction_id }: ActionPlace,
  values: Partial<{ tenure: Tenure; tenure_details: string | null; title_number: string | null }>,
) {
  return trx
    .updateTable("properties")
    .set(values)
    .where("id", "=", (eb) =>
      eb.selectFrom("transactions").select("property_id").where("id", "=", transaction_id),
    )
    .execute();
}
