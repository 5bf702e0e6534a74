/**
 * Returns a cookie’s name and value, as a browser sends them back. Returns "" if there is no
 * cookie.
 */
export function cookieOf(setCookie: string | null | undefined): string {
  return setCookie?.split(";", 1)[0] ?? "";
}
