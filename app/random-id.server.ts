import { randomBytes } from "node:crypto";

/** What nobody can guess, to be known by: 32 random bytes, in letters that an address and a cookie can hold. */
export function randomId(): string {
  return randomBytes(32).toString("base64url");
}
