/** What a name and a password are in the header Authorization (RFC 7617). */
export function basicAuth(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}
