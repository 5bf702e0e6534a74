/**
 * The third parties that the service cannot do without, each once. While the settings of one are missing its double
 * answers instead (mocks/doubles.ts).
 */

type VendorRow = {
  name: string;
  /** The settings by which the vendor knows us, with what its double takes for them. */
  credentials: Readonly<Record<string, string>>;
  /** The setting that says where its API is. */
  address: string;
  /** What the double serves to browsers, by setting, as paths of our own site. */
  pages?: Readonly<Record<string, string>>;
};

export const VENDORS = [
  {
    name: "stripe",
    credentials: {
      STRIPE_SECRET_KEY: "sk_test_double",
      STRIPE_PUBLISHABLE_KEY: "pk_test_double",
      STRIPE_WEBHOOK_SECRET: "whsec_double",
    },
    address: "STRIPE_API_URL",
    pages: { STRIPE_SCRIPT_URL: "/mocks/stripe/script" },
  },
  {
    name: "postmark",
    credentials: { POSTMARK_SERVER_TOKEN: "token-of-the-double" },
    address: "POSTMARK_API_URL",
  },
  {
    name: "loqate",
    credentials: { LOQATE_KEY: "AA11-AA11-AA11-AA11" },
    address: "LOQATE_API_URL",
  },
  {
    name: "recaptcha",
    credentials: {
      RECAPTCHA_SITE_KEY: "site-key-of-the-double",
      RECAPTCHA_SECRET_KEY: "secret-key-of-the-double",
    },
    address: "RECAPTCHA_API_URL",
    pages: { RECAPTCHA_SCRIPT_URL: "/mocks/recaptcha/script" },
  },
  {
    name: "thirdfort",
    credentials: {
      THIRDFORT_CLIENT_ID: "client-of-the-double",
      THIRDFORT_TENANT_ID: "tenant-of-the-double",
      THIRDFORT_PRIVATE_KEY_FILE: "mocks/thirdfort/private-key.pem",
      THIRDFORT_WEBHOOK_SECRET: "webhook-secret-of-the-double",
    },
    address: "THIRDFORT_API_URL",
    pages: { THIRDFORT_PORTAL_URL: "/mocks/thirdfort" },
  },
  {
    // What the owner configures is the whole address of the feed.
    name: "office-health",
    credentials: { OFFICE_HEALTH_FEED_URL: "https://office-listings.test" },
    address: "OFFICE_HEALTH_FEED_URL",
  },
  {
    name: "land-registry",
    credentials: { LAND_REGISTRY_USERNAME: "double", LAND_REGISTRY_PASSWORD: "double" },
    address: "LAND_REGISTRY_URL",
  },
  {
    name: "companies-house",
    credentials: { COMPANIES_HOUSE_KEY: "key-of-the-double" },
    address: "COMPANIES_HOUSE_API_URL",
  },
  {
    name: "one-search",
    credentials: {
      ONESEARCH_USERNAME: "double",
      ONESEARCH_PASSWORD: "password-of-the-double",
      ONESEARCH_PUSH_USERNAME: "pushing-double",
      ONESEARCH_PUSH_PASSWORD: "password-of-the-pushing-double",
    },
    address: "ONESEARCH_API_URL",
    pages: { ONESEARCH_SITE_URL: "/mocks/one-search" },
  },
  {
    name: "anthropic",
    credentials: { ANTHROPIC_API_KEY: "key-of-the-double" },
    address: "ANTHROPIC_API_URL",
  },
] as const satisfies readonly VendorRow[];

export type Vendor = (typeof VENDORS)[number]["name"];

export const vendorNames: readonly Vendor[] = VENDORS.map(({ name }) => name);

/** One key of several is a slip: the schema of the settings then names those that are missing. */
export function isKnown(vendor: VendorRow, given: Readonly<Record<string, string>>): boolean {
  return Object.keys(vendor.credentials).some((key) => given[key]);
}

/**
 * The settings with which the service takes a vendor's double for the vendor.
 *
 * @param site what serves the double's pages: its address, without a slash at its end
 */
export function settingsOfDouble(vendor: VendorRow, site: string): Record<string, string> {
  const settings = new Map(Object.entries(vendor.credentials));
  for (const [key, path] of Object.entries(vendor.pages ?? {})) settings.set(key, site + path);
  return Object.fromEntries(settings);
}
