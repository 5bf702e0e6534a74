import { expressionBuilder } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { activeElseNewest, selectSolicitor } from "./matter-parts.server.ts";
import { requireTransactionId, transactionNotFound } from "./matter.server.ts";
import { PURCHASE_DATES } from "./significant-dates.ts";

export type MatterOverview = Awaited<ReturnType<typeof readMatterOverview>>;

const eb = expressionBuilder<DB, "transactions">();

/**
 * Reads the firms of a matter with their phone numbers, and the price and dates of its active
 * purchase or, if none is active, the newest.
 * @throws NotFoundError
 */
export async function readMatterOverview(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const overview = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select("transactions.id")
    .select([
      selectSolicitor("transactions.seller_lawyer_group_id").as("seller_solicitor"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("buyer_solicitor"),
      selectLawFirmId("transactions.seller_lawyer_group_id").as("seller_law_firm_id"),
      selectLawFirmId("transactions.buyer_lawyer_group_id").as("buyer_law_firm_id"),
      selectAgentContact().as("estate_agent"),
      selectPurchaseDates().as("purchase"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return overview;
}

function selectLawFirmId(
  column: "transactions.seller_lawyer_group_id" | "transactions.buyer_lawyer_group_id",
) {
  return eb
    .selectFrom("lawyer_groups")
    .select("lawyer_groups.law_firm_id")
    .whereRef("lawyer_groups.id", "=", column);
}

function selectAgentContact() {
  return jsonObjectFrom(
    eb
      .selectFrom("estate_agents")
      .leftJoin("brands", "brands.id", "estate_agents.brand_id")
      .select(["estate_agents.id", "office_name", "office_phone_number", "brands.brand_name"])
      .whereRef("estate_agents.id", "=", "transactions.estate_agent_id"),
  );
}

function selectPurchaseDates() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents")
      .select(["purchase_intents.id", "agreed_price_pounds", "is_active"])
      .select(PURCHASE_DATES)
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .$call(activeElseNewest)
      .limit(1),
  );
}
