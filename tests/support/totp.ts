import { Secret, TOTP } from "otpauth";

export function totpCode(key: Uint8Array, step: number): string {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return TOTP.generate({ secret, timestamp: step * 30_000 });
}
