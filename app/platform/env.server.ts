/**
 * Settings (.env.example), which are checked once, when the process starts. A missing or wrong
 * setting stops the process.
 */

import { z } from "zod";
import { DATABASE_URL_EXPECTED, isDatabaseUrl } from "#db/url.ts";
import { count, flag, secrets, text, textMatching } from "./setting.server.ts";
import {
  hasCredentials,
  settingsOfDouble,
  type Vendor,
  VENDORS,
  vendorSettings,
} from "./vendors.server.ts";
import { secretsOfDemonstration, webhookSettings } from "./webhooks.server.ts";

/** Defaults for development and demonstrations. In production, each of these must be set. */
const DEVELOPMENT_DEFAULTS = {
  APP_URL: `http://localhost:${process.env.PORT || "3000"}`,
  SUPPORT_EMAIL: "support@fanlight.example",
  FROM_EMAIL: "hello@fanlight.example",
  TEAM_EMAIL: "team@fanlight.example",
  INBOUND_EMAIL: "matters@inbound.fanlight.example",
  ...secretsOfDemonstration,
  COMPANY_NAME: "Demonstration Conveyancing Limited",
  COMPANY_NUMBER: "00000000",
  COMPANY_ADDRESS: "1 Demonstration Street, London EC1A 1AA",
  COMPANY_REGULATOR: "the Demonstration Regulator, licence 00000",
  COMPANY_TELEPHONE: "020 7946 0000",
} as const;

const SECRET_OF_DEVELOPMENT = "for development: not a secret and so never in production";

const databaseUrl = text.refine(isDatabaseUrl, DATABASE_URL_EXPECTED);

const Settings = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    DOUBLES: flag.optional(),

    APP_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, "")),
    SESSION_SECRET: secrets(32),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_READ_URL: databaseUrl.optional(),
    WORKER: z.enum(["in-process", "only", "off"]).default("in-process"),
    TRUST_PROXY_HOPS: count,
    MAX_REQUESTS: count.min(1).default(200),
    SHUTDOWN_DELAY_MS: count.default(5_000),
    RELEASE: text.max(100).optional(),
    METRICS_PORT: count.max(65_535).optional(),
    METRICS_HOST: text.default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OUTBOUND_DEADLINE_MS: count.min(1).default(8_000),

    SUPPORT_EMAIL: z.email(),
    FROM_EMAIL: z.email(),
    TEAM_EMAIL: z.email(),
    INBOUND_EMAIL: z.email(),
    COMPANY_NAME: text,
    COMPANY_NUMBER: text,
    COMPANY_ADDRESS: text,
    COMPANY_REGULATOR: text,
    COMPANY_TELEPHONE: text,
    COMPANY_VAT_NUMBER: text.optional(),
    ALLOW_PREVENT_EMAIL: flag.default(false),
    STAFF_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
    RETENTION: z.enum(["count", "erase"]).default("count"),
    REQUIRE_RECAPTCHA: flag.default(false),
    SENDS_WITHOUT_RECAPTCHA_PER_HOUR: count.default(60),

    ...vendorSettings,
    ...webhookSettings,

    // If no bucket is set, documents are stored in a local folder.
    S3_BUCKET: text.optional(),
    S3_REGION: text.default("eu-west-2"),
    S3_ENDPOINT: z.url().optional(),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    // Separate bucket for digests of the audit log, and the number of days for which it locks them.
    AUDIT_BUCKET: text.optional(),
    AUDIT_LOCK_DAYS: count.optional(),

    // Scanner for viruses. If none is set, documents are offered and marked as not scanned.
    CLAMAV_URL: textMatching(
      /^(?:tcp:\/\/[^\s/:]+:\d{1,5}|\/\S+)$/,
      "must be tcp://host:port or the path of a socket",
    ).optional(),

    // Form for partners (AMB-G09), which is optional. HubSpot is not among the vendors, because the
    // service works without it.
    HUBSPOT_PORTAL_ID: text.optional(),
    HUBSPOT_FORM_ID: text.optional(),
    HUBSPOT_FORM_PAGE_URL: z.url().optional(),
    HUBSPOT_SCRIPT_URL: text.default("https://js-eu1.hsforms.net/forms/embed/v2.js"),

    CURRENCY_PARTNER_NAME: text.optional(),
    CURRENCY_PARTNER_URL: z.url().optional(),
    CURRENCY_PARTNER_TEXT: text.optional(),
  })
  .refine((given) => !given.LAND_REGISTRY_ENABLED || given.LAND_REGISTRY_PASSWORD, {
    path: ["LAND_REGISTRY_PASSWORD"],
    error: "must be set while LAND_REGISTRY_ENABLED is",
  })
  .refine((given) => Boolean(given.S3_ACCESS_KEY_ID) === Boolean(given.S3_SECRET_ACCESS_KEY), {
    path: ["S3_SECRET_ACCESS_KEY"],
    error: "must be set while S3_ACCESS_KEY_ID is, and not without it",
  })
  .refine((given) => !given.ANTHROPIC_ENABLED || given.ANTHROPIC_API_KEY, {
    path: ["ANTHROPIC_API_KEY"],
    error: "must be set while ANTHROPIC_ENABLED is",
  })
  // If only one of the two keys is live, every payment fails.
  .refine(
    (given) => isLiveKey(given.STRIPE_PUBLISHABLE_KEY) === isLiveKey(given.STRIPE_SECRET_KEY),
    {
      path: ["STRIPE_PUBLISHABLE_KEY"],
      error: "must be live if STRIPE_SECRET_KEY is, and test if that is",
    },
  )
  // Anyone can read a double's mailbox and sign in with a link from it, and could then act on real
  // payments.
  .refine((given) => !given.DOUBLES || !isLiveKey(given.STRIPE_SECRET_KEY), {
    path: ["DOUBLES"],
    error: "must be false while STRIPE_SECRET_KEY is live",
  })
  .refine((given) => Boolean(given.HUBSPOT_PORTAL_ID) === Boolean(given.HUBSPOT_FORM_ID), {
    path: ["HUBSPOT_FORM_ID"],
    error: "must be set while HUBSPOT_PORTAL_ID is, and not without it",
  })
  .refine(
    (given) => !given.ALLOW_PREVENT_EMAIL || given.DOUBLES || given.NODE_ENV !== "production",
    {
      path: ["ALLOW_PREVENT_EMAIL"],
      error: "must not be set in production",
    },
  );

