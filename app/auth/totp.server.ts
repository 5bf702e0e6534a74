import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "#app/platform/env.server.ts";

/**
 * One-time codes by the clock, as every authenticator app makes them. The shared key has to be read
 * again, so that it is sealed with SESSION_SECRET rather than hashed.
 */

const KEY_BYTES = 20;
/** A clock may be this many steps of thirty seconds from ours, either way. */
const WINDOW = 1;

export const newTotpKey = (): Buffer => randomBytes(KEY_BYTES);

// A copy, because a small Buffer shares its memory with others.
const secretOf = (key: Uint8Array) => new Secret({ buffer: Uint8Array.from(key).buffer });

/**
 * Finds the step whose code was typed.
 *
 * @param seconds the time since 1970
 * @returns null when it is not the code of this step, of the one before, or of the one after
 */
export function findStep(key: Uint8Array, code: string, seconds: number): number | null {
  const timestamp = seconds * 1000;
  const token = code.replace(/\s/g, "");
  const delta = TOTP.validate({ token, secret: secretOf(key), timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

/** Returns the key as an app takes it when it is typed: base32 (RFC 4648), without padding. */
export function typedKey(key: Uint8Array): string {
  return secretOf(key).base32;
}

/** Returns what an app reads from the QR code: the key, and its name there. */
export function totpUri(key: Uint8Array, { issuer, email }: { issuer: string; email: string }) {
  return new TOTP({ issuer, label: email, secret: secretOf(key) }).toString();
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a key for one person with the newest secret of the server. */
export function sealKey(key: Uint8Array, user_id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(env.SESSION_SECRET[0]), iv);
  cipher.setAAD(Buffer.from(user_id));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @returns null when it was sealed for another person, or with a secret that is taken away */
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
      // It was sealed with another secret.
    }
  }
  return null;
}

function sealingKey(secret: string) {
  return Buffer.from(hkdfSync("sha256", secret, "", "totp-key", 32));
}
