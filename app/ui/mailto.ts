/** Returns a mailto link; escapes "#", "?" and "%" (RFC 6068, IN-11). */
export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
