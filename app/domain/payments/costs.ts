import { formatPence, formatPounds } from "#app/domain/shared/money.ts";

/** An amount split into net and VAT at 20 percent, in integer pence (W-007). */
type VatSplit = { net_pence: number; vat_pence: number };

/**
 * Splits a price that includes VAT. The net amount is rounded half up to the penny (W-008,
 * AMB-W02).
 * @throws RangeError if the price is not a whole, non-negative number of pence (E-013)
 */
export function splitVat(grossPence: number): VatSplit {
  assertPence(grossPence);
  // gross / 1.2 = gross * 5 / 6, in integers: 1.2 has no exact form in binary.
  const net_pence = Math.floor((grossPence * 5 + 3) / 6);
  return { net_pence, vat_pence: grossPence - net_pence };
}

/** Adds VAT to a net price in pence, rounded to the penny. @throws RangeError as splitVat does */
export function withVat(netPence: number): number {
  assertPence(netPence);
  return Math.round((netPence * 12) / 10);
}

function assertPence(amount: number) {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError("An amount must be a non-negative whole number of pence.");
  }
}

/**
 * The seller’s standard service fee without VAT (W-021). Its price in the product catalogue
 * includes VAT.
 */
export const SERVICE_FEE_PENCE = 200_00;

/**
 * Buyer’s core legal fees without VAT. Each is for agreed prices under its limit (W-009 to W-016).
 */
export const BUYER_LEGAL_FEES = [
  { underPounds: 500_000, feePence: 1_850_00 },
  { underPounds: 1_000_000, feePence: 2_250_00 },
  { underPounds: 1_500_000, feePence: 2_700_00 },
  { underPounds: 2_000_000, feePence: 3_000_00 },
  { underPounds: 4_000_000, feePence: 4_000_00 },
  { underPounds: 6_000_000, feePence: 6_000_00 },
  { underPounds: Infinity, feePence: 10_000_00 },
];

/** Buyer’s core legal fee if there is no agreed price (W-017 to W-019). */
const DEFAULT_FEE_PENCE = 2_250_00;

/** Price of the search pack, without VAT (W-020). */
export const SEARCH_PACK_PENCE = 400_00;

/**
 * Returns the buyer’s core legal fee in pence without VAT. If there is no agreed price, returns the
 * default fee (AMB-W01).
 */
export function buyerLegalFeePence(agreedPricePounds: number | null | undefined): number {
  if (!agreedPricePounds || !Number.isFinite(agreedPricePounds) || agreedPricePounds < 0) {
    return DEFAULT_FEE_PENCE;
  }
  const band = BUYER_LEGAL_FEES.find(({ underPounds }) => agreedPricePounds < underPounds);
  return band?.feePence ?? DEFAULT_FEE_PENCE;
}

/**
 * Example of a seller’s legal fees that the dashboard shows, without a mention of VAT (F-045,
 * AMB-F05).
 */
export const EXAMPLE_SELLER_LEGAL_FEE_POUNDS = 1_300;

/** Agreed price of the cost example on pages and in the terms (W-020, W-021, AMB-D10, AMB-E01). */
const EXAMPLE_PRICE_POUNDS = 350_000;

function withItsVat(net_pence: number) {
  const total_pence = withVat(net_pence);
  return { net_pence, vat_pence: total_pence - net_pence, total_pence };
}

export const SERVICE_FEE = withItsVat(SERVICE_FEE_PENCE);
export const SEARCH_PACK = withItsVat(SEARCH_PACK_PENCE);

const MIN_BUYER_LEGAL_FEE = withItsVat(buyerLegalFeePence(1));

/** Returns an amount as text, such as "£400.00 plus VAT (£480.00 including VAT)". */
function withAndWithoutVat({ net_pence, total_pence }: ReturnType<typeof withItsVat>) {
  return `${formatPence(net_pence)} plus VAT (${formatPence(total_pence)} including VAT)`;
}

/**
 * Returns the costs that we know in advance for a seller, at the example price, in pence with VAT.
 */
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

export const SET_BY_OTHERS =
  "You also pay your own legal fees and your estate agent’s fees. Your solicitor and your agent set these.";

function example() {
  const { price, service_fee_pence, search_pack_pence, buyer_legal_fee_pence, total_pence } =
    exampleOfSale();
  return `For example, if you sell for ${price}, you pay ${formatPence(service_fee_pence)} when you register. On completion, ${formatPence(search_pack_pence)} for the search pack and ${formatPence(buyer_legal_fee_pence)} for your buyer’s core legal fees are taken from your sale proceeds. The total is ${formatPence(total_pence)}, including VAT. ${SET_BY_OTHERS}`;
}

export const COSTS_OF_SELLING = {
  onRegistering: `The service fee is ${withAndWithoutVat(SERVICE_FEE)}. You pay it when you register, and it is non-refundable.`,
  onCompletion: `The search pack, your buyer’s core legal fees, your own legal fees and your estate agent’s fees are taken from your sale proceeds on completion. You pay nothing for them before then. The search pack costs ${withAndWithoutVat(SEARCH_PACK)}. Your buyer’s core legal fees start at ${withAndWithoutVat(MIN_BUYER_LEGAL_FEE)} and depend on the agreed price.`,
  example: example(),
  ifYouWithdraw:
    "If you withdraw from the sale, you pay the abortive legal costs of both solicitors, yours and the buyer’s. Abortive costs are what the solicitors charge for work already done on a sale that does not complete.",
};

