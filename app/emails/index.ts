import type { Email } from "./email.ts";

/**
 * Every email by its name in the log and in Postmark (docs/specification/emails.md). Loaded when the first one is sent: the
 * libraries that draw emails are no part of the web server's start.
 */
const files = {
  magic_link_sign_up: async () => (await import("./sign-in.tsx")).signUp,
  magic_link_sign_in: async () => (await import("./sign-in.tsx")).signIn,
  magic_link_admin: async () => (await import("./sign-in.tsx")).admin,
  sign_in_no_account: async () => (await import("./sign-in.tsx")).signInNoAccount,
  invitation_seller: async () => (await import("./invitation.tsx")).seller,
  invitation_buyer: async () => (await import("./invitation.tsx")).buyer,
  seller_terms_accepted: async () => (await import("./terms-accepted.tsx")).termsAccepted,
  buyer_terms_accepted: async () => (await import("./terms-accepted.tsx")).termsAccepted,
  payment_received: async () => (await import("./payments.tsx")).paymentReceived,
  payment_failed: async () => (await import("./payments.tsx")).paymentFailed,
  payment_held: async () => (await import("./payments.tsx")).paymentHeld,
  payment_review: async () => (await import("./payments.tsx")).paymentReview,
  contact_request: async () => (await import("./contact-request.tsx")).contactRequest,
  valuer_leads_submitted: async () => (await import("./leads.tsx")).valuerLeadsSubmitted,
  weekly_leads: async () => (await import("./leads.tsx")).weeklyLeads,
  purchase_intent_success: async () => (await import("./purchases.tsx")).purchaseIntentSuccess,
  estate_agent_introduction: async () =>
    (await import("./estate-agent-introduction.tsx")).estateAgentIntroduction,
  seller_introduction: async () =>
    (await import("./solicitor-introduction.tsx")).sellerIntroduction,
  seller_solicitor_instruction: async () =>
    (await import("./solicitor-letter.tsx")).solicitorLetter,
  plot_plan_request: async () => (await import("./information-requests.tsx")).plotPlanRequest,
  buyer_introduction: async () => (await import("./solicitor-introduction.tsx")).buyerIntroduction,
  buyer_additional_info: async () =>
    (await import("./solicitor-introduction.tsx")).buyerAdditionalInfo,
  buyer_solicitor_instruction: async () => (await import("./solicitor-letter.tsx")).solicitorLetter,
  purchase_intent_activated_buyer: async () => (await import("./purchases.tsx")).forBuyer,
  purchase_intent_activated_solicitor: async () =>
    (await import("./solicitor-letter.tsx")).solicitorLetter,
  purchase_intent_deactivated_buyer: async () => (await import("./purchases.tsx")).forBuyerBefore,
  purchase_intent_activated_seller: async () => (await import("./purchases.tsx")).forSeller,
  buyer_found: async () => (await import("./purchases.tsx")).buyerFound,
  thirdfort_request_sellers: async () => (await import("./identity-checks.tsx")).requestSellers,
  thirdfort_request_buyers: async () => (await import("./identity-checks.tsx")).requestBuyers,
  giftor_id_check: async () => (await import("./identity-checks.tsx")).giftorIdCheck,
  sewer_bill_request: async () => (await import("./information-requests.tsx")).sewerBillRequest,
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
