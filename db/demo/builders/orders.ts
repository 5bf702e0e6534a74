import type { Insertable } from "kysely";
import type { DB } from "#db/types.d.ts";
import type { SeedRows } from "../seed-builder.ts";
import { SERVICE_FEE_PENCE } from "../content/fees.ts";
import type { Matter, Payment } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { person } from "../person.ts";
import { logEmail } from "./emails.ts";
import { record, transactionId } from "./history.ts";
import { addInvoice } from "./invoices.ts";
import { addPaymentReviews } from "./payment-reviews.ts";
import { addRefund } from "./refunds.ts";

type Order = Omit<Insertable<DB["orders"]>, "id" | "transaction_id" | "created_at" | "paid_at"> & {
  created_at: Date;
  paid_at?: Date;
};

/** Adds the order of a matter, with a status that agrees with the matter's events (AMB-E07). */
export function addOrder(book: SeedRows, matter: Matter) {
  if (matter.development) {
    // Developers pay by invoice or through Stripe for all units together, so the order of a unit
    // lists both products with a price of zero (AMB-P06).
    const order = unitOrder(book, matter);
    write(book, matter, order, [
      ["Service fee", 0],
      ["Search pack", 0],
    ]);
  } else if (matter.payment) {
    const order = sellerOrder(book, matter, matter.payment);
    const review = matter.payment.review ?? null;
    write(book, matter, { ...order, review }, [["Service fee", SERVICE_FEE_PENCE]]);
    addPaymentReviews(book, matter, orderId(matter));
    if (matter.payment.refund) addRefund(book, matter, orderId(matter), matter.payment.refund);
    if (order.paid_at) addInvoice(book, matter, orderId(matter), order.paid_at);
  }
}

function write(book: SeedRows, matter: Matter, order: Order, items: [string, number][]) {
  const order_id = orderId(matter);
  book.rows.orders.push({
    id: order_id,
    transaction_id: transactionId(matter),
    updated_at: order.created_at,
    ...order,
  });
  items.forEach(([product_name, product_price_pence], position) =>
    book.rows.order_items.push({
      id: id("order item", `${matter.home} ${position}`),
      order_id,
      position,
      product_name,
      product_price_pence,
    }),
  );
}

function sellerOrder(book: SeedRows, matter: Matter, payment: Payment): Order {
  if ("left" in payment) return unpaidOrder(book, matter, payment);
  if (payment.by === "card") return cardOrder(book, matter, payment.day);
  const paid_at = record(book, matter, payment.day, "referral_code_applied", {
    comments: payment.by,
  });
  return {
    payment_type: "invoice",
    code: payment.by,
    total_amount_pence: 0,
    stripe_transaction_status: "succeeded",
    paid_at,
    created_at: paid_at,
  };
}

function unpaidOrder(
  book: SeedRows,
  matter: Matter,
  { day, left }: Extract<Payment, { left: string }>,
) {
  const order = {
    payment_type: "stripe_direct",
    total_amount_pence: SERVICE_FEE_PENCE,
    created_at: book.calendar.at(day, 90),
  } as const;
  if (left === "opened") return order;
  return { ...order, ...atStripe(matter), stripe_transaction_status: left };
}

function cardOrder(book: SeedRows, matter: Matter, day: number): Order {
  const paid_at = record(book, matter, day, "payment_successful");
  logEmail(book, {
    name: "payment_received",
    recipient: person(matter.seller).email,
    at: paid_at,
    matter,
    props: { order_id: orderId(matter) },
  });
  book.rows.stripe_events.push({
    id: `evt_${id("stripe event", matter.home)}`,
    type: "payment_intent.succeeded",
    received_at: paid_at,
  });
  return {
    payment_type: "stripe_direct",
    total_amount_pence: SERVICE_FEE_PENCE,
    ...atStripe(matter),
    stripe_transaction_status: "succeeded",
    paid_at,
    created_at: paid_at,
  };
}

function unitOrder(book: SeedRows, matter: Matter): Order {
  const created_at = book.calendar.at(matter.opened, 1);
  if (!matter.development?.stripe)
    return { payment_type: "invoice", total_amount_pence: 0, created_at };
  const paid_at = record(book, matter, matter.opened, "payment_successful");
  return {
    payment_type: "stripe_direct",
    total_amount_pence: 0,
    // The units of a group share one payment, so their orders have none.
    ...(!matter.development.group && {
      stripe_transaction_id: atStripe(matter).stripe_transaction_id,
    }),
    stripe_transaction_status: "succeeded",
    paid_at,
    created_at,
  };
}

function atStripe(matter: Matter) {
  return {
    stripe_customer_id: stripeCustomerId(matter.seller),
    stripe_transaction_id: `pi_${id("stripe payment", matter.home)}`,
  };
}

export function stripeCustomerId(name: string): string {
  return `cus_${id("stripe customer", name).slice(0, 14)}`;
}

function orderId(matter: Matter) {
  return id("order", matter.home);
}
