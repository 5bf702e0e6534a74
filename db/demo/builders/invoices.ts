import type { SeedRows } from "../seed-builder.ts";
import { type ReferralCode, referralCodes } from "../content/companies.ts";
import { SERVICE_FEE_PENCE } from "../content/fees.ts";
import type { Matter } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague } from "./history.ts";

/** Working days after which an invoice is due. */
const DUE_AFTER = 20;

/**
 * Adds the invoice to the owner of the referral code that paid for a sale, or the decision not to
 * invoice it, if it has one.
 */
export function addInvoice(book: SeedRows, matter: Matter, order_id: string, paid_at: Date) {
  const { payment } = matter;
  if (payment?.notInvoiced) {
    book.rows.invoice_items.push({
      order_id,
      amount_pence: SERVICE_FEE_PENCE,
      reason: payment.notInvoiced.reason,
      decided_by: userId(colleague(matter)),
      decided_at: book.calendar.at(payment.notInvoiced.day, 200),
    });
  }
  if (!payment?.invoice || !("by" in payment) || payment.by === "card") return;
  const { number, issued, received } = payment.invoice;
  const { office }: ReferralCode = referralCodes[payment.by];
  const invoice_id = id("invoice", number);
  book.rows.invoices.push({
    id: invoice_id,
    number,
    ...(office ? { estate_agent_id: id("estate agent", office) } : { referral_code: payment.by }),
    // The demonstration’s days start at 9am, so the month is the same in London.
    month: `${paid_at.toISOString().slice(0, 7)}-01`,
    total_pence: SERVICE_FEE_PENCE,
    issued_on: book.calendar.date(issued),
    due_on: book.calendar.date(issued - DUE_AFTER),
    received_on: received === undefined ? null : book.calendar.date(received),
    created_by: userId(colleague(matter)),
    created_at: book.calendar.at(issued, 200),
  });
  book.rows.invoice_items.push({ order_id, invoice_id, amount_pence: SERVICE_FEE_PENCE });
}
