import { env } from "#app/env.server.ts";

/**
 * Whether an email is to be kept back, as demonstrations and tests ask: only where the settings allow it (AMB-B04).
 *
 * @param asked what an address or a form says
 */
export function preventsEmail(asked: string | null | undefined): boolean {
  return env.ALLOW_PREVENT_EMAIL && asked === "true";
}
