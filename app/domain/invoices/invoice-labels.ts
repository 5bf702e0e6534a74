/** States of a sale’s invoice to its partner: the owner of a referral code, or a developer. */
export const INVOICE_STATES = ["to_invoice", "invoiced", "received", "not_needed"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const INVOICE_STATE_LABELS: Readonly<Record<InvoiceState, string>> = {
  to_invoice: "To invoice",
  invoiced: "Invoiced",
  received: "Received",
  not_needed: "Won’t be invoiced",
};

/** Returns true if an invoice is unpaid after its due date. Days are "2026-11-30". */
export function isOverdue(
  invoice: { due_on: string; received_on: string | null },
  today: string,
): boolean {
  return invoice.received_on === null && invoice.due_on < today;
}
