import { Secret, TOTP } from "otpauth";

/** Returns the code that an authenticator app shows in a step of thirty seconds. */
export function totpCode(key: Uint8Array, step: number): string {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return TOTP.generate({ secret, timestamp: step * 30_000 });
}
