import { z } from "zod";
import { badBody, readBody } from "../outbound.server.ts";
import { askStripe, stripe } from "./sdk.server.ts";
import {
  type CheckoutSession,
  type MoneyBack,
  type PaymentIntent,
  shapes,
} from "./shapes.server.ts";

export type { MoneyBack } from "./shapes.server.ts";

/**
 * What Stripe holds, page by page, so that it can be compared with what we hold. Amounts are in the smallest unit of
 * their currency. Each page has a deadline and a second try of its own. Documents: docs.stripe.com/api/pagination.
 */

/** When the listed objects were made: from the first moment, up to but without the second. */
export type Stretch = { from: Date; until: Date };

const PAGE_SIZE = 100;
/** Far more pages than a week of ours fills: a list that has not ended by then never will. */
const MAX_PAGES = 1_000;

/**
 * The payments for which money was taken within a time, however long before that they were begun. @throws VendorError
 */
export async function listTakenPayments(stretch: Stretch): Promise<PaymentIntent[]> {
  const expand = ["data.payment_intent"];
  const charges = await listAll(shapes.charge, (page) =>
    stripe.charges.list({ created: seconds(stretch), expand, ...page }),
  );
  return charges.flatMap(({ status, payment }) =>
    status === "succeeded" && payment ? [payment] : [],
  );
}

/** The payments that were begun within a time, whatever their outcome. @throws VendorError */
export function listPaymentIntents(stretch: Stretch): Promise<PaymentIntent[]> {
  return listAll(shapes.paymentIntent, (page) =>
    stripe.paymentIntents.list({ created: seconds(stretch), ...page }),
  );
}

/** Stripe's own pages that were made within a time, and which can still be paid on. @throws VendorError */
export function listOpenCheckoutSessions(stretch: Stretch): Promise<CheckoutSession[]> {
  return listAll(shapes.checkoutSession, (page) =>
    stripe.checkout.sessions.list({ created: seconds(stretch), status: "open", ...page }),
  );
}

/** The refunds that were made within a time, each with its payment. @throws VendorError */
export function listRefunds(stretch: Stretch): Promise<MoneyBack[]> {
  const expand = ["data.payment_intent"];
  return listAll(shapes.refund, (page) =>
    stripe.refunds.list({ created: seconds(stretch), expand, ...page }),
  );
}

/** The payments that a bank has asked back within a time, each with its payment. @throws VendorError */
export function listDisputes(stretch: Stretch): Promise<MoneyBack[]> {
  const expand = ["data.payment_intent"];
  return listAll(shapes.dispute, (page) =>
    stripe.disputes.list({ created: seconds(stretch), expand, ...page }),
  );
}

/** @throws VendorError "4xx" with status 404 when there is no such refund */
export function retrieveRefund(id: string): Promise<MoneyBack> {
  return askStripe(true, async () => {
    const refund = await stripe.refunds.retrieve(id, { expand: ["payment_intent"] });
    return readBody("stripe", shapes.refund, refund);
  });
}

/** @throws VendorError "4xx" with status 404 when there is no such dispute */
export function retrieveDispute(id: string): Promise<MoneyBack> {
  return askStripe(true, async () => {
    const dispute = await stripe.disputes.retrieve(id, { expand: ["payment_intent"] });
    return readBody("stripe", shapes.dispute, dispute);
  });
}

function seconds({ from, until }: Stretch) {
  return { gte: Math.floor(from.getTime() / 1_000), lt: Math.floor(until.getTime() / 1_000) };
}

type Page = { limit: number; starting_after?: string };

/**
 * All items of a list, the newest first. What is made while it is read would come before the first page, and is left out.
 *
 * @throws VendorError, "bad_body" also for a list without an end
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
    const { data, has_more } = await askStripe(true, async () =>
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