type Env = z.output<typeof Settings>;

export function isLiveKey(key: string): boolean {
  return /^[spr]k_live_/.test(key);
}

/**
 * Reads the settings and decides which vendors get a double. Exported only for its tests.
 * @throws {Error} with one line for each missing or wrong setting
 */
export function readSettings(source: Record<string, string | undefined>): {
  env: Env;
  doubled: ReadonlySet<Vendor>;
} {
  // .env files and containers set "" for a setting that is not set, and a file with a secret ends
  // with a line break.
  const given = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  );
  const isProduction = given.NODE_ENV === "production";
  const mayDouble = given.DOUBLES ? z.stringbool().parse(given.DOUBLES) : !isProduction;

  const vendorsWithDouble = VENDORS.filter((vendor) => mayDouble && !hasCredentials(vendor, given));
  const url = given.APP_URL ?? DEVELOPMENT_DEFAULTS.APP_URL;
  const values = withSentryHost({
    ...(mayDouble && DEVELOPMENT_DEFAULTS),
    // The process itself does not serve https, so an https URL means that there is a proxy. The
    // number of proxies must then be set.
    ...(!url.startsWith("https:") && { TRUST_PROXY_HOPS: "0" }),
    ...(!isProduction && { SESSION_SECRET: SECRET_OF_DEVELOPMENT }),
    ...Object.fromEntries(
      vendorsWithDouble.flatMap((vendor) => Object.entries(settingsOfDouble(vendor, url))),
    ),
    ...(vendorsWithDouble.length > 0 && !isPartnerFormGiven(given) && partnerFormOfDouble(url)),
    ...given,
    ...(vendorsWithDouble.length > 0 && { DOUBLES: "true" }),
  });
  const parsed = Settings.safeParse(values);
  const complaints = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join(".");
    return name in values || message.startsWith("must")
      ? `${name} ${message}`
      : `${name} is not set`;
  });
  const isReal = !mayDouble || isLiveKey(given.STRIPE_SECRET_KEY ?? "");
  if (isReal) complaints.push(...publishedSecrets(given));
  if (!parsed.success || complaints.length > 0) {
    throw new Error(`Settings: ${complaints.join("\n          ")}`);
  }
  return { env: parsed.data, doubled: new Set(vendorsWithDouble.map(({ name }) => name)) };
}

/** Adds Sentry's URL, which is part of its DSN. */
function withSentryHost(values: Record<string, string>): Record<string, string> {
  const { SENTRY_DSN = "", SENTRY_API_URL } = values;
  if (SENTRY_API_URL || !URL.canParse(SENTRY_DSN)) return values;
  return { ...values, SENTRY_API_URL: new URL(SENTRY_DSN).origin };
}

/** Returns an error for each secret whose value is published in our source code. */
function publishedSecrets(given: Record<string, string | undefined>) {
  const published = [
    ["SESSION_SECRET", SECRET_OF_DEVELOPMENT] as const,
    ...Object.entries(secretsOfDemonstration),
    ...VENDORS.flatMap(({ credentials }) => Object.entries(credentials)),
  ];
  return published
    .filter(([name, value]) => given[name]?.split(",").some((secret) => secret.trim() === value))
    .map(([name]) => `${name} must not be that of a demonstration`);
}

function isPartnerFormGiven(given: Record<string, string | undefined>) {
  return [given.HUBSPOT_PORTAL_ID, given.HUBSPOT_FORM_ID, given.HUBSPOT_FORM_PAGE_URL].some(
    Boolean,
  );
}

function partnerFormOfDouble(url: string) {
  return {
    HUBSPOT_PORTAL_ID: "portal-of-the-double",
    HUBSPOT_FORM_ID: "form-of-the-double",
    HUBSPOT_FORM_PAGE_URL: `${url}/mocks/hubspot/form`,
    HUBSPOT_SCRIPT_URL: `${url}/mocks/hubspot/script`,
  };
}

const settings = readOrStop();

function readOrStop() {
  try {
    return readSettings(process.env);
  } catch (error) {
    // Print only the lines about the settings, without a stack.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

export const env: Env = settings.env;

/** Vendors that have a double. In production there are none, unless DOUBLES is "true". */
export const vendorsWithDouble: ReadonlySet<Vendor> = settings.doubled;
