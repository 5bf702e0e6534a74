import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";

const ofOrder = z.object({ order_id: z.string() });
const ofReview = z.object({ payment_review_id: z.string() });

export const paymentReceivedEmail = queuedEmail("payment_received", ofOrder);
export const paymentFailedEmail = queuedEmail("payment_failed", ofOrder);
export const paymentHeldEmail = queuedEmail("payment_held", ofReview);
export const paymentResolvedEmail = queuedEmail("payment_resolved", ofReview);
/** A refund is ours, or a review of one that was made in Stripe. */
const ofAnyRefund = z.union([z.object({ refund_id: z.string() }), ofReview]);
export const paymentRefundedEmail = queuedEmail("payment_refunded", ofAnyRefund);
export const paymentReviewEmail = queuedEmail("payment_review", ofReview);

export const ORDER_EMAILS: readonly string[] = [
  paymentReceivedEmail.name,
  paymentFailedEmail.name,
  paymentHeldEmail.name,
  paymentResolvedEmail.name,
  paymentRefundedEmail.name,
  paymentReviewEmail.name,
];
