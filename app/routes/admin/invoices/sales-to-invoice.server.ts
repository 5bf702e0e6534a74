import { readToInvoice } from "#app/domain/invoices/invoices.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { monthName } from "#app/domain/stats/months.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { db } from "#db/connection.ts";

/** Reads the owner and the month in the query of a page about sales to invoice. */
export function readOwnerMonth(request: Request) {
  const query = new URL(request.url).searchParams;
  return { owner: query.get("owner") ?? "", month: query.get("month") ?? "" };
}

/** Reads the sales of an owner in a month as options of a form. @throws NotFoundError */
export async function readSales(place: { owner: string; month: string }, reader: StaffReader) {
  const { owner_name, amount_pence, sales } = await readToInvoice(db, reader, place);
  return {
    owner_name,
    month_name: monthName(place.month),
    sales: sales.map(({ order_id, number, at, address }) => ({
      value: order_id,
      label: `${formatMatterNumber(number)}, ${address}, ${adminDate(at)}: ${formatPence(amount_pence)}`,
    })),
  };
}
