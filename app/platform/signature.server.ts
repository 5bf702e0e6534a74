import { createHmac } from "node:crypto";
import { env } from "./env.server.ts";
import { isSameSecret } from "./secrets.server.ts";

/**
 * Texts to sign with the newest secret; older secrets still verify. The first text is the purpose,
 * so that a signature for one purpose can't be used for another.
 */
type Parts = readonly [purpose: string, ...parts: string[]];

export function sign(...parts: Parts): string {
  return signWith(env.SESSION_SECRET[0], parts);
}

/**
 * Returns the signatures of these parts with each secret, newest first, to look up a signature that
 * is stored.
 */
export function signatures(...parts: Parts): string[] {
  return env.SESSION_SECRET.map((secret) => signWith(secret, parts));
}

/**
 * Returns true if this is a signature of these parts with any of our secrets. Each comparison takes
 * the same time whether or not the signature matches.
 */
export function isSignature(signature: string, ...parts: Parts): boolean {
  return env.SESSION_SECRET.some((secret) => isSameSecret(signature, signWith(secret, parts)));
}

function signWith(secret: string, parts: Parts) {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url");
}
