import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import {
  giftors,
  selectAdditionalBuyers,
  selectAdditionalSellers,
  selectPrimary,
} from "#app/domain/people/parties.server.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { LetterFacts } from "./letter-facts.server.ts";

/** Returns a lawyer group with its law firm; null if the id is null. @throws NotFoundError */
export async function readInstructedGroup(db: Db, id: string | null) {
  return id === null ? null : { id, ...(await readLawyerGroupWithFirm(db, id)) };
}

export type InstructedGroup = NonNullable<Awaited<ReturnType<typeof readInstructedGroup>>>;

type InstructedMatter = Awaited<ReturnType<typeof readInstructedMatters>>[number];

/** A matter of a letter, with the lawyer groups that act and the other facts of the instruction. */
export type LetterMatter = InstructedMatter & {
  groups: Record<Side, InstructedGroup | null>;
  facts: LetterFacts;
};

/**
 * Returns the given matters that exist, oldest first. Each has the purchase with the given id, or
 * its active purchase if that id is null.
 */
export function readInstructedMatters(
  db: Db,
  transaction_ids: readonly string[],
  purchase_intent_id: string | null,
) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("users as handler", (join) =>
      join
        .onRef("handler.id", "=", "transactions.handler_id")
        .on("handler.deactivated_at", "is", null),
    )
    .leftJoin("companies", "companies.id", "transactions.company_seller_id")
    .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .leftJoin("property_information as info", "info.transaction_id", "transactions.id")
    .select("transactions.number")
    .select(sql<string | null>`handler.first_name || ' ' || handler.last_name`.as("handler"))
    .select(["handler.email as handler_email", "handler.phone_number as handler_phone"])
    .select("transactions.type")
    .select(["transactions.id", "transactions.customer_type", "transactions.asking_price_pounds"])
    .select(["transactions.has_mortgage", "transactions.onward_purchase"])
    .select(["transactions.seller_lender"])
    .select(["transactions.referral_fee_paid", "transactions.referral_fee"])
    .select(["transactions.is_using_foreign_currency", "transactions.estate_agent_status"])
    .select(["transactions.seller_lawyer_group_id", "transactions.buyer_lawyer_group_id"])
    .select(["transactions.seller_comments", "transactions.buyer_comments"])
    .select(["properties.tenure", "properties.tenure_details", "properties.title_number"])
    .select(["companies.name as company_name", "companies.company_number"])
    .select(selectAddress("companies.address_id").as("company_address"))
    .select("transaction_groups.name as group_name")
    .select(
      sql<boolean>`info.confirmed_at is not null and info.share_agreed_at is not null`.as(
        "is_shared",
      ),
    )
    .select(selectStageRow().as("stage_row"))
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select((eb) => [
      selectPrimary("seller").as("primary_seller"),
      selectAdditionalSellers().as("additional_sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("estate_agents")
          .leftJoin("brands", "brands.id", "estate_agents.brand_id")
          .leftJoin("valuers", (join) =>
            join
              .onRef("valuers.estate_agent_id", "=", "estate_agents.id")
              .on("valuers.primary_valuer", "=", true),
          )
          .select(["estate_agents.office_name", "brands.brand_name"])
          .select(["estate_agents.office_phone_number", "valuers.first_name"])
          .select(["valuers.last_name", "valuers.email", "valuers.phone_number"])
          .whereRef("estate_agents.id", "=", "transactions.estate_agent_id")
          .limit(1),
      ).as("estate_agent"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .selectAll("purchase_intents")
          .select([
            selectPrimary("buyer").as("primary_buyer"),
            selectAdditionalBuyers().as("additional_buyers"),
            giftors().as("giftors"),
          ])
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .$call((purchases) =>
            purchase_intent_id === null
              ? purchases.where("purchase_intents.is_active", "=", true)
              : purchases.where("purchase_intents.id", "=", purchase_intent_id),
          ),
      ).as("purchase"),
    ])
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}
