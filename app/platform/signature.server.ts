import { createHmac } from "node:crypto";
import { env } from "./env.server.ts";
import { isSameSecret } from "./secrets.server.ts";

/**
 * Signs with the newest secret. Older secrets still verify. The first part limits the purpose of
 * the signature.
 */
type Parts = readonly [purpose: string, ...parts: string[]];

export function sign(...parts: Parts): string {
  return signWith(env.SESSION_SECRET[0], parts);
}

/** Returns the signatures by each secret, newest first, to look up a stored signature. */
export function signatures(...parts: Parts): string[] {
  return env.SESSION_SECRET.map((secret) => signWith(secret, parts));
}

/** Verifies a signature of these parts in constant time. */
export function isSignature(signature: string, ...parts: Parts): boolean {
  return env.SESSION_SECRET.some((secret) => isSameSecret(signature, signWith(secret, parts)));
}

function signWith(secret: string, parts: Parts) {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url");
}
