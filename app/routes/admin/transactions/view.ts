import { referralFeeText } from "#app/domain/assignments/referral-fee.ts";
import { estateAgentText } from "#app/domain/estate-agents/labels.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { answerLabel, yesNoText } from "#app/domain/shared/answers.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { groupTitle } from "#app/domain/groups/labels.ts";
import { paymentBadge, paymentTypeLabel, refundBadge } from "#app/domain/payments/labels.ts";
import { matterPayment } from "#app/domain/payments/payment-status.ts";
import {
  assignedSolicitorText,
  sellerMortgageText,
  TYPE_LABELS,
} from "#app/domain/transactions/labels.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { Transaction } from "#app/domain/transactions/read-transaction.server.ts";
import { stageInFull } from "./stage-view.ts";

export type TransactionView = ReturnType<typeof transactionView>;

export function transactionView(matter: Transaction, now: Date) {
  const payment = matterPayment(matter);
  const { address } = matter;
  return {
    id: matter.id,
    number: formatMatterNumber(matter.number),
    handler: matter.handler_name,
    address: addressLine(address),
    sellers: fullNames(matter.sellers),
    type: TYPE_LABELS[matter.type],
    paid: payment.paid,
    payment_badge: paymentBadge(payment),
    refund_badge: refundBadge(matter.refund),
    payment_type: paymentTypeLabel(payment.type),
    legals_started: matter.legals_started_at && adminDate(matter.legals_started_at),
    group: matter.group_id && {
      id: matter.group_id,
      name: groupTitle(matter.group_name ?? ""),
    },
    asking_price: formatPounds(matter.asking_price_pounds),
    foreign_currency: answerLabel(matter.is_using_foreign_currency),
    mortgage_referral: answerLabel(matter.requires_mortgage_referral),
    seller_mortgage: sellerMortgageText(matter),
    mortgage_broker: matter.purchase?.mortgage_broker ?? "Not known",
    referral_fees: {
      seller: referralFeeText(matter) ?? "Not known",
      buyer: (matter.purchase && referralFeeText(matter.purchase)) ?? "Not known",
    },
    seller_solicitor: assignedSolicitorText(matter.seller_solicitor),
    buyer_solicitor: assignedSolicitorText(matter.buyer_solicitor),
    assigned_sides: matter.assigned_sides,
    check_alert: matter.check_alert,
    search_alert: matter.search_alert,
    estate_agent_text: estateAgentText(matter),
    /** True if the seller has not yet said which estate agent markets the property (AMB-J09). */
    estate_agent_pending: matter.estate_agent_status === "pending",
    estate_agent_id: matter.estate_agent?.id ?? null,
    /**
     * True if no search has been ordered. Cancelled searches do not count, as in the status strip.
     */
    searches_outstanding: matter.progress.searches === "outstanding",
    created: adminDate(matter.created_at),
    tags: matter.tags,
    ending: endingOf(matter),
    stage: stageInFull(matter, now),
    /** Numbers of sellers and buyers for the tabs (K-011, K-012). */
    seller_count: matter.sellers.length,
    purchase_count: matter.purchases,
    has_order: matter.order !== null,
    referral_code: yesNoText(Boolean(matter.order?.code)),
    property: {
      tenure: matter.tenure_details ? `${matter.tenure}: ${matter.tenure_details}` : matter.tenure,
      value: formatPounds(matter.value_pounds),
      description: matter.description,
      title_number: matter.title_number,
      // A town that is also the county is shown only once.
      lines: [
        ...new Set([
          address.line_1,
          address.line_2,
          address.line_3,
          address.post_town,
          address.county,
          address.postcode,
          address.country,
        ]),
      ].filter((line) => line !== null),
      map: mapUrl(address),
      postcode: address.postcode,
    },
  };
}

/** Returns the end or the pause of a matter as staff read it; null if it is neither. */
function endingOf({ stage_facts, end_reason, end_note, pause_note }: Transaction) {
  const { ended_on, pause } = stage_facts;
  if (ended_on !== null) {
    return {
      kind: "ended" as const,
      title: `This matter ended on ${adminDate(ended_on)}`,
      reason: end_reason,
      note: end_note,
    };
  }
  if (pause === null) return null;
  const until = pause.until === null ? "" : ` until ${adminDate(pause.until)}`;
  return {
    kind: "paused" as const,
    title: `This matter is paused${until}`,
    reason: null,
    note: pause_note,
  };
}

function mapUrl(address: Transaction["address"]) {
  const { latitude, longitude } = address;
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  }
  return mapSearchUrl(addressLine(address));
}

/** Returns the URL of a map that shows an address (O-017). */
export function mapSearchUrl(address: string) {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
}
