/** What a browser sends back of a Set-Cookie header: the name and the value; "" of none. */
export function cookieOf(setCookie: string | null | undefined): string {
  return setCookie?.split(";", 1)[0] ?? "";
}
