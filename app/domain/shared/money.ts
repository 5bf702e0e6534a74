/**
 * Charges are stored in integer pence and the prices of properties in integer pounds (AMB-C04).
 * Both are shown in pounds sterling (W-003).
 */

const sterling = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const wholeSterling = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});

/** Formats an amount in integer pence, such as "£1,190.00" (W-004). */
export function formatPence(pence: number): string {
  return sterling.format(pence / 100);
}

/**
 * Formats an amount in a currency’s smallest unit, as Stripe sends it: "£240.00", "US$240.00",
 * "JP¥240".
 * @param currency three letters; an unknown code is shown after the amount as Stripe sent it
 */
export function formatMinorUnits(amount: number, currency: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats an amount in integer pounds, such as "£350,000". */
export function formatPounds(pounds: number): string {
  return wholeSterling.format(pounds);
}

/** Formats hundredths of a percent, such as "1.25%" for 125. */
export function formatBasisPoints(basis_points: number): string {
  return `${basis_points / 100}%`;
}

/**
 * A price. Commas and spaces may only separate thousands: "4 50 000" is probably a typing error,
 * and "450000,00" is ambiguous.
 */
const PRICE = /^£?\p{Zs}?(\d+|\d{1,3}(?:[,\p{Zs}]\p{Zs}?\d{3})+)(?:\.\d{1,2})?$/u;

/**
 * Parses a price as whole pounds, rounded down. Returns null if it is invalid (V-030, V-031,
 * AMB-C03).
 */
export function parsePounds(typed: string): number | null {
  const digits = PRICE.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(/\D/g, ""));
}

/** Parses an amount such as "£1,190.50" as integer pence. Returns null if it is invalid. */
export function parsePence(typed: string): number | null {
  const pounds = parsePounds(typed);
  if (pounds === null) return null;
  const [, pence = ""] = /\.(\d{1,2})$/.exec(typed.trim()) ?? [];
  return pounds * 100 + Number(pence.padEnd(2, "0"));
}
