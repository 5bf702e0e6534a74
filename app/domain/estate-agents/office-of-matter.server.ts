import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * The name of the estate agent's office on the current matter, or on the newest one when none is being worked on
 * (F-027, AMB-F04).
 *
 * @param current.transaction_id the matter that is open; one that is not the customer's does not count.
 * @returns null without a matter or an agent on it.
 */
export async function officeOfMatter(
  db: Db,
  current: { user_id: string; transaction_id?: string | undefined },
): Promise<string | null> {
  const { user_id, transaction_id = null } = current;
  const matter = await db
    .selectFrom("transactions")
    .leftJoin("estate_agents", "estate_agents.id", "transactions.estate_agent_id")
    .select("estate_agents.office_name")
    .where("transactions.id", "in", (eb) =>
      eb
        .selectFrom("transactions as sale")
        .select("sale.id")
        .where("sale.seller_id", "=", user_id)
        .union(
          eb
            .selectFrom("purchase_intents")
            .select("purchase_intents.transaction_id as id")
            .where("purchase_intents.buyer_id", "=", user_id),
        ),
    )
    .orderBy(sql`transactions.id = ${transaction_id}`, (order) => order.desc().nullsLast())
    .orderBy("transactions.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return matter?.office_name ?? null;
}
