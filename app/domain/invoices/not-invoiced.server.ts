/** Sales that staff have decided not to invoice, each with a reason. The decision can be undone. */

import { sql } from "kysely";
import { z } from "zod";
import { type Actor, fullNameSql } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { type Address, addressLine } from "#app/domain/shared/address.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { freeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import type { Db } from "#db/connection.ts";
import { readToInvoice } from "./invoices.server.ts";
import { NOT_INVOICED } from "./owners.server.ts";
import { alreadyInvoiced, chosenSales } from "./record-invoices.server.ts";

const MAX_REASON = 200;

/** Form of the decision not to invoice sales of an owner. */
export const NotInvoicedForm = z.object({
  orders: chosenSales,
  reason: freeText("Enter the reason", tooManyCharacters(MAX_REASON), {
    max: MAX_REASON,
    read: staffTextLine,
  }),
});

/**
 * Decides not to invoice sales of one owner in one month. They leave the list “To invoice”.
 * @throws NotFoundError if nothing is left to invoice; ConflictError if a colleague has invoiced
 * one of the sales since, or decided about it
 */
export async function decideNotToInvoice(
  trx: Db,
  place: { owner: string; month: string },
  { reason, orders }: z.output<typeof NotInvoicedForm>,
  { actor }: { actor: Actor },
): Promise<void> {
  const { sales, amount_pence } = await readToInvoice(trx, service, place);
  const chosen = sales.filter(({ order_id }) => orders.includes(order_id));
  if (chosen.length < new Set(orders).size) throw alreadyInvoiced();
  const items = await trx
    .insertInto("invoice_items")
    .values(
      chosen.map(({ order_id }) => ({
        order_id,
        amount_pence,
        reason,
        decided_by: actor.id,
        decided_at: new Date(),
      })),
    )
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("order_id")
    .execute();
  if (items.length < chosen.length) throw alreadyInvoiced();
  for (const { transaction_id } of chosen) {
    await recordStaffEvent(trx, {
      ...{ actor, transaction_id, event_name: "invoice_not_needed", fields: ["invoice"] },
      comments: reason,
    });
  }
}

/**
 * Undoes decideNotToInvoice for one sale: it is to invoice again.
 * @throws NotFoundError if there is no such decision
 */
export async function undoNotInvoiced(
  trx: Db,
  order_id: string,
  { actor }: { actor: Actor },
): Promise<void> {
  if (!isObjectId(order_id)) throw notFound();
  const { transaction_id, reason } = await trx
    .deleteFrom("invoice_items")
    .using("orders")
    .whereRef("orders.id", "=", "invoice_items.order_id")
    .where("order_id", "=", order_id)
    .where("invoice_id", "is", null)
    .returning(["orders.transaction_id", "reason"])
    .executeTakeFirstOrThrow(notFound);
  await recordStaffEvent(trx, {
    ...{ actor, transaction_id, event_name: "invoice_needed_again", fields: ["invoice"] },
    comments: `Reason until now: ${reason}`,
  });
}

function notFound() {
  return new NotFoundError("This sale is to invoice, or it has been invoiced since");
}

type Row = Pick<Address, (typeof ADDRESS_LINES)[number]> & {
  order_id: string;
  number: number;
  owner_name: string;
  /** Such as "2026-11". */
  month: string;
  amount_pence: number;
  reason: string;
  decided_at: Date;
  decided_by: string | null;
};

const COLUMNS = sql`
  select billed.order_id, transactions.number, billed.owner_name,
    to_char(billed.month, 'YYYY-MM') as month, items.amount_pence, items.reason, items.decided_at,
    ${fullNameSql("users")} as decided_by, ${sql.join(ADDRESS_LINES.map((name) => sql.ref(name)))}
  from ${NOT_INVOICED} as billed
  join invoice_items as items on items.order_id = billed.order_id
  join users on users.id = items.decided_by
  join transactions on transactions.id = billed.transaction_id
  join properties on properties.id = transactions.property_id
  join addresses as a on a.id = properties.address_id`;

export type NotInvoiced = ReturnType<typeof toNotInvoiced>;

function toNotInvoiced({ line_1, line_2, line_3, post_town, postcode, ...row }: Row) {
  const address = addressLine({ line_1, line_2, line_3, post_town, postcode });
  return { ...row, id: row.order_id, address };
}

/** Lists the sales that staff have decided not to invoice, newest decision first. */
export async function listNotInvoiced(
  db: Db,
  reader: StaffReader | ServiceReader,
  { month }: { month?: string | undefined },
  query: NumberedQuery,
): Promise<NumberedPage<NotInvoiced>> {
  const inMonth = month ? sql`billed.month = ${`${month}-01`}::date` : sql`true`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${NOT_INVOICED} as billed where ${inMonth}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const limits = pageLimits(query, total);
  const { rows } = await sql<Row>`${COLUMNS} where ${inMonth}
    order by items.decided_at desc, items.order_id desc
    limit ${limits.limit} offset ${limits.offset}`.execute(db);
  await reader.recordView({ list: "invoices" });
  return numberedPage(rows.map(toNotInvoiced), limits, total);
}

/** Reads the decision not to invoice a sale. @throws NotFoundError if there is none */
export async function readNotInvoiced(
  db: Db,
  reader: StaffReader | ServiceReader,
  order_id: string,
): Promise<NotInvoiced> {
  if (!isObjectId(order_id)) throw notFound();
  const { rows } = await sql<Row>`${COLUMNS} where billed.order_id = ${order_id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  await reader.recordView({ list: "invoices" });
  return toNotInvoiced(row);
}
