/** What a seller pays to register, in pence with VAT. */
export const SERVICE_FEE_PENCE = 24_000;
