import { z } from "zod";

/** One email about all homes that its reader sells, since a group has many. */
const ofSales = z.object({ transaction_ids: z.array(z.string()) });
/** A letter to solicitors is kept as it was decided on, and sent as it is. */
const ofLetter = z.object({ letter_id: z.string() });
const ofPurchase = z.object({ transaction_id: z.string(), purchase_intent_id: z.string() });
/** Who acted, and who acts now: lawyer groups, or estate agents. */
const ofReplacement = z.object({
  transaction_id: z.string(),
  from: z.string(),
  to: z.string(),
});
const ofSolicitors = ofReplacement.extend({ side: z.enum(["seller", "buyer"]) });

/** To a customer of a matter, on their side of it. */
const ofNews = z.object({
  user_id: z.string(),
  transaction_id: z.string(),
  side: z.enum(["seller", "buyer"]),
});

/** Whose email staff have corrected: a person who can sign in, or a person who is named in a matter. */
const ofCorrection = z.object({ kind: z.enum(["user", "party"]), person_id: z.string() });

/** How a member of staff comes in has changed. */
const ofStaffAccess = z.object({
  user_id: z.string(),
  change: z.enum([
    "added",
    "roles",
    "deactivated",
    "brought_back",
    "sessions_ended",
    "factor_added",
    "factor_removed",
    "factor_reset",
    "recovery_code_used",
  ]),
});

/** About an order: the Orders tab lists them. */
const ofOrders = {
  payment_received: z.object({ order_id: z.string() }),
  payment_failed: z.object({ order_id: z.string() }),
  payment_held: z.object({ payment_review_id: z.string() }),
  payment_resolved: z.object({ payment_review_id: z.string() }),
  payment_refunded: z.object({ payment_review_id: z.string() }),
  payment_review: z.object({ payment_review_id: z.string() }),
};

/**
 * Every email that the queue sends, and the ids that are kept with it until then. What it reads and says is in app/emails,
 * exported by the same name.
 */
export const emailIds = {
  ...ofOrders,
  invitation_seller: z.object({ invitation_id: z.string() }),
  invitation_buyer: z.object({ invitation_id: z.string() }),
  seller_terms_accepted: z.object({ transaction_id: z.string() }),
  buyer_terms_accepted: z.object({ purchase_intent_id: z.string() }),
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
  seller_introduction: ofSales,
  seller_solicitor_instruction: ofLetter,
  plot_plan_request: ofSales,
  buyer_introduction: ofPurchase,
  buyer_additional_info: ofPurchase,
  buyer_solicitor_instruction: ofLetter,
  purchase_intent_activated_buyer: z.object({ purchase_intent_id: z.string() }),
  purchase_intent_activated_solicitor: ofLetter,
  purchase_intent_deactivated_buyer: z.object({ purchase_intent_id: z.string() }),
  purchase_intent_activated_seller: z.object({
    purchase_intent_id: z.string(),
    /** There was another buyer before. */
    has_changed: z.boolean(),
  }),
  buyer_found: z.object({ purchase_intent_id: z.string() }),
  thirdfort_request_sellers: z.object({ transaction_id: z.string() }),
  thirdfort_request_buyers: ofPurchase,
  person_named: z.object({ party_id: z.string() }),
  /** Of a sale where there is no purchase; to who signed up, or to who is named no more. */
  people_changed: z.object({
    transaction_id: z.string(),
    purchase_intent_id: z.string().nullable(),
    to: z.enum(["primary", "removed"]),
  }),
  giftor_id_check: z.object({ party_id: z.string() }),
  staff_note: z.object({
    transaction_id: z.string(),
    stage_note_id: z.string(),
    side: z.enum(["seller", "buyer"]),
  }),
  sewer_bill_request: z.object({ transaction_id: z.string() }),
  solicitor_release: ofSolicitors,
  solicitor_changed: ofSolicitors,
  /** It goes to the solicitor of the other side. */
  other_solicitor_changed: ofSolicitors.extend({ other: z.string() }),
  estate_agent_release: ofReplacement,
  estate_agent_changed: ofReplacement,
  email_corrected_old: ofCorrection,
  email_corrected_new: ofCorrection,
  own_details_changed: z.object({
    user_id: z.string(),
    changed: z.array(z.enum(["phone_number", "correspondence_address"])),
  }),
  erasure_requested: z.object({ privacy_request_id: z.string() }),
  erasure_acknowledged: z.object({ privacy_request_id: z.string() }),
  erasure_begun: z.object({}),
  erasure_refused: z.object({ privacy_request_id: z.string() }),
  staff_access_changed: ofStaffAccess,
  correction_requested: z.object({ correction_request_id: z.string() }),
  correction_answered: z.object({ correction_request_id: z.string() }),
  audit_broken: z.object({ audit_check_id: z.string() }),
  data_copy_ready: z.object({ data_copy_id: z.string() }),
  /** What happened are names of events: what they say is read when it is sent. */
  matter_news: ofNews.extend({
    happened: z.array(z.string()),
    purchase_intent_id: z.string().nullable().default(null),
    /** The dates of that purchase that it names, to be compared with when one moves or is withdrawn. */
    days: z.record(z.string(), z.iso.date().nullable()).default({}),
  }),
  weekly_summary: ofNews,
  start_reminder: z.object({ user_id: z.string(), after: z.enum(["day", "week"]) }),
  alert_begun: z.object({ alert_id: z.string() }),
  alert_over: z.object({ alert_id: z.string() }),
  email_received: z.object({ inbound_email_id: z.string() }),
};

export type QueuedEmailName = keyof typeof emailIds;
export type EmailIds = { [Name in QueuedEmailName]: z.output<(typeof emailIds)[Name]> };

export const ORDER_EMAILS: readonly string[] = Object.keys(ofOrders);

export function isQueuedEmailName(name: string): name is QueuedEmailName {
  return Object.hasOwn(emailIds, name);
}

/** The emails of invitations. */
export const INVITATION_EMAILS = { sell: "invitation_seller", buy: "invitation_buyer" } as const;

/** Emails that are queued by day only, and can wait until the next one. */
export const BY_DAY: readonly string[] = [
  "matter_news",
  "start_reminder",
] satisfies QueuedEmailName[];
