import { writeInvitation } from "#app/auth/invitation-link.server.ts";
import { readContactRequest } from "#app/domain/contact/read-request.server.ts";
import { readSubmittedLeads } from "#app/domain/leads/submitted-leads.server.ts";
import { readWeeklyLeads } from "#app/domain/leads/weekly-email.server.ts";
import {
  readPaymentReceived,
  readPaymentReview,
} from "#app/domain/payments/payment-emails.server.ts";
import {
  readActivatedForBuyer,
  readActivatedForSolicitor,
  readBuyerFoundEmail,
} from "#app/domain/purchases/staff-emails.server.ts";
import { readPurchaseSuccess } from "#app/domain/purchases/purchase-email.server.ts";
import { readSewerBillRequest } from "#app/domain/searches/additional-requests.server.ts";
import { readIntroduction } from "#app/domain/transactions/estate-agent-introduction.server.ts";
import {
  readBuyerIntroduction,
  readBuyerInstruction,
  readPlotPlanRequest,
  readSellerInstruction,
  readSellerIntroduction,
} from "#app/domain/transactions/solicitor-letters.server.ts";
import type { EmailProps } from "#app/emails/index.ts";
import { emailIds, type QueuedEmailName } from "#app/queue/emails.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

const readers: { [Name in QueuedEmailName]: (db: Db, ids: Json) => Promise<EmailProps[Name]> } = {
  invitation_seller: (db, ids) => writeInvitation(db, emailIds.invitation_seller.parse(ids)),
  invitation_buyer: (db, ids) => writeInvitation(db, emailIds.invitation_buyer.parse(ids)),
  payment_received: (db, ids) => readPaymentReceived(db, emailIds.payment_received.parse(ids)),
  payment_review: (db, ids) => readPaymentReview(db, emailIds.payment_review.parse(ids)),
  purchase_intent_success: (db, ids) =>
    readPurchaseSuccess(db, emailIds.purchase_intent_success.parse(ids)),
  contact_request: (db, ids) =>
    readContactRequest(db, emailIds.contact_request.parse(ids).contact_request_id),
  valuer_leads_submitted: (db, ids) =>
    readSubmittedLeads(db, emailIds.valuer_leads_submitted.parse(ids).lead_ids),
  weekly_leads: (db, ids) => readWeeklyLeads(db, emailIds.weekly_leads.parse(ids)),
  estate_agent_introduction: (db, ids) =>
    readIntroduction(db, emailIds.estate_agent_introduction.parse(ids)),
  seller_introduction: (db, ids) =>
    readSellerIntroduction(db, emailIds.seller_introduction.parse(ids)),
  seller_solicitor_instruction: (db, ids) =>
    readSellerInstruction(db, emailIds.seller_solicitor_instruction.parse(ids)),
  plot_plan_request: (db, ids) => readPlotPlanRequest(db, emailIds.plot_plan_request.parse(ids)),
  buyer_introduction: (db, ids) =>
    readBuyerIntroduction(db, emailIds.buyer_introduction.parse(ids)),
  buyer_additional_info: (db, ids) =>
    readBuyerIntroduction(db, emailIds.buyer_additional_info.parse(ids)),
  buyer_solicitor_instruction: (db, ids) =>
    readBuyerInstruction(db, emailIds.buyer_solicitor_instruction.parse(ids)),
  purchase_intent_activated_buyer: (db, ids) =>
    readActivatedForBuyer(db, emailIds.purchase_intent_activated_buyer.parse(ids)),
  purchase_intent_activated_solicitor: (db, ids) =>
    readActivatedForSolicitor(db, emailIds.purchase_intent_activated_solicitor.parse(ids)),
  buyer_found: (db, ids) => readBuyerFoundEmail(db, emailIds.buyer_found.parse(ids)),
  sewer_bill_request: (db, ids) => readSewerBillRequest(db, emailIds.sewer_bill_request.parse(ids)),
};

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
  return readers[name](db, ids);
}
