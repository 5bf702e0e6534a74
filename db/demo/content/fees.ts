/** Service fee in pence, with VAT. */
export const SERVICE_FEE_PENCE = 24_000;
