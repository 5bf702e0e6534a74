import { sql } from "kysely";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/numbered.ts";
import type { Db } from "#db/connection.ts";

export type ListedGroup = { id: string; name: string; created_at: Date; transactions: number };

/** The groups by name, a numbered page of them (P-001, P-004). For staff: no owner narrows it. */
export async function listGroups(db: Db, query: NumberedQuery): Promise<NumberedPage<ListedGroup>> {
  const { total } = await db
    .selectFrom("transaction_groups")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const limits = pageLimits(query, Number(total));
  // Those to show, before their transactions are counted: those of the pages before would be too.
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
  return numberedPage(items, limits, Number(total));
}