/** A cost of a sale or purchase. The hint says when it is due or who sets it. */
export type Cost = { label: string; hint: string; amount: string };

/**
 * Lists a sale’s possible costs in the order in which they are due. The buyer’s fee is based on the
 * asking price until a price is agreed. A referral code pays the service fee (E-028).
 */
export function costsOfSelling(price_pounds: number, { referred = false } = {}): Cost[] {
  const buyer_legal_fee = withItsVat(buyerLegalFeePence(price_pounds)).total_pence;
  const onCompletion = "Taken from your sale proceeds on completion";
  return [
    {
      label: "Service fee",
      hint: referred
        ? "Your referral code covers it"
        : "When you register. Includes VAT. Non-refundable",
      amount: formatPence(referred ? 0 : SERVICE_FEE.total_pence),
    },
    {
      label: "Search pack",
      hint: `${onCompletion}. Includes VAT`,
      amount: formatPence(SEARCH_PACK.total_pence),
    },
    {
      label: "Your buyer’s core legal fees",
      hint: `${onCompletion}. Includes VAT. These fees depend on the agreed price. This amount is for an agreed price of ${formatPounds(price_pounds)}`,
      amount: formatPence(buyer_legal_fee),
    },
    {
      label: "Your own legal fees",
      hint: `${onCompletion}. Your solicitor sets them`,
      amount: `for example ${formatPounds(EXAMPLE_SELLER_LEGAL_FEE_POUNDS)}`,
    },
    {
      label: "Your estate agent’s fees",
      hint: `${onCompletion}, if you have an agent`,
      amount: "set by your agent",
    },
    {
      label: "If you withdraw: the abortive legal costs of both solicitors",
      hint: "Yours and the buyer’s, for work already done. The service fee is not refunded",
      amount: "depends on the work done",
    },
  ];
}

/** Lists every possible cost of a purchase. @param price_pounds the agreed price */
export function costsOfBuying(price_pounds: number): Cost[] {
  const bySolicitor = "your solicitor will tell you";
  return [
    {
      label: "Our service, the search pack and your core legal fees",
      hint: "Searches and your core legal fees are paid from the sale proceeds on completion",
      amount: formatPence(0),
    },
    {
      label: "The price of the property",
      hint: "On completion, as agreed",
      amount: formatPounds(price_pounds),
    },
    {
      label: "Stamp Duty Land Tax in England, Land Transaction Tax in Wales",
      hint: "On completion",
      amount: bySolicitor,
    },
    {
      label: "Disbursements and post-completion fees",
      hint: "On completion. Payments your solicitor makes for you, for example to HM Land Registry",
      amount: bySolicitor,
    },
    {
      label: "Supplementary legal costs",
      hint: "On completion, if your purchase needs more work than usual. VAT may be added",
      amount: bySolicitor,
    },
    {
      label: "Your own solicitor, as well as the one we assign",
      hint: "Only if you instruct one. Taken from the money you pay on completion",
      amount: "set by that solicitor",
    },
    {
      label: "If the seller withdraws",
      hint: "The seller pays the abortive legal costs of both solicitors, including yours",
      amount: formatPence(0),
    },
  ];
}

/**
 * Lists the buyer’s core legal fee in each price band, such as "under £500,000" or "£6,000,000 and
 * over".
 */
export function feeBands() {
  return BUYER_LEGAL_FEES.map(({ underPounds, feePence }, index) => {
    const from = BUYER_LEGAL_FEES[index - 1]?.underPounds ?? 0;
    const price = Number.isFinite(underPounds)
      ? `under ${formatPounds(underPounds)}`
      : `${formatPounds(from)} and over`;
    return { price, ...withItsVat(feePence) };
  });
}

/** Formats each price band with its fee as one line of text. */
export function feesByPrice(): string[] {
  return feeBands().map(({ price, ...fee }) => `${price}: ${withAndWithoutVat(fee)}`);
}

export const COSTS_OF_BUYING =
  "Your core legal fees and searches are paid from the sale proceeds on completion. You pay Stamp Duty Land Tax or Land Transaction Tax, disbursements and supplementary legal costs.";

/** Payment summary in pence (E-002 to E-005). The discount includes VAT; the subtotal does not. */
export type PaymentSummary = {
  subtotal_pence: number;
  vat_pence: number;
  discount_pence: number;
  total_pence: number;
};

/**
 * Returns the payment summary of items whose prices include VAT, in pence. A referral code
 * discounts the whole total (E-028, AMB-E03).
 */
export function summarise(
  items: readonly { product_price_pence: number }[],
  { referred }: { referred: boolean },
): PaymentSummary {
  const gross = items.reduce((sum, item) => sum + item.product_price_pence, 0);
  const { net_pence, vat_pence } = splitVat(gross);
  const discount_pence = referred ? gross : 0;
  return {
    subtotal_pence: net_pence,
    vat_pence,
    discount_pence,
    total_pence: gross - discount_pence,
  };
}

type Order = {
  code: string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

export const CODE_ROW = "Referral code";

/**
 * Returns the rows of an order’s price table. If the order has a referral code, the last row is its
 * discount (E-029).
 */
export function orderRows({ code, items }: Order) {
  const rows = items.map((item) => ({
    label: item.product_name,
    amount: formatPence(item.product_price_pence),
  }));
  if (code === null) return rows;
  const { discount_pence } = summarise(items, { referred: true });
  return [...rows, { label: CODE_ROW, hint: code, amount: formatPence(-discount_pence) }];
}
