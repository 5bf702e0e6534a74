import type { Vendor } from "#app/vendors.server.ts";

/** The names of third parties on the status page and in alerts. */
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  stripe: "Stripe",
  postmark: "Postmark",
  loqate: "Loqate",
  recaptcha: "reCAPTCHA",
  thirdfort: "Thirdfort",
  "office-health": "Listings feed",
  "land-registry": "HM Land Registry",
  "companies-house": "Companies House",
  "one-search": "OneSearch",
  anthropic: "Anthropic",
  sentry: "Sentry",
};

/** Returns the name that people know a third party by, or what was given where there is none. */
export function vendorName(vendor: string): string {
  return Object.entries(VENDOR_NAMES).find(([key]) => key === vendor)?.[1] ?? vendor;
}
