import { formatPence, formatPounds } from "#app/domain/fields/money.ts";
import {
  BUYER_LEGAL_FEES,
  buyerLegalFeePence,
  SEARCH_PACK_PENCE,
  SERVICE_FEE_PENCE,
} from "./fees.ts";
import { withVat } from "./vat.ts";

/**
 * What a sale costs its two sides, in the words that every page and the terms use (W-020, W-021, AMB-D10, AMB-E01). The
 * proceeds of a sale are the seller's: what is met from them, the seller pays.
 */

const EXAMPLE_PRICE_POUNDS = 350_000;

/** A fee with its VAT, in pence. */
function withItsVat(net_pence: number) {
  const total_pence = withVat(net_pence);
  return { net_pence, vat_pence: total_pence - net_pence, total_pence };
}

export const SERVICE_FEE = withItsVat(SERVICE_FEE_PENCE);
export const SEARCH_PACK = withItsVat(SEARCH_PACK_PENCE);

/** The lowest there is: the fee goes by the agreed price. */
const MIN_BUYER_LEGAL_FEE = withItsVat(buyerLegalFeePence(1));

/** "£400.00 plus VAT, £480.00 in all" */
function inAll({ net_pence, total_pence }: ReturnType<typeof withItsVat>) {
  return `${formatPence(net_pence)} plus VAT, ${formatPence(total_pence)} in all`;
}

/** What the seller pays of a sale at the example's price, in pence with VAT: every figure that we can name. */
export function exampleOfSale() {
  const buyer_legal_fee_pence = withItsVat(buyerLegalFeePence(EXAMPLE_PRICE_POUNDS)).total_pence;
  const service_fee_pence = SERVICE_FEE.total_pence;
  const search_pack_pence = SEARCH_PACK.total_pence;
  return {
    price: formatPounds(EXAMPLE_PRICE_POUNDS),
    service_fee_pence,
    search_pack_pence,
    buyer_legal_fee_pence,
    total_pence: service_fee_pence + search_pack_pence + buyer_legal_fee_pence,
  };
}

/** What no figure of ours can say. */
export const SET_BY_OTHERS =
  "Your own legal fees and your estate agent's fees come on top: your solicitor and your agent set them.";

function example() {
  const { price, service_fee_pence, search_pack_pence, buyer_legal_fee_pence, total_pence } =
    exampleOfSale();
  return `For example, in a sale at ${price} you pay ${formatPence(service_fee_pence)} when you register. On completion ${formatPence(search_pack_pence)} for the search pack and ${formatPence(buyer_legal_fee_pence)} for your buyer's core legal fees are deducted. Together that is ${formatPence(total_pence)}, with VAT. ${SET_BY_OTHERS}`;
}

/** To sellers. */
export const COSTS_OF_SELLING = {
  onRegistering: `The service fee is ${formatPence(SERVICE_FEE.net_pence)} plus VAT: ${formatPence(SERVICE_FEE.total_pence)} in all. You pay it when you register, and it is non-refundable.`,
  onCompletion: `On completion these are deducted from your sale proceeds: the search pack (${inAll(SEARCH_PACK)}), your buyer's core legal fees (from ${inAll(MIN_BUYER_LEGAL_FEE)}, by the agreed price), your own legal fees and your estate agent's fees. There is nothing to pay for them before then.`,
  example: example(),
};

/** The buyer's core legal fee of every band of prices, in pence: "under £250,000", "£1,000,000 and over". */
export function feeBands() {
  return BUYER_LEGAL_FEES.map(({ underPounds, feePence }, index) => {
    const from = BUYER_LEGAL_FEES[index - 1]?.underPounds ?? 0;
    const price = Number.isFinite(underPounds)
      ? `under ${formatPounds(underPounds)}`
      : `${formatPounds(from)} and over`;
    return { price, ...withItsVat(feePence) };
  });
}

/** The same, a line each. */
export function feesByPrice(): string[] {
  return feeBands().map(({ price, ...fee }) => `${price}: ${inAll(fee)}`);
}

/** To buyers: who pays for what. */
export const COSTS_OF_BUYING =
  "Core legal fees and searches are met from the sale proceeds on completion. Stamp Duty Land Tax or Land Transaction Tax, disbursements and supplementary costs are yours to pay.";
