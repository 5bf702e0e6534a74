import type { z } from "zod";
import { writeInvitation } from "#app/auth/invitation-link.server.ts";
import type { EmailFile } from "#app/clients/postmark.server.ts";
import {
  readBuyerIntroduction,
  readEstateAgentChanged,
  readEstateAgentRelease,
  readOtherSolicitorChanged,
  readPlotPlanRequest,
  readSellerIntroduction,
  readSolicitorChanged,
  readSolicitorRelease,
} from "#app/domain/assignments/assignment-emails.server.ts";
import { readIntroduction } from "#app/domain/assignments/estate-agent.server.ts";
import { readLetterOfEmail } from "#app/domain/assignments/letter.server.ts";
import { readContactRequest } from "#app/domain/contact/contact.server.ts";
import {
  readGiftorIdCheck,
  readRequestEmail,
} from "#app/domain/identity-checks/requests.server.ts";
import { readSubmittedLeads, readWeeklyLeads } from "#app/domain/leads/leads.server.ts";
import {
  readPaymentFailed,
  readPaymentHeld,
  readPaymentReceived,
  readPaymentReview,
} from "#app/domain/payments/orders.server.ts";
import { readEmailCorrected } from "#app/domain/people/correct-person.server.ts";
import {
  readActivatedForSeller,
  readBuyerFoundEmail,
  readDeactivatedForBuyer,
  readPurchaseForBuyer,
} from "#app/domain/purchases/purchase-emails.server.ts";
import { readSewerBillRequest } from "#app/domain/searches/additional-requests.server.ts";
import {
  type AcceptedTerms,
  readBuyerTerms,
  readSellerTerms,
} from "#app/domain/terms/accepted-terms.server.ts";
import type { EmailProps } from "#app/emails/index.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { type EmailIds, emailIds, type QueuedEmailName } from "#app/queue/emails.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/** How what each of them says is read, by the ids that were kept with it. */
const readers: {
  [Name in QueuedEmailName]: (db: Db, ids: EmailIds[Name]) => Promise<EmailProps[Name]>;
} = {
  invitation_seller: writeInvitation,
  invitation_buyer: writeInvitation,
  seller_terms_accepted: readSellerTerms,
  buyer_terms_accepted: readBuyerTerms,
  payment_received: readPaymentReceived,
  payment_failed: readPaymentFailed,
  payment_held: readPaymentHeld,
  payment_review: readPaymentReview,
  purchase_intent_success: readPurchaseForBuyer,
  contact_request: (db, { contact_request_id }) => readContactRequest(db, contact_request_id),
  valuer_leads_submitted: (db, { lead_ids }) => readSubmittedLeads(db, lead_ids),
  weekly_leads: readWeeklyLeads,
  estate_agent_introduction: readIntroduction,
  seller_introduction: readSellerIntroduction,
  seller_solicitor_instruction: readLetterOfEmail,
  plot_plan_request: readPlotPlanRequest,
  buyer_introduction: readBuyerIntroduction,
  buyer_additional_info: readBuyerIntroduction,
  buyer_solicitor_instruction: readLetterOfEmail,
  purchase_intent_activated_buyer: readPurchaseForBuyer,
  purchase_intent_activated_solicitor: readLetterOfEmail,
  purchase_intent_deactivated_buyer: readDeactivatedForBuyer,
  purchase_intent_activated_seller: readActivatedForSeller,
  buyer_found: readBuyerFoundEmail,
  thirdfort_request_sellers: readRequestEmail,
  thirdfort_request_buyers: readRequestEmail,
  giftor_id_check: readGiftorIdCheck,
  sewer_bill_request: readSewerBillRequest,
  solicitor_release: readSolicitorRelease,
  solicitor_changed: readSolicitorChanged,
  other_solicitor_changed: readOtherSolicitorChanged,
  estate_agent_release: readEstateAgentRelease,
  estate_agent_changed: readEstateAgentChanged,
  email_corrected_old: readEmailCorrected,
  email_corrected_new: readEmailCorrected,
};

const shapes: { [Name in QueuedEmailName]: z.ZodType<EmailIds[Name]> } = emailIds;

/**
 * What a queued email says, read from the database at the time it is sent.
 *
 * @param ids what was kept with it
 * @throws ZodError when its ids are not those of this email; NoResultError when what they name is gone.
 */
export function readContents<Name extends QueuedEmailName>(
  db: Db,
  name: Name,
  ids: Json,
): Promise<EmailProps[Name]> {
  return readers[name](db, shapes[name].parse(ids));
}

/** What goes along with an email, made of what it says. */
const writers: {
  [Name in QueuedEmailName]?: (contents: EmailProps[Name]) => Promise<EmailFile[]>;
} = {
  seller_terms_accepted: termsAsPdf,
  buyer_terms_accepted: termsAsPdf,
};

/** Writes the files of an email; most have none. */
export async function writeFiles<Name extends QueuedEmailName>(
  name: Name,
  contents: EmailProps[Name],
): Promise<EmailFile[]> {
  return (await writers[name]?.(contents)) ?? [];
}

async function termsAsPdf(accepted: AcceptedTerms): Promise<EmailFile[]> {
  // Loaded when the first one is written: what draws PDFs is no part of the worker's start.
  const { renderTerms } = await import("#app/pdf/terms.server.tsx");
  const content = await renderTerms(accepted);
  return [
    { name: `${PRODUCT_NAME} terms of your ${accepted.act}.pdf`, type: "application/pdf", content },
  ];
}
