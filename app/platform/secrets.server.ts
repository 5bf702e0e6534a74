import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export function sha256(content: string | Uint8Array, encoding: "hex" | "base64" = "hex"): string {
  return createHash("sha256").update(content).digest(encoding);
}

/** Returns a random id of 32 bytes, which can't be guessed and can be part of a URL or a cookie. */
export function randomId(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Compares two secrets. Takes the same time whether or not they match, even if their lengths
 * differ.
 */
export function isSameSecret(given: string, ours: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(ours)));
}
