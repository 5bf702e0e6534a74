import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns the SHA-256 hash of a text or bytes. */
export function sha256(content: string | Uint8Array, encoding: "hex" | "base64" = "hex"): string {
  return createHash("sha256").update(content).digest(encoding);
}

/** Returns an unguessable id: 32 random bytes, safe in a URL and a cookie. */
export function randomId(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares secrets in constant time, regardless of length. */
export function isSameSecret(given: string, ours: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(ours)));
}
