import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readSettings } from "#app/platform/env.server.ts";

const production = {
  NODE_ENV: "production",
  APP_URL: "https://fanlight.example.net/",
  SESSION_SECRET: "x".repeat(32),
  TRUST_PROXY_HOPS: "1",
  SUPPORT_EMAIL: "support@fanlight.example",
  FROM_EMAIL: "hello@fanlight.example",
  TEAM_EMAIL: "team@fanlight.example",
  INBOUND_EMAIL: "matters@inbound.fanlight.example",
  COMPANY_NAME: "Arch Conveyancing Limited",
  COMPANY_NUMBER: "01234567",
  COMPANY_ADDRESS: "2 Arch Street, York YO1 7HZ",
  COMPANY_REGULATOR: "the Council for Licensed Conveyancers, licence 1",
  COMPANY_TELEPHONE: "01904 000000",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  POSTMARK_SERVER_TOKEN: "token",
  POSTMARK_WEBHOOK_PASSWORD: "p".repeat(32),
  LOQATE_KEY: "key",
  COMPANIES_HOUSE_KEY: "key",
  OFFICE_HEALTH_FEED_URL: "https://listings.partner.test/offices.json",
  RECAPTCHA_SITE_KEY: "site",
  RECAPTCHA_SECRET_KEY: "secret",
  THIRDFORT_CLIENT_ID: "client",
  THIRDFORT_TENANT_ID: "tenant",
  THIRDFORT_PRIVATE_KEY_FILE: "key.pem",
  THIRDFORT_WEBHOOK_SECRET: "a secret of Thirdfort's",
  ONESEARCH_USERNAME: "fanlight",
  ONESEARCH_PASSWORD: "secret",
  ONESEARCH_PUSH_USERNAME: "onesearch",
  ONESEARCH_PUSH_PASSWORD: "a long password of theirs",
};

const VENDORS = [
  "stripe",
  "postmark",
  "loqate",
  "recaptcha",
  "thirdfort",
  "office-health",
  "land-registry",
  "companies-house",
  "one-search",
  "anthropic",
  "sentry",
];

