import { z } from "zod";
import { paths } from "./paths.ts";
import { count, flag, like, secrets, several, text } from "#app/platform/setting.server.ts";

/**
 * The third parties that the service needs, each described once. While one's credentials are missing, its double answers
 * instead (mocks/doubles.ts).
 */

type VendorRow = {
  name: string;
  /** All settings of the vendor; .env.example explains each. */
  settings: Readonly<Record<string, z.ZodType>>;
  /** The settings by which the vendor knows us, with what its double takes for them. */
  credentials: Readonly<Record<string, string>>;
  /** The setting that says where its API is. */
  address: string;
  /** Addresses that the double serves to browsers, by setting, as paths of our site. */
  pages?: Readonly<Record<string, string>>;
  webhooks?: readonly Webhook[];
};

/** Where a vendor's server posts to us. */
type Webhook = {
  path: string;
  maxBytes: number;
  /** A secret may follow the path. */
  endsInSecret?: true;
};

function defineVendor<const Row extends VendorRow>(row: Row): Row {
  return row;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const stripe = defineVendor({
  name: "stripe",
  settings: {
    STRIPE_SECRET_KEY: like(
      /^[sr]k_(?:live|test)_/,
      "must begin with sk_ or rk_, and live_ or test_",
    ),
    STRIPE_PUBLISHABLE_KEY: like(/^pk_(?:live|test)_/, "must begin with pk_live_ or pk_test_"),
    /** With an empty one anyone could sign. */
    STRIPE_WEBHOOK_SECRET: several.refine(
      (list) => list.every((secret) => /^whsec_\S+$/.test(secret)),
      "must be one or more of Stripe's whsec_…, with a comma between them",
    ),
    STRIPE_API_URL: text.default("https://api.stripe.com"),
    STRIPE_SCRIPT_URL: text.default("https://js.stripe.com/basil/stripe.js"),
  },
  credentials: {
    STRIPE_SECRET_KEY: "sk_test_double",
    STRIPE_PUBLISHABLE_KEY: "pk_test_double",
    STRIPE_WEBHOOK_SECRET: "whsec_double",
  },
  address: "STRIPE_API_URL",
  pages: { STRIPE_SCRIPT_URL: "/mocks/stripe/script" },
  webhooks: [{ path: paths.webhooks.stripe(), maxBytes: 256 * KILOBYTE }],
});

const postmark = defineVendor({
  name: "postmark",
  settings: {
    POSTMARK_SERVER_TOKEN: text,
    /** Postmark signs nothing: only this tells its webhooks from a stranger's. */
    POSTMARK_WEBHOOK_PASSWORD: secrets(32),
    POSTMARK_API_URL: text.default("https://api.postmarkapp.com"),
  },
  credentials: { POSTMARK_SERVER_TOKEN: "token-of-the-double" },
  address: "POSTMARK_API_URL",
  webhooks: [
    // An email comes with its files.
    { path: paths.webhooks.postmarkInbound(), maxBytes: 50 * MEGABYTE },
    { path: paths.webhooks.postmarkOutcomes(), maxBytes: 256 * KILOBYTE },
  ],
});

const loqate = defineVendor({
  name: "loqate",
  settings: { LOQATE_KEY: text, LOQATE_API_URL: text.default("https://api.addressy.com") },
  credentials: { LOQATE_KEY: "AA11-AA11-AA11-AA11" },
  address: "LOQATE_API_URL",
});

const recaptcha = defineVendor({
  name: "recaptcha",
  settings: {
    RECAPTCHA_SITE_KEY: text,
    RECAPTCHA_SECRET_KEY: text,
    RECAPTCHA_API_URL: text.default("https://www.google.com/recaptcha/api"),
    RECAPTCHA_SCRIPT_URL: text.default("https://www.google.com/recaptcha/api.js"),
  },
  credentials: {
    RECAPTCHA_SITE_KEY: "site-key-of-the-double",
    RECAPTCHA_SECRET_KEY: "secret-key-of-the-double",
  },
  address: "RECAPTCHA_API_URL",
  pages: { RECAPTCHA_SCRIPT_URL: "/mocks/recaptcha/script" },
});

const thirdfort = defineVendor({
  name: "thirdfort",
  settings: {
    THIRDFORT_CLIENT_ID: text,
    THIRDFORT_TENANT_ID: text,
    THIRDFORT_PRIVATE_KEY_FILE: text,
    /** With a short one anyone could sign. */
    THIRDFORT_WEBHOOK_SECRET: secrets(16),
    THIRDFORT_WEBHOOK_HEADER: text.default("x-thirdfort-signature"),
    THIRDFORT_API_URL: text.default("https://api-v2.thirdfort.io/v2"),
    THIRDFORT_PORTAL_URL: text.default("https://app.thirdfort.com/activities"),
  },
  credentials: {
    THIRDFORT_CLIENT_ID: "client-of-the-double",
    THIRDFORT_TENANT_ID: "tenant-of-the-double",
    THIRDFORT_PRIVATE_KEY_FILE: "mocks/thirdfort/private-key.pem",
    THIRDFORT_WEBHOOK_SECRET: "webhook-secret-of-the-double",
  },
  address: "THIRDFORT_API_URL",
  pages: { THIRDFORT_PORTAL_URL: "/mocks/thirdfort" },
  webhooks: [{ path: paths.webhooks.thirdfort(), maxBytes: 256 * KILOBYTE }],
});

const officeHealth = defineVendor({
  // The owner sets the whole address of the feed.
  name: "office-health",
  settings: { OFFICE_HEALTH_FEED_URL: z.url({ protocol: /^https?$/ }) },
  credentials: { OFFICE_HEALTH_FEED_URL: "https://office-listings.test" },
  address: "OFFICE_HEALTH_FEED_URL",
});

const landRegistry = defineVendor({
  name: "land-registry",
  settings: {
    // Matching with the register is switched off until the owner asks for it (C-084, AMB-C15).
    LAND_REGISTRY_ENABLED: flag.default(false),
    LAND_REGISTRY_SERVICE: z.enum(["description", "owner"]).default("description"),
    LAND_REGISTRY_USERNAME: text.default(""),
    LAND_REGISTRY_PASSWORD: text.default(""),
    LAND_REGISTRY_URL: text.default("https://businessgateway.landregistry.gov.uk/b2b"),
    LAND_REGISTRY_CERTIFICATE_FILE: text.optional(),
    LAND_REGISTRY_PRIVATE_KEY_FILE: text.optional(),
  },
  credentials: { LAND_REGISTRY_USERNAME: "double", LAND_REGISTRY_PASSWORD: "double" },
  address: "LAND_REGISTRY_URL",
});

const companiesHouse = defineVendor({
  name: "companies-house",
  settings: {
    COMPANIES_HOUSE_KEY: text,
    COMPANIES_HOUSE_API_URL: text.default("https://api.company-information.service.gov.uk"),
  },
  credentials: { COMPANIES_HOUSE_KEY: "key-of-the-double" },
  address: "COMPANIES_HOUSE_API_URL",
});

const oneSearch = defineVendor({
  name: "one-search",
  settings: {
    ONESEARCH_USERNAME: text,
    ONESEARCH_PASSWORD: text,
    /** OneSearch's own name when it sends us results, not the one that we use with it. */
    ONESEARCH_PUSH_USERNAME: text,
    ONESEARCH_PUSH_PASSWORD: text.min(16, "must be at least 16 characters long"),
    /** The secret end of the address that OneSearch sends to, if it accepts one. */
    ONESEARCH_PUSH_SECRET: like(
      /^[\w-]{32,100}$/,
      "must be 32 to 100 letters, digits, - and _",
    ).optional(),
    ONESEARCH_API_URL: text.default("https://www.onesearchdirect.co.uk/pisces"),
    ONESEARCH_SITE_URL: z.url().default("https://www.onesearchdirect.co.uk"),
  },
  credentials: {
    ONESEARCH_USERNAME: "double",
    ONESEARCH_PASSWORD: "password-of-the-double",
    ONESEARCH_PUSH_USERNAME: "pushing-double",
    ONESEARCH_PUSH_PASSWORD: "password-of-the-pushing-double",
  },
  address: "ONESEARCH_API_URL",
  pages: { ONESEARCH_SITE_URL: "/mocks/one-search" },
  // The documents of a matter's searches, with their plans, in one message.
  webhooks: [{ path: paths.webhooks.searches(), maxBytes: 50 * MEGABYTE, endsInSecret: true }],
});

const anthropic = defineVendor({
  name: "anthropic",
  settings: {
    // The model is off until the owner asks for it; rules write until then (AMB-O06).
    ANTHROPIC_ENABLED: flag.default(false),
    ANTHROPIC_API_KEY: text.default(""),
    ANTHROPIC_MODEL: text.default("claude-sonnet-5-5"),
    ANTHROPIC_API_URL: text.default("https://api.anthropic.com"),
    ANTHROPIC_DEADLINE_MS: count.min(1).default(25_000),
  },
  credentials: { ANTHROPIC_API_KEY: "key-of-the-double" },
  address: "ANTHROPIC_API_URL",
});

/** Errors go nowhere until the owner gives an address. */
const sentry = defineVendor({
  name: "sentry",
  settings: {
    SENTRY_DSN: like(
      /^$|^https?:\/\/[^@/\s]+@[^@\s]+\/\w+$/,
      "must be as Sentry shows it: https://KEY@HOST/PROJECT",
    ).default(""),
    /** The host of the DSN, unless it is set. */
    SENTRY_API_URL: text.default("https://sentry.io"),
  },
  credentials: { SENTRY_DSN: "https://key-of-the-double@sentry.test/1" },
  address: "SENTRY_API_URL",
});

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

/** Without a vendor here, the code that reads its address does not compile. */
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

export const webhooks: readonly Webhook[] = VENDORS.flatMap(
  ({ webhooks }: VendorRow) => webhooks ?? [],
);

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
