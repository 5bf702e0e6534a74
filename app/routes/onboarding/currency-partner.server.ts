import { env } from "#app/platform/env.server.ts";
import type { Partner } from "./property-page.tsx";

/**
 * Returns the foreign currency partner. If the settings name none, returns null, and no banner is
 * shown (AMB-C20).
 */
export function currencyPartner(): Partner | null {
  const { CURRENCY_PARTNER_NAME, CURRENCY_PARTNER_URL, CURRENCY_PARTNER_TEXT } = env;
  if (!CURRENCY_PARTNER_NAME) return null;
  return { name: CURRENCY_PARTNER_NAME, url: CURRENCY_PARTNER_URL, text: CURRENCY_PARTNER_TEXT };
}
