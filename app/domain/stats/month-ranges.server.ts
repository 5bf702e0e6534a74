import { type RawBuilder, sql } from "kysely";
import type { Month } from "./months.ts";

/**
 * Returns an SQL table `months (month, begins, ends)` for use in a "from" clause. The months begin
 * and end at midnight in London.
 */
export function monthRanges(months: readonly Month[]): RawBuilder<unknown> {
  return sql`(
    select month, day at time zone 'Europe/London' as begins,
      (day + interval '1 month') at time zone 'Europe/London' as ends
    from unnest(${[...months]}::text[]) as month, lateral (select (month || '-01')::timestamp as day) as first
  ) as months`;
}
