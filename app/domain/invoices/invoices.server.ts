/** Reads of what partners owe: sales to invoice, invoices, and their sums by month (issue 50). */

import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import type { Db } from "#db/connection.ts";
import { invoiceOwnerName, isMonth, UNINVOICED } from "./owners.server.ts";

/** Most sales that one invoice can be for, and most rows of an export’s query. */
export const MOST_ITEMS = 200;

/** The sales of one owner in one month that no invoice is for. Amounts are pence with VAT. */
export type ToInvoice = {
  id: string;
  owner: string;
  owner_name: string;
  /** Such as "2026-11". */
  month: string;
  sales: number;
  total_pence: number;
};

/** Lists what is to invoice, by owner and month, newest month first. */
export async function listToInvoice(
  db: Db,
  reader: StaffReader | ServiceReader,
  filter: { month?: string | undefined },
  query: NumberedQuery,
): Promise<NumberedPage<ToInvoice>> {
  const { invoicing_amount_pence: amount } = await readAdminConfig(db);
  const inMonth = filter.month ? sql`month = ${`${filter.month}-01`}::date` : sql`true`;
  const groups = sql`(
    select owner, min(owner_name) as owner_name, month, count(*)::integer as sales
    from ${UNINVOICED} as uninvoiced where ${inMonth} group by owner, month)`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${groups} as groups`.execute(db);
  const total = counted[0]?.total ?? 0;
  const limits = pageLimits(query, total);
  const { rows } = await sql<ToInvoice>`
    select owner || ' ' || to_char(month, 'YYYY-MM') as id, owner, owner_name,
      to_char(month, 'YYYY-MM') as month, sales, sales * ${amount}::integer as total_pence
    from ${groups} as groups order by month desc, owner_name, owner
    limit ${limits.limit} offset ${limits.offset}`.execute(db);
  await reader.recordView({ list: "invoices" });
  return numberedPage(rows, limits, total);
}

/**
 * Reads the sales of an owner in a month that no invoice is for, oldest first, at most 200.
 * @throws NotFoundError if there is none
 */
export async function readToInvoice(
  db: Db,
  reader: StaffReader | ServiceReader,
  { owner, month }: { owner: string; month: string },
) {
  if (!isMonth(month)) throw nothingToInvoice();
  const { invoicing_amount_pence: amount_pence } = await readAdminConfig(db);
  const { rows } = await sql<{
    order_id: string;
    transaction_id: string;
    number: number;
    at: Date;
    owner_name: string;
    line_1: string;
    post_town: string;
    postcode: string;
  }>`
    select uninvoiced.order_id, uninvoiced.transaction_id, uninvoiced.at, uninvoiced.owner_name,
      transactions.number, ${sql.join(ADDRESS_LINES.map((name) => sql.ref(name)))}
    from ${UNINVOICED} as uninvoiced
    join transactions on transactions.id = uninvoiced.transaction_id
    join properties on properties.id = transactions.property_id
    join addresses as a on a.id = properties.address_id
    where owner = ${owner} and month = ${`${month}-01`}::date
    order by uninvoiced.at, uninvoiced.order_id limit ${MOST_ITEMS}`.execute(db);
  const [first] = rows;
  if (!first) throw nothingToInvoice();
  await reader.recordView({ list: "invoices" });
  return {
    owner_name: first.owner_name,
    amount_pence,
    sales: rows.map(({ order_id, transaction_id, number, at, ...row }) => ({
      order_id,
      transaction_id,
      number,
      at,
      address: addressLine(row),
    })),
  };
}

function nothingToInvoice() {
  return new NotFoundError("Nothing is left to invoice here");
}

/** Returns the error for an invoice that does not exist, or for a malformed id. */
export function invoiceNotFound(): NotFoundError {
  return new NotFoundError("Invoice not found");
}

function invoices(db: Db) {
  return db
    .selectFrom("invoices")
    .select(["invoices.id", "number", "total_pence", "issued_on", "due_on", "received_on"])
    .select([
      sql<string>`to_char(month, 'YYYY-MM')`.as("month"),
      invoiceOwnerName().as("owner_name"),
      sql<number>`(select count(*)::integer from invoice_items
        where invoice_id = invoices.id)`.as("sales"),
    ]);
}

export type Invoice = Awaited<ReturnType<typeof readInvoice>>;

/** Lists invoices that are unpaid or received, by the day they were issued, newest first. */
export async function listInvoices(
  db: Db,
  reader: StaffReader | ServiceReader,
  filter: { state: "invoiced" | "received"; month?: string | undefined },
  query: NumberedQuery,
): Promise<NumberedPage<Invoice>> {
  const shown = invoices(db)
    .where("received_on", filter.state === "received" ? "is not" : "is", null)
    .$if(filter.month !== undefined, (rows) => rows.where("month", "=", `${filter.month}-01`));
  const { total } = await shown
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const limits = pageLimits(query, total);
  const items = await shown
    .orderBy("issued_on", "desc")
    .orderBy("invoices.id", "desc")
    .limit(limits.limit)
    .offset(limits.offset)
    .execute();
  await reader.recordView({ list: "invoices" });
  return numberedPage(items, limits, total);
}

/** Reads an invoice. @throws NotFoundError */
export async function readInvoice(db: Db, reader: StaffReader | ServiceReader, id: string) {
  if (!isObjectId(id)) throw invoiceNotFound();
  const invoice = await invoices(db)
    .where("invoices.id", "=", id)
    .executeTakeFirstOrThrow(invoiceNotFound);
  await reader.recordView({ list: "invoices" });
  return invoice;
}

/** Reads the unpaid invoices among these ids, oldest first. Other ids are left out. */
export async function readUnpaidInvoices(
  db: Db,
  reader: StaffReader | ServiceReader,
  ids: readonly string[],
) {
  const rows = await invoices(db)
    .where("invoices.id", "in", [...ids.filter(isObjectId), ""])
    .where("received_on", "is", null)
    .orderBy("issued_on")
    .orderBy("invoices.id")
    .execute();
  await reader.recordView({ list: "invoices" });
  return rows;
}

/**
 * Reads the invoice that a matter’s sale is on, or the decision not to invoice it; null if there is
 * neither.
 */
export async function readMatterInvoice(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const item = await db
    .selectFrom("invoice_items")
    .innerJoin("orders", "orders.id", "invoice_items.order_id")
    .leftJoin("users", "users.id", "invoice_items.decided_by")
    .select(["amount_pence", "reason", "decided_at", fullNameSql("users").as("decided_by")])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("invoices")
          .select(["number", "issued_on", "due_on", "received_on"])
          .whereRef("invoices.id", "=", "invoice_items.invoice_id"),
      ).as("invoice"),
    ])
    .where("orders.transaction_id", "=", transaction_id)
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return item ?? null;
}

/** Sums of a month in pence with VAT. Overdue invoices are also in the sum of invoiced ones. */
export type MonthSums = {
  month: string;
  to_invoice_pence: number;
  invoiced_pence: number;
  overdue_pence: number;
  received_pence: number;
};

const MONTHS_SHOWN = 12;

/**
 * Returns the sums of the last twelve months, newest first, without the months that have none.
 * `today` is "2026-11-30".
 */
export async function sumByMonth(
  db: Db,
  _reader: StaffReader | ServiceReader,
  today: string,
): Promise<MonthSums[]> {
  const { invoicing_amount_pence: amount } = await readAdminConfig(db);
  const months = sql.lit(`${MONTHS_SHOWN - 1} months`);
  const since = sql`(date_trunc('month', ${today}::timestamp) - ${months}::interval)`;
  const { rows } = await sql<MonthSums>`
    select to_char(month, 'YYYY-MM') as month,
      coalesce(sum(pence) filter (where state = 'to_invoice'), 0)::integer as to_invoice_pence,
      coalesce(sum(pence) filter (where state = 'invoiced'), 0)::integer as invoiced_pence,
      coalesce(sum(pence) filter (where is_overdue), 0)::integer as overdue_pence,
      coalesce(sum(pence) filter (where state = 'received'), 0)::integer as received_pence
    from (
      select month, 'to_invoice' as state, ${amount}::integer as pence, false as is_overdue
      from ${UNINVOICED} as uninvoiced
      where at >= ${since} at time zone 'Europe/London'
      union all
      select month, case when received_on is null then 'invoiced' else 'received' end,
        total_pence, received_on is null and due_on < ${today}::date
      from invoices where month >= ${since}::date
    ) as everything
    group by month order by month desc`.execute(db);
  return rows;
}
