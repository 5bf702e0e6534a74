/** Returns the link to an email address, whose "#", "?" or "%" would otherwise end or change it (RFC 6068, IN-11). */
export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
