import { type RawBuilder, sql } from "kysely";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";

/**
 * The product that was ordered, in a query of `searches` under this name: the provider may answer with the other of its two
 * environmental searches (AMB-O02), which then stands for that one.
 */
export function orderedProduct(alias: string): RawBuilder<string> {
  return sql<string>`replace(${sql.ref(`${alias}.product_id`)}, 'HOMECHECKPRO', 'ENVRES')`;
}

/**
 * How many searches are ordered and back, each counted once however often it was ordered, in a query of `transactions`. For
 * customers, too.
 */
export function selectSearchCounts() {
  return sql<CustomerProgress["searches"]>`(
    select json_build_object(
      'ordered', count(*),
      'back', count(*) filter (where status = 'complete'),
      'ordered_at', max(created_at))
    from (
      select distinct on (product) status, created_at
      from (
        select id, status, created_at, ${orderedProduct("searches")} as product
        from searches
        where searches.transaction_id = transactions.id and status <> 'cancelled'
      ) as search
      order by product, created_at desc, id desc
    ) as newest)`;
}
