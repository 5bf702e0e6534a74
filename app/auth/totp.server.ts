import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret } from "#app/platform/secrets.server.ts";

/**
 * One-time codes by the clock (RFC 6238, HMAC-SHA-1, six digits, thirty seconds), as every authenticator app makes them. The
 * shared key has to be read again, so that it is kept sealed with SESSION_SECRET rather than hashed.
 */

const STEP_SECONDS = 30;
/** A clock may be this many steps from ours, either way. */
const WINDOW = 1;
const KEY_BYTES = 20;

/** The code of one step, counted from 1970 in spans of thirty seconds. */
export function totpCode(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code was typed.
 *
 * @param seconds the time since 1970
 * @returns null when it is not the code of this step, of the one before, or of the one after
 */
export function findStep(key: Uint8Array, code: string, seconds: number): number | null {
  const now = Math.floor(seconds / STEP_SECONDS);
  const typed = code.replace(/\s/g, "");
  for (let step = now - WINDOW; step <= now + WINDOW; step++) {
    if (isSameSecret(typed, totpCode(key, step))) return step;
  }
  return null;
}

export const newTotpKey = (): Buffer => randomBytes(KEY_BYTES);

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding: as apps take a key that is typed. */
export function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET.charAt(parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

/** What an app reads from the picture, or opens: the key, and what to call it. */
export function totpUri(key: Uint8Array, { issuer, email }: { issuer: string; email: string }) {
  const label = encodeURIComponent(`${issuer}:${email}`);
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
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
