/**
 * One-time codes of authenticator apps (TOTP). Checking a code needs the key itself, so we store
 * the key encrypted instead of hashed.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "#app/platform/env.server.ts";

const KEY_BYTES = 20;
/** Number of 30-second steps by which the app's clock may be ahead or behind. */
const WINDOW = 1;

export const newTotpKey = (): Buffer => randomBytes(KEY_BYTES);

// Copy the bytes, because Node lets several small Buffers share one ArrayBuffer.
const secretOf = (key: Uint8Array) => new Secret({ buffer: Uint8Array.from(key).buffer });

/**
 * Returns the number of the 30-second step that a code belongs to, if it is the current, the
 * previous or the next step; otherwise null. `seconds` is Unix time.
 */
export function findStep(key: Uint8Array, code: string, seconds: number): number | null {
  const timestamp = seconds * 1000;
  const token = code.replace(/\s/g, "");
  const delta = TOTP.validate({ token, secret: secretOf(key), timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

/**
 * Returns the key in the form in which a user types it into an app: base32 (RFC 4648), without
 * padding.
 */
export function typedKey(key: Uint8Array): string {
  return secretOf(key).base32;
}

/** Returns the URI that the QR code contains: the key and a label for it. */
export function totpUri(key: Uint8Array, { issuer, email }: { issuer: string; email: string }) {
  return new TOTP({ issuer, label: email, secret: secretOf(key) }).toString();
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a user's key with the newest secret. */
export function sealKey(key: Uint8Array, user_id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(env.SESSION_SECRET[0]), iv);
  cipher.setAAD(Buffer.from(user_id));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Decrypts a user's key. Returns null if it was encrypted for another user, or with a secret
 * that is no longer set.
 */
export function unsealKey(sealed: string, user_id: string): Buffer | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length !== IV_BYTES + TAG_BYTES + KEY_BYTES) return null;
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  for (const secret of env.SESSION_SECRET) {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, sealingKey(secret), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(user_id)).setAuthTag(tag);
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
    } catch {
      // The key was encrypted with a different secret.
    }
  }
  return null;
}

function sealingKey(secret: string) {
  return Buffer.from(hkdfSync("sha256", secret, "", "totp-key", 32));
}
