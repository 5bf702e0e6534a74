/** What the service costs, in pence without VAT (AMB-D10). */

/** The seller's standard service fee (W-021). It is charged from the catalogue, which has it with VAT. */
export const SERVICE_FEE_PENCE = 200_00;

/** Core legal fees of the buyer's side, for an agreed price strictly under the limit, in pounds (W-009 to W-016). */
export const BUYER_LEGAL_FEES = [
  { underPounds: 500_000, feePence: 1_850_00 },
  { underPounds: 1_000_000, feePence: 2_250_00 },
  { underPounds: 1_500_000, feePence: 2_700_00 },
  { underPounds: 2_000_000, feePence: 3_000_00 },
  { underPounds: 4_000_000, feePence: 4_000_00 },
  { underPounds: 6_000_000, feePence: 6_000_00 },
  { underPounds: Infinity, feePence: 10_000_00 },
];

/** Without a price to go by (W-017 to W-019). */
const DEFAULT_FEE_PENCE = 2_250_00;

/** The search pack (W-020). */
export const SEARCH_PACK_PENCE = 400_00;

/** The buyer's core legal fee; an empty, zero, negative or senseless price has the default fee (AMB-W01). */
export function buyerLegalFeePence(agreedPricePounds: number | null | undefined): number {
  if (!agreedPricePounds || !Number.isFinite(agreedPricePounds) || agreedPricePounds < 0) {
    return DEFAULT_FEE_PENCE;
  }
  const band = BUYER_LEGAL_FEES.find(({ underPounds }) => agreedPricePounds < underPounds);
  return band?.feePence ?? DEFAULT_FEE_PENCE;
}

/** What a seller's legal fees may come to, as the dashboard says it; whether VAT is in it is not said (F-045, AMB-F05). */
export const EXAMPLE_SELLER_LEGAL_FEE_POUNDS = 1_300;
