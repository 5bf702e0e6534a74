/** The part of a letter to a solicitor about fees, and that about related sales and purchases. */

import { buyerLegalFeePence, withVat } from "#app/domain/payments/costs.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { LetterPart, LetterRow } from "./letter.ts";
import type { LetterMatter } from "./instructed-matters.server.ts";
import type { LetterFacts } from "./letter-facts.server.ts";
import { row, rowsOfEach, yourClients } from "./letter-row.ts";
import { referralFeeText } from "./referral-fee.ts";

/**
 * Returns the legal fees that we have shown to the client, and what we know about an introducer.
 * @param legal_fee_pounds usual fee of the firm’s group for a sale, including VAT
 */
export function termsPart(
  side: Side,
  matters: readonly LetterMatter[],
  legal_fee_pounds: number | null,
): LetterPart {
  const rows = rowsOfEach(matters, (matter) => {
    const { purchase, facts } = matter;
    const of = side === "seller" ? matter : purchase;
    return [
      ...(side === "seller"
        ? [
            row("Legal fee quoted", sellerFeeText(legal_fee_pounds)),
            row("Core legal fee of the buyer’s solicitor", buyerFeeText(matter)),
            row("Introducer", introducerText(facts)),
          ]
        : [row("Core legal fee quoted", buyerFeeText(matter))]),
      row("Referral fee paid to an introducer", of && referralFeeText(of)),
    ];
  });
  return { title: "Terms", rows };
}

function sellerFeeText(pounds: number | null): string | null {
  return pounds === null
    ? null
    : `${formatPounds(pounds)} including VAT, your usual fee for a sale. The seller pays this fee from the sale proceeds on completion`;
}

/** The seller also pays the core legal fee of the buyer’s solicitor (AMB-D10). */
function buyerFeeText({ purchase, facts }: LetterMatter): string {
  const price = purchase?.agreed_price_pounds ?? facts.agreed_with_invited_pounds;
  const net_pence = buyerLegalFeePence(price);
  const fee = price
    ? `${formatPence(net_pence)} plus VAT (${formatPence(withVat(net_pence))} including VAT)`
    : "Depends on the agreed price";
  return `${fee}. The seller, not the buyer, pays this fee from the sale proceeds on completion`;
}

function introducerText({ referral }: LetterFacts): string {
  if (!referral) return "The seller used no referral code";
  const { office_name, brand_name, label } = referral;
  const owner = office_name || brand_name ? agentLabel({ office_name, brand_name }) : label;
  return `${owner}. The seller used their referral code`;
}

/**
 * Returns the client’s other sale or purchase, if this one depends on it or may do so.
 * @param clients number of clients of the firm
 */
export function relatedRows(side: Side, matter: LetterMatter, clients: number): LetterRow[] {
  const { purchase, onward_purchase, facts } = matter;
  const answer = side === "seller" ? onward_purchase : purchase?.purchase_dependent_on_sale;
  const doing = side === "seller" ? "buying" : "selling";
  const what = `Property that your ${yourClients(clients)} ${clients > 1 ? "are" : "is"} ${doing}`;
  if (facts.related.length > 0) {
    return facts.related.map(({ number, address, law_firm }) =>
      row(
        what,
        `${addressLine(address)}\nOur reference ${formatMatterNumber(number)}\n${law_firm ? `${law_firm} acts for them` : "Law firm not instructed yet"}`,
      ),
    );
  }
  if (answer !== "yes") return [];
  return [row(what, `Not known, nor who acts there. Please ask your ${yourClients(clients)}`)];
}
