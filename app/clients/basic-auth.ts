/** Returns the value of an Authorization header with a user name and a password (RFC 7617). */
export function basicAuth(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}
