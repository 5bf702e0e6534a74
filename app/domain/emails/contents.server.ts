import { z } from "zod";
import type { EmailProps } from "#app/emails/index.ts";
import { readContactRequest } from "#app/domain/contact/read-request.server.ts";
import { readSubmittedLeads } from "#app/domain/leads/submitted-leads.server.ts";
import { readWeeklyLeads } from "#app/domain/leads/weekly-email.server.ts";
import { splitVat } from "#app/domain/payments/vat.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { readIntroduction } from "#app/domain/transactions/estate-agent-introduction.server.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/** What a queued email says, read from the database at the time it is sent. */

/** What is kept with a queued email until then. */
const ids = {
  payment_received: z.object({ order_id: z.string() }),
  payment_review: z.object({ payment_review_id: z.string() }),
  purchase_intent_success: z.object({ purchase_intent_id: z.string() }),
  contact_request: z.object({ contact_request_id: z.string() }),
  valuer_leads_submitted: z.object({ lead_ids: z.array(z.string()) }),
  weekly_leads: z.object({
    valuer_id: z.string().nullable(),
    /** The offices that the recipient coordinates. */
    estate_agent_ids: z.array(z.string()),
  }),
  estate_agent_introduction: z.object({
    transaction_ids: z.array(z.string()),
    valuer_id: z.string(),
  }),
};

export type QueuedEmailName = keyof typeof ids;
export type EmailIds = { [Name in QueuedEmailName]: z.output<(typeof ids)[Name]> };

export function isQueuedEmailName(name: string): name is QueuedEmailName {
  return Object.hasOwn(ids, name);
}

const readers: { [Name in QueuedEmailName]: (db: Db, ids: Json) => Promise<EmailProps[Name]> } = {
  payment_received: (db, props) => paymentReceived(db, ids.payment_received.parse(props)),
  payment_review: (db, props) => paymentReview(db, ids.payment_review.parse(props)),
  contact_request: (db, props) =>
    readContactRequest(db, ids.contact_request.parse(props).contact_request_id),
  valuer_leads_submitted: (db, props) =>
    readSubmittedLeads(db, ids.valuer_leads_submitted.parse(props).lead_ids),
  weekly_leads: (db, props) => readWeeklyLeads(db, ids.weekly_leads.parse(props)),
  purchase_intent_success: (db, props) =>
    purchaseIntentSuccess(db, ids.purchase_intent_success.parse(props)),
  estate_agent_introduction: (db, props) =>
    readIntroduction(db, ids.estate_agent_introduction.parse(props)),
};

/**
 * The contents of a queued email.
 *
 * @throws ZodError when its ids are not those of this email; NoResultError when what they name is gone.
 */
export function readContents<Name extends QueuedEmailName>(
  db: Db,
  name: Name,
  props: Json,
): Promise<EmailProps[Name]> {
  return readers[name](db, props);
}

async function paymentReceived(db: Db, { order_id }: EmailIds["payment_received"]) {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("transactions as t", "t.id", "o.transaction_id")
    .innerJoin("users as u", "u.id", "t.seller_id")
    .innerJoin("properties as p", "p.id", "t.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("o.id", "=", order_id)
    .select(["u.first_name", "t.id as transaction_id", "o.total_amount_pence"])
    .select(["a.line_1", "a.line_2", "a.line_3", "a.post_town", "a.postcode"])
    .executeTakeFirstOrThrow();
  const items = await db
    .selectFrom("order_items")
    .where("order_id", "=", order_id)
    .orderBy("position")
    .select(["product_name", "product_price_pence"])
    .execute();
  return {
    first_name: order.first_name,
    property: addressLine(order),
    items,
    ...splitVat(order.total_amount_pence),
    total_pence: order.total_amount_pence,
    dashboard: new URL(paths.dashboard.sell(order.transaction_id), env.APP_URL).href,
  };
}

async function paymentReview(db: Db, { payment_review_id }: EmailIds["payment_review"]) {
  const review = await db
    .selectFrom("payment_reviews as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .where("r.id", "=", payment_review_id)
    .select(["r.reason", "r.stripe_transaction_id", "r.order_id", "o.transaction_id"])
    .executeTakeFirstOrThrow();
  const matter = new URL(paths.admin.transaction(review.transaction_id), env.APP_URL).href;
  return { ...review, matter };
}

async function purchaseIntentSuccess(
  db: Db,
  { purchase_intent_id }: EmailIds["purchase_intent_success"],
) {
  const purchase = await db
    .selectFrom("purchase_intents as i")
    .innerJoin("users as u", "u.id", "i.buyer_id")
    .innerJoin("properties as p", "p.id", "i.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("i.id", "=", purchase_intent_id)
    .select(["u.first_name", "i.transaction_id"])
    .select(["a.line_1", "a.line_2", "a.line_3", "a.post_town", "a.postcode"])
    .executeTakeFirstOrThrow();
  return {
    first_name: purchase.first_name,
    property: addressLine(purchase),
    dashboard: new URL(paths.dashboard.buy(purchase.transaction_id), env.APP_URL).href,
  };
}
