import { anthropic } from "./anthropic/settings.server.ts";
import { companiesHouse } from "./companies-house/settings.server.ts";
import { landRegistry } from "./land-registry/settings.server.ts";
import { loqate } from "./loqate/settings.server.ts";
import { officeHealth } from "./office-health/settings.server.ts";
import { oneSearch } from "./one-search/settings.server.ts";
import { postmark } from "./postmark/settings.server.ts";
import { recaptcha } from "./recaptcha/settings.server.ts";
import { sentry } from "./sentry/settings.server.ts";
import { stripe } from "./stripe/settings.server.ts";
import { thirdfort } from "./thirdfort/settings.server.ts";
import type { VendorRow } from "./vendor.server.ts";

/** The third parties that we call, each described in its folder. */
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

/** The code that reads a vendor’s address does not compile unless its settings are here. */
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

/** One key of several counts: the schema of the settings then names those that are missing. */
export function isKnown(vendor: VendorRow, given: Readonly<Record<string, string>>): boolean {
  return Object.keys(vendor.credentials).some((key) => given[key]);
}

/**
 * The settings with which the service takes a vendor's double for the vendor.
 *
 * @param site the address that serves the double's pages, without a slash at its end
 */
export function settingsOfDouble(vendor: VendorRow, site: string): Record<string, string> {
  const settings = new Map(Object.entries(vendor.credentials));
  for (const [key, path] of Object.entries(vendor.pages ?? {})) settings.set(key, site + path);
  return Object.fromEntries(settings);
}

/** Returns the name that people know a third party by, or what was given where there is none. */
export function vendorLabel(vendor: string): string {
  return VENDORS.find(({ name }) => name === vendor)?.label ?? vendor;
}
