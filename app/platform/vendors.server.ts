import { anthropic } from "./vendors/anthropic.server.ts";
import { companiesHouse } from "./vendors/companies-house.server.ts";
import { landRegistry } from "./vendors/land-registry.server.ts";
import { loqate } from "./vendors/loqate.server.ts";
import { officeHealth } from "./vendors/office-health.server.ts";
import { oneSearch } from "./vendors/one-search.server.ts";
import { postmark } from "./vendors/postmark.server.ts";
import { recaptcha } from "./vendors/recaptcha.server.ts";
import { sentry } from "./vendors/sentry.server.ts";
import { stripe } from "./vendors/stripe.server.ts";
import { thirdfort } from "./vendors/thirdfort.server.ts";
import type { VendorRow } from "./vendors/vendor.server.ts";

export const VENDORS = [
  stripe,
  postmark,
  loqate,
  recaptcha,
  thirdfort,
  officeHealth,
  landRegistry,
  companiesHouse,
  oneSearch,
  anthropic,
  sentry,
] as const;

/** Settings of all vendors, listed one by one so that TypeScript knows their names. */
export const vendorSettings = {
  ...stripe.settings,
  ...postmark.settings,
  ...loqate.settings,
  ...recaptcha.settings,
  ...thirdfort.settings,
  ...officeHealth.settings,
  ...landRegistry.settings,
  ...companiesHouse.settings,
  ...oneSearch.settings,
  ...anthropic.settings,
  ...sentry.settings,
};

export type Vendor = (typeof VENDORS)[number]["name"];

export const vendorNames: readonly Vendor[] = VENDORS.map(({ name }) => name);

/**
 * Returns true if any credential of a vendor is set. The schema then reports those that are
 * missing.
 */
export function hasCredentials(
  vendor: VendorRow,
  given: Readonly<Record<string, string>>,
): boolean {
  return Object.keys(vendor.credentials).some((key) => given[key]);
}

/** Returns the settings that send a vendor's calls to its double at the URL `site`. */
export function settingsOfDouble(vendor: VendorRow, site: string): Record<string, string> {
  const settings = new Map(Object.entries(vendor.credentials));
  for (const [key, path] of Object.entries(vendor.pages ?? {})) settings.set(key, site + path);
  return Object.fromEntries(settings);
}

/** Returns the display name of a vendor. Returns an unknown name unchanged. */
export function vendorLabel(vendor: string): string {
  return VENDORS.find(({ name }) => name === vendor)?.label ?? vendor;
}
