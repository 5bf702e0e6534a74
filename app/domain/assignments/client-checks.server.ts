import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** The side of a matter whose people are a firm’s clients. */
type ClientsPlace = {
  transaction_id: string;
  side: "seller" | "buyer";
  /** The purchase of the buyers; null on the sellers’ side. */
  purchase_intent_id: string | null;
};

/** A client of a firm, or a giftor, with their newest identity check. */
export type ClientCheck = {
  person_type: "seller" | "buyer" | "giftor";
  first_name: string;
  last_name: string;
  /** Null before the order. */
  status: "pending" | "failed" | "aborted" | "complete" | null;
  result: "clear" | "consider" | "fail" | null;
  updated_at: Date | null;
  /** Name of the law firm that the report is sent to; null if it is not sent to a firm. */
  report_to: string | null;
};

/**
 * Lists the people of a side with their newest identity check, and on the buyers’ side also the
 * giftors. Leaves out a represented owner, who needs none. The caller must have checked that the
 * reader may see this side.
 */
export async function listClientChecks(
  db: Db,
  { transaction_id, purchase_intent_id, side }: ClientsPlace,
): Promise<ClientCheck[]> {
  const { rows } = await sql<ClientCheck>`
    with clients as (
      select users.email, users.first_name, users.last_name, 'seller' as person_type, 0 as rank
        from transactions join users on users.id = transactions.seller_id
        where transactions.id = ${transaction_id} and ${side}::text = 'seller'
      union all select email, first_name, last_name, 'seller', 1 from parties
        where transaction_id = ${transaction_id} and ${side}::text = 'seller' and kind = 'seller'
          and representation_reason is null
      union all select users.email, users.first_name, users.last_name, 'buyer', 0
        from purchase_intents join users on users.id = purchase_intents.buyer_id
        where purchase_intents.id = ${purchase_intent_id} and ${side}::text = 'buyer'
      union all select email, first_name, last_name, kind, case kind when 'buyer' then 1 else 2 end
        from parties
        where purchase_intent_id = ${purchase_intent_id} and ${side}::text = 'buyer'
          and kind in ('buyer', 'giftor')
    )
    select clients.person_type, clients.first_name, clients.last_name, newest.status, newest.result,
      newest.updated_at, newest.report_to
    from clients
    left join lateral (
      select status, result, checked.updated_at, law_firms.name as report_to
      from identity_checks as checked
      left join lawyer_groups on lawyer_groups.id = checked.shared_with
      left join law_firms on law_firms.id = lawyer_groups.law_firm_id
      where checked.transaction_id = ${transaction_id} and checked.email = clients.email
        and lower(checked.first_name) = lower(clients.first_name)
        and lower(checked.last_name) = lower(clients.last_name)
        and checked.person_type = clients.person_type and checked.order_called_off_at is null
        and checked.purchase_intent_id is not distinct from ${purchase_intent_id}
      order by checked.created_at desc, checked.id desc limit 1) as newest on true
    order by rank, last_name, first_name`.execute(db);
  return rows;
}