describe("settings in production", () => {
  test("production runs no doubles and uses the vendors’ own addresses if every key is set", () => {
    const { env, doubled } = readSettings(production);
    expect([...doubled]).toEqual([]);
    expect(env).toMatchObject({
      APP_URL: "https://fanlight.example.net",
      STRIPE_API_URL: "https://api.stripe.com",
      LAND_REGISTRY_ENABLED: false,
      ANTHROPIC_ENABLED: false,
    });
  });

  test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
    "the process stops with a message if %s is missing (A-045)",
    (name) => {
      expect(() => readSettings({ ...production, [name]: "" })).toThrow(`${name} is not set`);
    },
  );

  test("error reporting, metrics and tracing are off until their settings are set", () => {
    const { env } = readSettings(production);
    expect(env).toMatchObject({ SENTRY_DSN: "", METRICS_HOST: "127.0.0.1" });
    expect([env.METRICS_PORT, env.OTEL_EXPORTER_OTLP_ENDPOINT]).toEqual([undefined, undefined]);
    const SENTRY_DSN = "https://key@errors.partner.test/7";
    expect(readSettings({ ...production, SENTRY_DSN }).env.SENTRY_API_URL).toBe(
      "https://errors.partner.test",
    );
    expect(() => readSettings({ ...production, SENTRY_DSN: "https://errors.test/7" })).toThrow(
      "SENTRY_DSN must be as Sentry shows it",
    );
  });

  test("SESSION_SECRET can list several secrets, the newest first", () => {
    const [newest, before] = ["n".repeat(32), "b".repeat(40)];
    const { env } = readSettings({ ...production, SESSION_SECRET: ` ${newest} , ${before}` });
    expect(env.SESSION_SECRET).toEqual([newest, before]);
  });

  test("one error lists all missing settings", () => {
    expect(() => readSettings({ ...production, LOQATE_KEY: "", APP_URL: "" })).toThrow(
      "Settings: APP_URL is not set\n          LOQATE_KEY is not set",
    );
  });

  test.each([
    ["SESSION_SECRET", "short", "SESSION_SECRET must be at least 32 characters long"],
    ["SESSION_SECRET", `${"x".repeat(32)},short`, "SESSION_SECRET must be at least 32"],
    ["SESSION_SECRET", `${"x".repeat(32)},`, "SESSION_SECRET must be at least 32"],
    ["SESSION_SECRET", `,${"x".repeat(32)}`, "SESSION_SECRET must be at least 32"],
    ["POSTMARK_WEBHOOK_PASSWORD", "short", "POSTMARK_WEBHOOK_PASSWORD must be at least 32"],
    ["ALLOW_PREVENT_EMAIL", "true", "ALLOW_PREVENT_EMAIL must not be set in production"],
    [
      "LAND_REGISTRY_ENABLED",
      "true",
      "LAND_REGISTRY_PASSWORD must be set while LAND_REGISTRY_ENABLED is",
    ],
    ["ONESEARCH_PUSH_PASSWORD", "short", "ONESEARCH_PUSH_PASSWORD must be at least 16 characters"],
    ["S3_ACCESS_KEY_ID", "key", "S3_SECRET_ACCESS_KEY must be set while S3_ACCESS_KEY_ID is"],
    ["ANTHROPIC_ENABLED", "true", "ANTHROPIC_API_KEY must be set while ANTHROPIC_ENABLED is"],
    ["WORKER", "sometimes", /^Settings: WORKER /],
    ["APP_URL", "fanlight", /^Settings: APP_URL /],
    ["DATABASE_URL", "notaurl", /^Settings: DATABASE_URL must be the address of a PostgreSQL/],
    ["DATABASE_URL", "https://host/db", /^Settings: DATABASE_URL must be the address of a Postgre/],
    ["DATABASE_READ_URL", "notaurl", /^Settings: DATABASE_READ_URL must be the address of a Postg/],
  ])("the setting %s=%s is rejected", (name, value, message) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(message);
  });

  test.each(["whsec_1,", ",whsec_1", "whsec_1, ,whsec_2", ",", "secret"])(
    "the setting STRIPE_WEBHOOK_SECRET=%j is rejected, because it has an empty or malformed secret (AMB-E09)",
    (value) => {
      expect(() => readSettings({ ...production, STRIPE_WEBHOOK_SECRET: value })).toThrow(
        /^Settings: STRIPE_WEBHOOK_SECRET must be one or more of Stripe's whsec_…, with a comma between them$/,
      );
    },
  );

  test("two webhook secrets are accepted during a rotation, the newest first (AMB-E09)", () => {
    const { env } = readSettings({
      ...production,
      STRIPE_WEBHOOK_SECRET: " whsec_new , whsec_old\n",
    });
    expect(env.STRIPE_WEBHOOK_SECRET).toEqual(["whsec_new", "whsec_old"]);
  });

  test.each([
    ["sk_live_1", "pk_test_1"],
    ["rk_live_1", "pk_test_1"],
    ["sk_test_1", "pk_live_1"],
  ])(
    "the secret key %s with the key %s is rejected, because only one of them is for tests",
    (secret, publishable) => {
      const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
      expect(() => readSettings({ ...production, ...keys })).toThrow(
        "Settings: STRIPE_PUBLISHABLE_KEY must be live if STRIPE_SECRET_KEY is, and test if that is",
      );
    },
  );

  test.each([
    ["STRIPE_SECRET_KEY", "pk_live_1", "must begin with sk_ or rk_, and live_ or test_"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_1", "must begin with pk_live_ or pk_test_"],
  ])(
    "the setting %s=%s is rejected, because the key is of the wrong kind",
    (name, value, message) => {
      expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} ${message}`);
    },
  );

  test.each(["short", "long enough to be a secret,short", ","])(
    "the setting THIRDFORT_WEBHOOK_SECRET=%j is rejected, because anyone could guess it (AMB-N04)",
    (value) => {
      expect(() => readSettings({ ...production, THIRDFORT_WEBHOOK_SECRET: value })).toThrow(
        /^Settings: THIRDFORT_WEBHOOK_SECRET must be at least 16 characters long/,
      );
    },
  );

  test.each(["SESSION_SECRET", "LOQATE_KEY", "STRIPE_WEBHOOK_SECRET"])(
    "the setting %s counts as missing if it has only spaces (A-045)",
    (name) => {
      expect(() => readSettings({ ...production, [name]: " ".repeat(40) })).toThrow(
        `Settings: ${name} is not set`,
      );
    },
  );

  test("DOUBLES=true runs a demonstration in production without vendors’ keys", () => {
    const { doubled, env } = readSettings({
      NODE_ENV: "production",
      DOUBLES: "true",
      SESSION_SECRET: "x".repeat(32),
      PORT: "4123",
    });
    expect([...doubled]).toEqual(VENDORS);
    expect(env.STRIPE_SCRIPT_URL).toBe(`${env.APP_URL}/mocks/stripe/script`);
  });
});

describe("doubles with live keys", () => {
  const live = {
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  const refusal = "Settings: DOUBLES must be false while STRIPE_SECRET_KEY is live";

  test.each([
    ["every key is set", { ...production, DOUBLES: "true" }],
    [
      "some keys are set",
      { NODE_ENV: "production", SESSION_SECRET: "x".repeat(32), ...live, DOUBLES: "true" },
    ],
    [
      "the key is a restricted one",
      { ...production, STRIPE_SECRET_KEY: "rk_live_1", DOUBLES: "true" },
    ],
    ["doubles start automatically in development", live],
  ])("the service with a live key refuses to start with doubles if %s", (_what, given) => {
    expect(() => readSettings(given)).toThrow(refusal);
  });

  test("the service starts with a live key if DOUBLES=false", () => {
    expect([...readSettings({ ...production, DOUBLES: "false" }).doubled]).toEqual([]);
  });

  test.each([
    ["STRIPE_WEBHOOK_SECRET", "whsec_double"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1, whsec_double"],
    ["THIRDFORT_WEBHOOK_SECRET", "webhook-secret-of-the-double"],
    ["ONESEARCH_PUSH_PASSWORD", "password-of-the-pushing-double"],
    ["POSTMARK_WEBHOOK_PASSWORD", "of a demonstration: anybody may send it email"],
    ["SESSION_SECRET", "for development: not a secret and so never in production"],
  ])("the setting %s=%s is rejected, because it is public", (name, value) => {
    const message = `Settings: ${name} must not be that of a demonstration`;
    expect(() => readSettings({ ...production, [name]: value })).toThrow(message);
  });

  test("the public secret of a double is accepted outside production", () => {
    const given = { STRIPE_WEBHOOK_SECRET: "whsec_double" };
    const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1", ...given };
    expect(readSettings(keys).env).toMatchObject({ STRIPE_WEBHOOK_SECRET: ["whsec_double"] });
  });
});

describe("ONESEARCH_PUSH_SECRET", () => {
  test("a secret for the last part of the webhook’s URL is accepted but not required", () => {
    const secret = "aB3-_".repeat(8);
    const { env } = readSettings({ ...production, ONESEARCH_PUSH_SECRET: secret });
    expect(env.ONESEARCH_PUSH_SECRET).toBe(secret);
    expect(readSettings(production).env.ONESEARCH_PUSH_SECRET).toBeUndefined();
  });

  test.each(["short", `${"x".repeat(32)}/y`, `${"x".repeat(32)}%2f`])(
    "the setting ONESEARCH_PUSH_SECRET=%s is rejected",
    (secret) => {
      expect(() => readSettings({ ...production, ONESEARCH_PUSH_SECRET: secret })).toThrow(
        "ONESEARCH_PUSH_SECRET must be 32 to 100 letters, digits, - and _",
      );
    },
  );
});

describe("TRUST_PROXY_HOPS (AMB-A12)", () => {
  test("the setting TRUST_PROXY_HOPS is 0 by default without https", () => {
    const { env } = readSettings({
      ...production,
      APP_URL: "http://10.0.0.7",
      TRUST_PROXY_HOPS: "",
    });
    expect(env.TRUST_PROXY_HOPS).toBe(0);
  });

  test("the setting TRUST_PROXY_HOPS=0 is accepted with https if it is explicit", () => {
    expect(readSettings({ ...production, TRUST_PROXY_HOPS: "0" }).env.TRUST_PROXY_HOPS).toBe(0);
  });
});

describe("settings in development", () => {
  test("development runs doubles of all vendors without any key", () => {
    expect([...readSettings({}).doubled]).toEqual(VENDORS);
  });

  test("development runs no double for a vendor whose keys are set", () => {
    const { doubled } = readSettings({ POSTMARK_SERVER_TOKEN: "token" });
    expect([...doubled]).toEqual(VENDORS.filter((vendor) => vendor !== "postmark"));
  });

  test("development rejects a vendor with only some of its keys", () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow(
      "Settings: STRIPE_PUBLISHABLE_KEY is not set\n          STRIPE_WEBHOOK_SECRET is not set",
    );
  });
});

test(".env.example lists every setting", async () => {
  const example = await readFile(".env.example", "utf8");
  const missing = Object.keys(readSettings({}).env).filter(
    (name) => name !== "NODE_ENV" && !new RegExp(`^#${name}=`, "m").test(example),
  );
  expect(missing).toEqual([]);
});
