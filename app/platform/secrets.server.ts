import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The SHA-256 of a text or of bytes, in hexadecimal unless told otherwise. */
export function sha256(content: string | Uint8Array, encoding: "hex" | "base64" = "hex"): string {
  return createHash("sha256").update(content).digest(encoding);
}

/** What nobody can guess, to be known by: 32 random bytes, in letters that an address and a cookie can hold. */
export function randomId(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether somebody knows a secret; it takes as long whatever is wrong with what they gave, its length too. */
export function isSameSecret(given: string, ours: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(ours)));
}
