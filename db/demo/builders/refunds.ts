import type { SeedRows } from "../seed-builder.ts";
import type { Matter, Refund } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { colleague, record } from "./history.ts";

/** Adds a refund by staff, with its events and the email about one that Stripe accepted. */
export function addRefund(book: SeedRows, matter: Matter, order_id: string, refund: Refund) {
  const { day, pence, reason, status } = refund;
  const amount = `£${(pence / 100).toFixed(2)}`;
  const created_at = record(book, matter, day, "refund_requested", {
    comments: `${amount} of £240.00. Reason: ${reason}`,
  });
  const isRefused = status === "refused";
  const refund_id = id("refund", matter.home);
  const answered_at = isRefused
    ? record(book, matter, day, "refund_failed", {
        comments: `${amount}. This payment has already been refunded in Stripe. You don’t need to refund it again.`,
      })
    : record(book, matter, day, "refund_made", { comments: amount });
  book.rows.refunds.push({
    id: refund_id,
    order_id,
    stripe_payment_id: `pi_${id("stripe payment", matter.home)}`,
    amount_pence: pence,
    reason,
    status,
    stripe_refund_id: isRefused ? null : `re_${id("stripe payment", matter.home)}`,
    refusal_code: isRefused ? "charge_already_refunded" : null,
    requested_by: userId(colleague(matter)),
    created_at,
    answered_at,
  });
  if (isRefused) return;
  logEmail(book, {
    name: "payment_refunded",
    recipient: person(matter.seller).email,
    at: answered_at,
    matter,
    props: { refund_id },
    dedupe_key: `payment_refunded:${refund_id}`,
  });
}
