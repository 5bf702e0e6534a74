/**
 * The third parties that the service cannot do without, each once. While the settings of one are missing its double
 * answers instead (mocks/doubles.ts).
 */

export type VendorRow = {
  name: string;
  /** The settings by which the vendor knows us, with what its double takes for them. */
  credentials: Readonly<Record<string, string>>;
  /** The setting that says where its API is. */
  address: string;
  /** Scripts that the double serves to browsers, by setting, as paths of our own site. */
  scripts?: Readonly<Record<string, string>>;
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
    scripts: { STRIPE_SCRIPT_URL: "/mocks/stripe/script" },
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
    scripts: { RECAPTCHA_SCRIPT_URL: "/mocks/recaptcha/script" },
  },
  {
    name: "land-registry",
    credentials: { LAND_REGISTRY_USERNAME: "double", LAND_REGISTRY_PASSWORD: "double" },
    address: "LAND_REGISTRY_URL",
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
 * @param site what serves the double's scripts: its address, without a slash at its end
 */
export function settingsOfDouble(vendor: VendorRow, site: string): Record<string, string> {
  const settings = new Map(Object.entries(vendor.credentials));
  for (const [key, path] of Object.entries(vendor.scripts ?? {})) settings.set(key, site + path);
  return Object.fromEntries(settings);
}
