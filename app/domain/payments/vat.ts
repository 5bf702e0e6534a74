/** VAT at 20 percent (W-007), in integer pence. */

export type VatSplit = { net_pence: number; vat_pence: number };

/**
 * A price including VAT, divided by 1.2 and rounded half up to the penny; VAT is the rest, so that the two always add
 * up (W-008, AMB-W02).
 *
 * @throws RangeError for what is not a whole, non-negative number of pence (E-013).
 */
export function splitVat(grossPence: number): VatSplit {
  assertPence(grossPence);
  // gross / 1.2 = gross * 5 / 6, in integers: 1.2 has no exact form in binary.
  const net_pence = Math.floor((grossPence * 5 + 3) / 6);
  return { net_pence, vat_pence: grossPence - net_pence };
}

/**
 * A price without VAT, in pence with it, rounded to the penny.
 *
 * @throws RangeError as splitVat.
 */
export function withVat(netPence: number): number {
  assertPence(netPence);
  return Math.round((netPence * 12) / 10);
}

function assertPence(amount: number) {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError("An amount must be a non-negative whole number of pence.");
  }
}
