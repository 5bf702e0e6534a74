import {
  type MoneyBack,
  retrieveDispute,
  retrieveRefund,
} from "#app/clients/stripe-lists.server.ts";
import {
  type CheckoutSession,
  type PaymentIntent,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import type { AtStripe } from "./find-difference.ts";

/** Things of Stripe's, in the words that they are compared by. */

/** What there is to ask Stripe for. */
export type StripeThing = Pick<AtStripe, "kind" | "id">;

/** A payment: what was received for it once it has succeeded, and until then what is asked for. */
export function asPayment(intent: PaymentIntent): AtStripe {
  const { id, status, currency, metadata, created_at } = intent;
  return {
    kind: "payment",
    id,
    status,
    amount_pence: status === "succeeded" ? intent.amount_received_pence : intent.amount_pence,
    currency,
    order_id: metadata.order_id,
    payment_id: id,
    begun_at: created_at,
  };
}

/** A page of Stripe's own; all of ours are in pounds. */
export function asPage(session: CheckoutSession): AtStripe {
  return {
    kind: "page",
    id: session.id,
    status: session.status,
    amount_pence: session.amount_pence,
    currency: "gbp",
    order_id: session.client_reference_id ?? undefined,
    payment_id: session.payment_intent,
    begun_at: null,
  };
}

/** A refund or a dispute, which is about the order of its payment. */
export function asMoneyBack(kind: "refund" | "dispute", back: MoneyBack): AtStripe {
  return {
    kind,
    id: back.id,
    status: back.status,
    amount_pence: back.amount_pence,
    currency: back.currency,
    order_id: back.payment?.metadata.order_id,
    payment_id: back.payment?.id ?? null,
    begun_at: back.created_at,
  };
}

/**
 * A thing of Stripe's as it is now; its status is "missing" when Stripe knows nothing of it.
 *
 * @throws VendorError when Stripe does not answer
 */
export async function fetchFromStripe({ kind, id }: StripeThing): Promise<AtStripe> {
  return (await find(kind, id)) ?? missing({ kind, id });
}

async function find(kind: AtStripe["kind"], id: string): Promise<AtStripe | null> {
  switch (kind) {
    case "payment": {
      const intent = await nullIfNotFound(retrievePaymentIntent(id));
      return intent && asPayment(intent);
    }
    case "page": {
      const session = await nullIfNotFound(retrieveCheckoutSession(id));
      return session && asPage(session);
    }
    case "refund": {
      const refund = await nullIfNotFound(retrieveRefund(id));
      return refund && asMoneyBack(kind, refund);
    }
    case "dispute": {
      const dispute = await nullIfNotFound(retrieveDispute(id));
      return dispute && asMoneyBack(kind, dispute);
    }
  }
}

function missing({ kind, id }: StripeThing): AtStripe {
  return {
    kind,
    id,
    status: "missing",
    amount_pence: null,
    currency: null,
    order_id: undefined,
    payment_id: kind === "payment" ? id : null,
    begun_at: null,
  };
}
