/**
 * Lists of payments, refunds and other objects from Stripe, with amounts in pence. If the request
 * for one page fails, only that request is retried.
 */

import { z } from "zod";
import { badBody, readBody } from "../outbound.server.ts";
import { callStripe, stripe } from "./sdk.server.ts";
import {
  type CheckoutSession,
  type ReturnedPayment,
  type PaymentIntent,
  stripeSchemas,
} from "./shapes.server.ts";

export type { ReturnedPayment } from "./shapes.server.ts";

/**
 * Period in which the listed objects were created. It includes the time `from` but not the time
 * `until`.
 */
export type CreationPeriod = { from: Date; until: Date };

const PAGE_SIZE = 100;
/**
 * Maximum number of pages. A week's list is much shorter, so a longer list would probably never
 * end.
 */
const MAX_PAGES = 1_000;

/**
 * Lists payments that were charged within a period, even if they were created earlier.
 * @throws {VendorError}
 */
export async function listChargedPayments(stretch: CreationPeriod): Promise<PaymentIntent[]> {
  const expand = ["data.payment_intent"];
  const charges = await listAll(stripeSchemas.charge, (page) =>
    stripe.charges.list({ created: seconds(stretch), expand, ...page }),
  );
  return charges.flatMap(({ status, payment }) =>
    status === "succeeded" && payment ? [payment] : [],
  );
}

/**
 * Lists payments that were created within a period, whether they succeeded or not.
 * @throws {VendorError}
 */
export function listPaymentIntents(stretch: CreationPeriod): Promise<PaymentIntent[]> {
  return listAll(stripeSchemas.paymentIntent, (page) =>
    stripe.paymentIntents.list({ created: seconds(stretch), ...page }),
  );
}

/**
 * Lists payment pages on Stripe's site that were created within a period and are still open.
 * @throws {VendorError}
 */
export function listOpenCheckoutSessions(stretch: CreationPeriod): Promise<CheckoutSession[]> {
  return listAll(stripeSchemas.checkoutSession, (page) =>
    stripe.checkout.sessions.list({ created: seconds(stretch), status: "open", ...page }),
  );
}

/** Lists refunds that were created within a period, with their payments. @throws {VendorError} */
export function listRefunds(stretch: CreationPeriod): Promise<ReturnedPayment[]> {
  const expand = ["data.payment_intent"];
  return listAll(stripeSchemas.refund, (page) =>
    stripe.refunds.list({ created: seconds(stretch), expand, ...page }),
  );
}

/**
 * Lists all refunds of a payment, also those made in Stripe’s dashboard.
 * @throws {VendorError}
 */
export function listRefundsOfPayment(payment_intent: string): Promise<ReturnedPayment[]> {
  const expand = ["data.payment_intent"];
  return listAll(stripeSchemas.refund, (page) =>
    stripe.refunds.list({ payment_intent, expand, ...page }),
  );
}

/** Lists disputes that were created within a period, with their payments. @throws {VendorError} */
export function listDisputes(stretch: CreationPeriod): Promise<ReturnedPayment[]> {
  const expand = ["data.payment_intent"];
  return listAll(stripeSchemas.dispute, (page) =>
    stripe.disputes.list({ created: seconds(stretch), expand, ...page }),
  );
}

/** Returns a refund. @throws {VendorError} "4xx" with status 404 if it does not exist */
export function retrieveRefund(id: string): Promise<ReturnedPayment> {
  return callStripe(true, async () => {
    const refund = await stripe.refunds.retrieve(id, { expand: ["payment_intent"] });
    return readBody("stripe", stripeSchemas.refund, refund);
  });
}

/** Returns a dispute. @throws {VendorError} "4xx" with status 404 if it does not exist */
export function retrieveDispute(id: string): Promise<ReturnedPayment> {
  return callStripe(true, async () => {
    const dispute = await stripe.disputes.retrieve(id, { expand: ["payment_intent"] });
    return readBody("stripe", stripeSchemas.dispute, dispute);
  });
}

function seconds({ from, until }: CreationPeriod) {
  return { gte: Math.floor(from.getTime() / 1_000), lt: Math.floor(until.getTime() / 1_000) };
}

type Page = { limit: number; starting_after?: string };

/**
 * Lists all objects, newest first. Leaves out objects that are created during the listing, because
 * they would come before the first page.
 * @throws {VendorError} "bad_body" also if the list does not end
 */
async function listAll<Found extends { id: string }>(
  shape: z.ZodType<Found>,
  askPage: (page: Page) => Promise<unknown>,
): Promise<Found[]> {
  const List = z.object({
    object: z.literal("list"),
    data: z.array(shape),
    has_more: z.boolean(),
  });
  const found = new Map<string, Found>();
  let page: Page = { limit: PAGE_SIZE };
  for (let asked = 0; asked < MAX_PAGES; asked++) {
    const { data, has_more } = await callStripe(true, async () =>
      readBody("stripe", List, await askPage(page)),
    );
    const before = found.size;
    for (const one of data) found.set(one.id, one);
    if (!has_more) return [...found.values()];
    const last = data.at(-1);
    if (!last || found.size === before) break;
    page = { limit: PAGE_SIZE, starting_after: last.id };
  }
  throw badBody("stripe");
}
