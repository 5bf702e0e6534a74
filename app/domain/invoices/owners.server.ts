/**
 * Sales that a partner pays for, with their owner: the estate agent’s office of a referral code,
 * the code itself if it belongs to no office, or the developer of a group.
 */

import { type RawBuilder, sql } from "kysely";
import { isObjectId } from "#app/domain/shared/answers.ts";

/**
 * SQL of all sales on the payment type “invoice” that a partner pays for, with the owner’s key and
 * name, and the month in London in which the sale was paid with a code or the unit was created.
 */
const saleOfPartner = (condition: RawBuilder<boolean>) => sql`(
  select orders.id as order_id, orders.transaction_id, billed.at,
    date_trunc('month', billed.at at time zone 'Europe/London')::date as month,
    case when codes.estate_agent_id is not null then 'agent:' || codes.estate_agent_id
      when codes.code is not null then 'code:' || codes.code
      else 'company:' || matters.company_seller_id end as owner,
    coalesce(case when starts_with(agents.office_name, brands.brand_name::text)
        then agents.office_name
        else nullif(concat_ws(', ', brands.brand_name, nullif(agents.office_name, '')), '') end,
      codes.label, companies.name::text, 'Unknown owner') as owner_name
  from orders
  cross join lateral (select coalesce(orders.paid_at, orders.created_at) as at) as billed
  join transactions as matters on matters.id = orders.transaction_id
  left join referral_codes as codes on codes.code = orders.code
  left join estate_agents as agents on agents.id = codes.estate_agent_id
  left join brands on brands.id = agents.brand_id
  left join companies on companies.id = matters.company_seller_id
  where orders.payment_type = 'invoice'
    and (orders.code is not null or matters.company_seller_id is not null)
    and ${condition})`;

/** SQL of the sales that no invoice is for, and that staff have not decided not to invoice. */
export const UNINVOICED = saleOfPartner(sql<boolean>`not orders.is_invoiced`);

/** SQL of the sales that staff have decided not to invoice. */
export const NOT_INVOICED = saleOfPartner(
  sql<boolean>`orders.id in (select order_id from invoice_items where invoice_id is null)`,
);

/** Returns SQL for the name of an invoice’s owner, in a query of `invoices`. */
export function invoiceOwnerName(): RawBuilder<string> {
  return sql<string>`coalesce(
    (select case when starts_with(office_name, brand_name::text) then office_name
        else nullif(concat_ws(', ', brand_name, nullif(office_name, '')), '') end
      from estate_agents
      left join brands on brands.id = brand_id where estate_agents.id = invoices.estate_agent_id),
    (select name::text from companies where companies.id = invoices.company_id),
    (select label from referral_codes where code = invoices.referral_code),
    'Unknown owner')`;
}

/**
 * Returns the column of an owner’s key in the table of invoices, such as `agent:` and an id; null
 * for any other text.
 */
export function parseOwner(key: string) {
  const [, kind, id = ""] = /^(agent|company|code):(.{1,64})$/u.exec(key) ?? [];
  if (kind === "code") return { referral_code: id };
  if (!isObjectId(id)) return null;
  return kind === "agent" ? { estate_agent_id: id } : { company_id: id };
}

/** Returns true for a month such as "2026-11". */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}
