import type { LinkReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { selectSearchCounts } from "#app/domain/searches/searches.server.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { selectHasActivePurchase } from "#app/domain/transactions/matter-parts.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";

/**
 * Reads the facts that show how ready a home is for a buyer. They include no names, no phone
 * numbers and no documents.
 * @throws NotFoundError if the matter no longer exists
 */
export async function readReadyHome(db: Db, { id }: LinkReader<"ready">) {
  const { stage_row, ...home } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", id)
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSearchCounts().as("searches"),
      selectStageRow().as("stage_row"),
    ])
    // A person who has only signed up to buy is not the buyer yet.
    .select(selectHasActivePurchase().as("has_active_purchase"))
    .executeTakeFirstOrThrow(transactionNotFound);
  return { ...home, facts: toStageFacts(stage_row) };
}
