/**
 * Formats a stored phone number, such as "0113 238 0077" or "+1 212 555 2368". Numbers in older
 * rows that are not in the E.164 format are returned unchanged. Only for display: links and forms
 * use the stored number.
 */
export function formatPhone(stored: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(stored)) return stored;
  if (!stored.startsWith("+44")) return international(stored);
  const national = `0${stored.slice(3)}`;
  for (const [area, groups] of BRITISH) {
    if (area.test(national)) return national.replace(groups, "$1 $2 $3").trimEnd();
  }
  return national;
}

/**
 * Groups of digits in +44 numbers, by area code, according to Ofcom. The first pattern that matches
 * applies.
 */
const BRITISH: readonly (readonly [area: RegExp, groups: RegExp])[] = [
  [/^(?:02|055|056|070|076(?!24))/, /^(\d{3})(\d{4})(\d+)$/],
  [/^(?:01\d1|011\d|03\d\d|08\d\d|09\d\d)\d{7}$/, /^(\d{4})(\d{3})(\d+)$/],
  [/^08/, /^(\d{4})(\d+)()$/],
  [/^0(?:13873|15242|1539[456]|1697[347]|1768[347]|19467)/, /^(\d{6})(\d+)()$/],
  [/^0[17]/, /^(\d{5})(\d+)()$/],
];

/** Separates the country code (1 to 3 digits) from the other digits, and groups those by three. */
function international(stored: string): string {
  const code =
    /^\+(?:1|7|2[07]|3[0-469]|4[0-13-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(stored)?.[0] ??
    "";
  const groups = stored.slice(code.length).replaceAll(/\d{3}(?=\d{3})/g, "$& ");
  return `${code} ${groups}`;
}

/**
 * Returns a phone number as staff see it. A number that was typed as 07... loses its first 0; a
 * number in the E.164 format is unchanged (N-028, AMB-N06).
 */
export function phoneForStaff(number: string): string {
  return number.startsWith("07") ? number.slice(1) : number;
}

/**
 * Returns the phone number for an order of an ID check. A first 0 becomes +44; a number in the
 * E.164 format is unchanged (N-027, AMB-N06).
 */
export function phoneForCheck(number: string): string {
  const unspaced = number.replace(/[\s().-]/g, "");
  return unspaced.startsWith("0") ? `+44${unspaced.slice(1)}` : unspaced;
}
