/** Charged amounts are integer pence, house prices integer pounds (AMB-C04); shown in sterling, en-GB (W-003). */

const sterling = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const wholeSterling = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});

/** Integer pence as "£1,190.00" (W-004). */
export function formatPence(pence: number): string {
  return sterling.format(pence / 100);
}

/**
 * An amount in the smallest unit of a currency, as a bank or Stripe says it: "£240.00", "US$240.00", "JP¥240".
 *
 * @param currency three letters; of what is no currency the amount is shown as it is, with its name
 */
export function formatMinorUnits(amount: number, currency: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Integer pounds as "£350,000". */
export function formatPounds(pounds: number): string {
  return wholeSterling.format(pounds);
}

/**
 * Commas, and spaces of any width, stand only between thousands: "4 50 000" is a slip, and "450000,00" is 450,000 to
 * someone from the continent (IN-4).
 */
const PRICE = /^£?\p{Zs}?(\d+|\d{1,3}(?:[,\p{Zs}]\p{Zs}?\d{3})+)(?:\.\d{1,2})?$/u;

/**
 * A price as typed, in whole pounds rounded down, or null when it is no price: digits with commas or spaces
 * between thousands, perhaps a pound sign and pence (V-030, V-031, AMB-C03).
 */
export function parsePounds(typed: string): number | null {
  const digits = PRICE.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(/\D/g, ""));
}
