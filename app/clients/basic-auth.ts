/** Returns an Authorization header (RFC 7617). */
export function basicAuth(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}
