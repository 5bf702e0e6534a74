import type { Email } from "./email.ts";

/**
 * Every email by its name in the log and in Postmark (docs/specification/emails.md). Loaded when the first one is sent: the
 * libraries that draw emails are no part of the web server's start.
 */
const files = {
  magic_link_sign_up: async () => (await import("./magic-link.tsx")).signUp,
  magic_link_sign_in: async () => (await import("./magic-link.tsx")).signIn,
  magic_link_admin: async () => (await import("./magic-link.tsx")).admin,
  sign_in_no_account: async () => (await import("./sign-in-no-account.tsx")).signInNoAccount,
  invitation_seller: async () => (await import("./invitation.tsx")).seller,
  invitation_buyer: async () => (await import("./invitation.tsx")).buyer,
  seller_terms_accepted: async () => (await import("./terms-accepted.tsx")).termsAccepted,
  buyer_terms_accepted: async () => (await import("./terms-accepted.tsx")).termsAccepted,
  payment_received: async () => (await import("./payment-received.tsx")).paymentReceived,
  payment_failed: async () => (await import("./payment-failed.tsx")).paymentFailed,
  payment_held: async () => (await import("./payment-held.tsx")).paymentHeld,
  payment_review: async () => (await import("./payment-review.tsx")).paymentReview,
  contact_request: async () => (await import("./contact-request.tsx")).contactRequest,
  valuer_leads_submitted: async () =>
    (await import("./valuer-leads-submitted.tsx")).valuerLeadsSubmitted,
  weekly_leads: async () => (await import("./weekly-leads.tsx")).weeklyLeads,
  purchase_intent_success: async () =>
    (await import("./purchase-intent-success.tsx")).purchaseIntentSuccess,
  estate_agent_introduction: async () =>
    (await import("./estate-agent-introduction.tsx")).estateAgentIntroduction,
  seller_introduction: async () =>
    (await import("./solicitor-introduction.tsx")).sellerIntroduction,
  seller_solicitor_instruction: async () =>
    (await import("./solicitor-letter.tsx")).solicitorLetter,
  plot_plan_request: async () => (await import("./plot-plan-request.tsx")).plotPlanRequest,
  buyer_introduction: async () => (await import("./solicitor-introduction.tsx")).buyerIntroduction,
  buyer_additional_info: async () =>
    (await import("./buyer-additional-info.tsx")).buyerAdditionalInfo,
  buyer_solicitor_instruction: async () => (await import("./solicitor-letter.tsx")).solicitorLetter,
  purchase_intent_activated_buyer: async () =>
    (await import("./purchase-intent-activated.tsx")).forBuyer,
  purchase_intent_activated_solicitor: async () =>
    (await import("./solicitor-letter.tsx")).solicitorLetter,
  purchase_intent_deactivated_buyer: async () =>
    (await import("./purchase-intent-activated.tsx")).forBuyerBefore,
  purchase_intent_activated_seller: async () =>
    (await import("./purchase-intent-activated.tsx")).forSeller,
  buyer_found: async () => (await import("./buyer-found.tsx")).buyerFound,
  thirdfort_request_sellers: async () => (await import("./thirdfort-request.tsx")).requestSellers,
  thirdfort_request_buyers: async () => (await import("./thirdfort-request.tsx")).requestBuyers,
  giftor_id_check: async () => (await import("./giftor-id-check.tsx")).giftorIdCheck,
  sewer_bill_request: async () => (await import("./sewer-bill-request.tsx")).sewerBillRequest,
  solicitor_release: async () => (await import("./replaced.tsx")).solicitorRelease,
  solicitor_changed: async () => (await import("./replaced.tsx")).solicitorChanged,
  other_solicitor_changed: async () => (await import("./replaced.tsx")).otherSolicitorChanged,
  estate_agent_release: async () => (await import("./replaced.tsx")).estateAgentRelease,
  estate_agent_changed: async () => (await import("./replaced.tsx")).estateAgentChanged,
  email_corrected_old: async () => (await import("./email-corrected.tsx")).toOldAddress,
  email_corrected_new: async () => (await import("./email-corrected.tsx")).toNewAddress,
};

export type EmailName = keyof typeof files;

/** What each of them is told. */
export type EmailProps = {
  [Name in EmailName]: Awaited<ReturnType<(typeof files)[Name]>> extends Email<infer Props>
    ? Props
    : never;
};

export const emails: { [Name in EmailName]: () => Promise<Email<EmailProps[Name]>> } = files;
