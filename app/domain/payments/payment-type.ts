/** How a matter is paid for (AMB-E07, AMB-E08). */

export type PaymentType = "stripe_direct" | "invoice";

export type Payment = {
  type: PaymentType;
  /** The status of the first order is succeeded (E-017). */
  paid: boolean;
  paid_at: Date | string | null;
};

/** The payment of a matter. Before it has an order, a sale is to be paid by card and a development by invoice. */
export function matterPayment(matter: {
  type: "resale" | "development";
  order: {
    payment_type: PaymentType;
    stripe_transaction_status: string | null;
    paid_at: Date | string | null;
  } | null;
}): Payment {
  const { type, order } = matter;
  return {
    type: order?.payment_type ?? (type === "development" ? "invoice" : "stripe_direct"),
    paid: order?.stripe_transaction_status === "succeeded",
    paid_at: order?.paid_at ?? null,
  };
}
