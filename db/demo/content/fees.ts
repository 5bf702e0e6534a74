/** Service fee in pence, including VAT. */
export const SERVICE_FEE_PENCE = 24_000;
