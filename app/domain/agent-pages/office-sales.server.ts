/** The sales of an estate agent’s office, as its private page shows them. */

import { sql } from "kysely";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { AgentReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { withoutInactivePurchase } from "#app/domain/stages/ready-for-a-buyer.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { selectHasActivePurchase } from "#app/domain/transactions/matter-parts.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";

/** Days for which a sale that has ended stays on the page. */
export const ENDED_DAYS = 30;

/** Number of sales on a page of the list. */
const PAGE_SIZE = 50;

/**
 * Selects the paid sales of an office: the open ones, and those that ended within 30 days. A seller
 * who names an office without paying shows it nothing.
 */
export function selectOfficeSales(
  db: Db,
  { estate_agent_id }: Pick<AgentReader, "estate_agent_id">,
  now: Date,
) {
  const since = addDays(londonDay(now), -ENDED_DAYS);
  return db
    .selectFrom("listed_transactions as listed")
    .innerJoin("transactions", "transactions.id", "listed.id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select("transactions.id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select([selectStageRow().as("stage_row"), selectHasActivePurchase().as("has_active_purchase")])
    .where("listed.estate_agent_id", "=", estate_agent_id)
    .where(sql<boolean>`(listed.payment = 'complete' or listed.type = 'development')`)
    .where(
      sql<boolean>`(coalesce(listed.stage, '') not in ('completed', 'aborted')
        or greatest(listed.ended_on, listed.completed, listed.aborted) >= ${since}::date)`,
    );
}

type OfficeSaleRow = Awaited<
  ReturnType<ReturnType<typeof selectOfficeSales>["executeTakeFirstOrThrow"]>
>;

/**
 * Returns a sale with the facts of its stages. A person who has only signed up to buy is not the
 * buyer yet.
 */
export function toOfficeSale({ stage_row, has_active_purchase, ...sale }: OfficeSaleRow) {
  const facts = withoutInactivePurchase(toStageFacts(stage_row), has_active_purchase);
  return { ...sale, facts, has_active_purchase };
}

/**
 * Lists the sales of an office, newest first.
 * @param query.after id of the last sale of the page before; null for the first page
 * @returns at most 50 sales, and the id for the next page, or null
 */
export async function listOfficeSales(
  db: Db,
  reader: AgentReader,
  { after, now }: { after: string | null; now: Date },
) {
  const rows = await selectOfficeSales(db, reader, now)
    .$if(after !== null && isObjectId(after), (query) =>
      query.where(
        sql<boolean>`(listed.created_at, listed.id) < (
          select last.created_at, last.id from listed_transactions as last
          where last.id = ${after} and last.estate_agent_id = ${reader.estate_agent_id})`,
      ),
    )
    .orderBy("listed.created_at", "desc")
    .orderBy("listed.id", "desc")
    .limit(PAGE_SIZE + 1)
    .execute();
  const sales = rows.slice(0, PAGE_SIZE).map(toOfficeSale);
  return { sales, next: rows.length > PAGE_SIZE ? (sales.at(-1)?.id ?? null) : null };
}
