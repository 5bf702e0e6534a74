import { createHmac } from "node:crypto";
import { env } from "./env.server.ts";
import { isSameSecret } from "./secrets.server.ts";

/**
 * What we give out and want to know again is signed (HMAC-SHA256) with the newest secret; the older ones are accepted. The
 * first part says what it is for, so that a signature made for one purpose is good for no other.
 */
type Parts = readonly [purpose: string, ...parts: string[]];

/** The signature of these parts. */
export function sign(...parts: Parts): string {
  return signWith(env.SESSION_SECRET[0], parts);
}

/** The signatures of these parts that are accepted, the newest first: to find again what one of them was kept of. */
export function signatures(...parts: Parts): string[] {
  return env.SESSION_SECRET.map((secret) => signWith(secret, parts));
}

/** Whether a signature is ours, of these very parts; it takes as long whatever is wrong with it. */
export function isSignature(signature: string, ...parts: Parts): boolean {
  return env.SESSION_SECRET.some((secret) => isSameSecret(signature, signWith(secret, parts)));
}

function signWith(secret: string, parts: Parts) {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url");
}
