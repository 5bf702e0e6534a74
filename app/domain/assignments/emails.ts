import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";

/** One email covers all the properties that a seller sells in a group. */
const ofSales = z.object({ transaction_ids: z.array(z.string()) });
/** The content of a letter is stored when its email is queued, and doesn't change afterwards. */
const ofLetter = z.object({ letter_id: z.string() });
const ofPurchase = z.object({ transaction_id: z.string(), purchase_intent_id: z.string() });
/** `from` and `to` are ids of lawyer groups or of estate agents. */
const ofReplacement = z.object({ transaction_id: z.string(), from: z.string(), to: z.string() });
const ofSolicitors = ofReplacement.extend({ side: z.enum(["seller", "buyer"]) });

export const ASSIGNMENT_EMAILS = {
  estate_agent_introduction: queuedEmail(
    "estate_agent_introduction",
    z.object({ transaction_ids: z.array(z.string()), valuer_id: z.string() }),
  ),
  seller_introduction: queuedEmail("seller_introduction", ofSales),
  seller_solicitor_instruction: queuedEmail("seller_solicitor_instruction", ofLetter),
  plot_plan_request: queuedEmail("plot_plan_request", ofSales),
  buyer_introduction: queuedEmail("buyer_introduction", ofPurchase),
  buyer_additional_info: queuedEmail("buyer_additional_info", ofPurchase),
  buyer_solicitor_instruction: queuedEmail("buyer_solicitor_instruction", ofLetter),
  purchase_intent_activated_solicitor: queuedEmail("purchase_intent_activated_solicitor", ofLetter),
  solicitor_release: queuedEmail("solicitor_release", ofSolicitors),
  solicitor_changed: queuedEmail("solicitor_changed", ofSolicitors),
  other_solicitor_changed: queuedEmail(
    "other_solicitor_changed",
    ofSolicitors.extend({ other: z.string() }),
  ),
  estate_agent_release: queuedEmail("estate_agent_release", ofReplacement),
  estate_agent_changed: queuedEmail("estate_agent_changed", ofReplacement),
};
