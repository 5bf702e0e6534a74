import { sql } from "kysely";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/paging.ts";
import {
  hasActivePurchase,
  selectEstateAgent,
  selectLawyerGroup,
  selectSellers,
} from "#app/domain/transactions/matter-parts.server.ts";
import { groupNotFound } from "#app/domain/transactions/matter.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

export type Group = Awaited<ReturnType<typeof readGroup>>;

/**
 * Returns a group with its units in the order of the form. Only for staff (P-058, P-062, X-055).
 * @throws NotFoundError "Transaction group not found" (P-063), also for an invalid id
 */
export async function readGroup(db: Db, reader: StaffReader, id: string) {
  if (!isObjectId(id)) throw groupNotFound();
  const group = await db
    .selectFrom("transaction_groups")
    .select(["id", "name", "stripe_transaction_id", "created_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(groupNotFound);
  const units = await readUnits(db, id);
  await reader.recordView({ record: { type: "transaction_group", id } });
  return { ...group, units };
}

function readUnits(db: Db, group_id: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("companies", "companies.id", "transactions.company_seller_id")
    .select(["transactions.id", "transactions.asking_price_pounds"])
    .select(["transactions.estate_agent_status", "companies.name as company_seller"])
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      selectLawyerGroup("transactions.seller_lawyer_group_id").as("seller_solicitor"),
      selectLawyerGroup("transactions.buyer_lawyer_group_id").as("buyer_solicitor"),
      selectEstateAgent().as("estate_agent"),
      hasActivePurchase().as("has_active_purchase"),
    ])
    .where("transactions.group_id", "=", group_id)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}

type ListedGroup = { id: string; name: string; created_at: Date; transactions: number };

/** Returns a page of the list of groups, sorted by name (P-001, P-004). */
export async function listGroups(
  db: Db,
  reader: StaffReader,
  query: NumberedQuery,
): Promise<NumberedPage<ListedGroup>> {
  const { total } = await db
    .selectFrom("transaction_groups")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const limits = pageLimits(query, Number(total));
  // Limit the groups before counting their transactions, so that earlier pages are not counted.
  const shown = db
    .selectFrom("transaction_groups")
    .select(["id", "name", "created_at"])
    .orderBy("name")
    .limit(limits.limit)
    .offset(limits.offset);
  const items = await db
    .selectFrom(shown.as("shown"))
    .select(["id", "name", "created_at"])
    .select(
      sql<number>`(select count(*)::integer from transactions
        where transactions.group_id = shown.id)`.as("transactions"),
    )
    .orderBy("name")
    .execute();
  await reader.recordView({ list: "transaction_groups" });
  return numberedPage(items, limits, Number(total));
}
