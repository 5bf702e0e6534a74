import type { SolicitorLetter } from "#app/domain/transactions/letter.ts";
import type { BuyerAdditionalInfoProps } from "./buyer-additional-info.tsx";
import type { BuyerFoundProps } from "./buyer-found.tsx";
import type { ContactRequestProps } from "./contact-request.tsx";
import type { Email } from "./email.ts";
import type { EstateAgentIntroductionProps } from "./estate-agent-introduction.tsx";
import type { InvitationProps } from "./invitation.tsx";
import type { MagicLinkProps } from "./magic-link.tsx";
import type { PaymentReceivedProps } from "./payment-received.tsx";
import type { PaymentReviewProps } from "./payment-review.tsx";
import type { PlotPlanRequestProps } from "./plot-plan-request.tsx";
import type {
  ActivatedForBuyerProps,
  ActivatedForSellerProps,
  DeactivatedForBuyerProps,
} from "./purchase-intent-activated.tsx";
import type { PurchaseIntentSuccessProps } from "./purchase-intent-success.tsx";
import type { SewerBillRequestProps } from "./sewer-bill-request.tsx";
import type { SolicitorIntroductionProps } from "./solicitor-introduction.tsx";
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
  payment_received: PaymentReceivedProps;
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
  sewer_bill_request: SewerBillRequestProps;
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
  payment_received: async () => (await import("./payment-received.tsx")).paymentReceived,
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
  sewer_bill_request: async () => (await import("./sewer-bill-request.tsx")).sewerBillRequest,
};
