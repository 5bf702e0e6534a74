import type { SolicitorLetter } from "#app/domain/transactions/letter.ts";
import type { BuyerAdditionalInfoProps } from "./buyer-additional-info.tsx";
import type { BuyerFoundProps } from "./buyer-found.tsx";
import type { ContactRequestProps } from "./contact-request.tsx";
import type { Email } from "./email.ts";
import type { EmailCorrectedProps } from "./email-corrected.tsx";
import type { EstateAgentIntroductionProps } from "./estate-agent-introduction.tsx";
import type { GiftorIdCheckProps } from "./giftor-id-check.tsx";
import type { InvitationProps } from "./invitation.tsx";
import type { MagicLinkProps } from "./magic-link.tsx";
import type { PaymentFailedProps } from "./payment-failed.tsx";
import type { PaymentHeldProps } from "./payment-held.tsx";
import type { PaymentReceivedProps } from "./payment-received.tsx";
import type { PaymentReviewProps } from "./payment-review.tsx";
import type { PlotPlanRequestProps } from "./plot-plan-request.tsx";
import type {
  ActivatedForBuyerProps,
  ActivatedForSellerProps,
  DeactivatedForBuyerProps,
} from "./purchase-intent-activated.tsx";
import type { PurchaseIntentSuccessProps } from "./purchase-intent-success.tsx";
import type {
  EstateAgentChangedProps,
  EstateAgentReleaseProps,
  OtherSolicitorChangedProps,
  SolicitorChangedProps,
  SolicitorReleaseProps,
} from "./replaced.tsx";
import type { SewerBillRequestProps } from "./sewer-bill-request.tsx";
import type { SolicitorIntroductionProps } from "./solicitor-introduction.tsx";
import type { TermsAcceptedProps } from "./terms-accepted.tsx";
import type { ThirdfortRequestProps } from "./thirdfort-request.tsx";
import type { ValuerLeadsSubmittedProps } from "./valuer-leads-submitted.tsx";
import type { WeeklyLeadsProps } from "./weekly-leads.tsx";

/** Every email by its name in the log and in Postmark (docs/specification/emails.md), and what it is told. */
export type EmailProps = {
  magic_link_sign_up: Pick<MagicLinkProps, "link">;
  magic_link_sign_in: MagicLinkProps;
  magic_link_admin: MagicLinkProps;
  sign_in_no_account: Record<string, never>;
  invitation_seller: InvitationProps;
  invitation_buyer: InvitationProps;
  seller_terms_accepted: TermsAcceptedProps;
  buyer_terms_accepted: TermsAcceptedProps;
  payment_received: PaymentReceivedProps;
  payment_failed: PaymentFailedProps;
  payment_held: PaymentHeldProps;
  payment_review: PaymentReviewProps;
  contact_request: ContactRequestProps;
  valuer_leads_submitted: ValuerLeadsSubmittedProps;
  weekly_leads: WeeklyLeadsProps;
  purchase_intent_success: PurchaseIntentSuccessProps;
  estate_agent_introduction: EstateAgentIntroductionProps;
  seller_introduction: SolicitorIntroductionProps;
  seller_solicitor_instruction: SolicitorLetter;
  plot_plan_request: PlotPlanRequestProps;
  buyer_introduction: SolicitorIntroductionProps;
  buyer_additional_info: BuyerAdditionalInfoProps;
  buyer_solicitor_instruction: SolicitorLetter;
  purchase_intent_activated_buyer: ActivatedForBuyerProps;
  purchase_intent_activated_solicitor: SolicitorLetter;
  purchase_intent_deactivated_buyer: DeactivatedForBuyerProps;
  purchase_intent_activated_seller: ActivatedForSellerProps;
  buyer_found: BuyerFoundProps;
  thirdfort_request_sellers: ThirdfortRequestProps;
  thirdfort_request_buyers: ThirdfortRequestProps;
  giftor_id_check: GiftorIdCheckProps;
  sewer_bill_request: SewerBillRequestProps;
  solicitor_release: SolicitorReleaseProps;
  solicitor_changed: SolicitorChangedProps;
  other_solicitor_changed: OtherSolicitorChangedProps;
  estate_agent_release: EstateAgentReleaseProps;
  estate_agent_changed: EstateAgentChangedProps;
  email_corrected_old: EmailCorrectedProps;
  email_corrected_new: EmailCorrectedProps;
};

export type EmailName = keyof EmailProps;

/** Loaded when the first one is sent: the libraries that draw emails are no part of the web server's start. */
export const emails: { [Name in EmailName]: () => Promise<Email<EmailProps[Name]>> } = {
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
