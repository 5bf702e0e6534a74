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

/** Those that have a double. */
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

describe("in production", () => {
  test("with every key nothing is doubled, and vendors have their own addresses", () => {
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
    "A-045 without %s the process does not start, and says so",
    (name) => {
      expect(() => readSettings({ ...production, [name]: "" })).toThrow(`${name} is not set`);
    },
  );

  test("23 errors go nowhere, and nothing is measured, unless the settings say so", () => {
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

  test("one secret signs, and those before it are accepted meanwhile", () => {
    const [newest, before] = ["n".repeat(32), "b".repeat(40)];
    const { env } = readSettings({ ...production, SESSION_SECRET: ` ${newest} , ${before}` });
    expect(env.SESSION_SECRET).toEqual([newest, before]);
  });

  test("all that is missing is said at once", () => {
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
  ])("%s=%s is refused", (name, value, message) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(message);
  });

  test.each(["whsec_1,", ",whsec_1", "whsec_1, ,whsec_2", ",", "secret"])(
    "AMB-E09 STRIPE_WEBHOOK_SECRET=%j is refused: nobody signs with an empty secret",
    (value) => {
      expect(() => readSettings({ ...production, STRIPE_WEBHOOK_SECRET: value })).toThrow(
        /^Settings: STRIPE_WEBHOOK_SECRET must be one or more of Stripe's whsec_…, with a comma between them$/,
      );
    },
  );

  test("AMB-E09 two webhook secrets are good while one is being changed, the newest first", () => {
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
  ])("%s with %s is refused: one takes real money, the other does not", (secret, publishable) => {
    const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
    expect(() => readSettings({ ...production, ...keys })).toThrow(
      "Settings: STRIPE_PUBLISHABLE_KEY must be live if STRIPE_SECRET_KEY is, and test if that is",
    );
  });

  test.each([
    ["STRIPE_SECRET_KEY", "pk_live_1", "must begin with sk_ or rk_, and live_ or test_"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_1", "must begin with pk_live_ or pk_test_"],
  ])("%s=%s is refused: the page would show the secret one", (name, value, message) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} ${message}`);
  });

  test.each(["short", "long enough to be a secret,short", ","])(
    "AMB-N04 THIRDFORT_WEBHOOK_SECRET=%j is refused: anybody could sign",
    (value) => {
      expect(() => readSettings({ ...production, THIRDFORT_WEBHOOK_SECRET: value })).toThrow(
        /^Settings: THIRDFORT_WEBHOOK_SECRET must be at least 16 characters long/,
      );
    },
  );

  test.each(["SESSION_SECRET", "LOQATE_KEY", "STRIPE_WEBHOOK_SECRET"])(
    "A-045 %s of nothing but spaces is not set",
    (name) => {
      expect(() => readSettings({ ...production, [name]: " ".repeat(40) })).toThrow(
        `Settings: ${name} is not set`,
      );
    },
  );

  test("DOUBLES=true makes it a demonstration", () => {
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

describe("D12 real money and doubles do not meet:", () => {
  const live = {
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  const refusal = "Settings: DOUBLES must be false while STRIPE_SECRET_KEY is live";

  test.each([
    ["every key is known", { ...production, DOUBLES: "true" }],
    [
      "some are",
      { NODE_ENV: "production", SESSION_SECRET: "x".repeat(32), ...live, DOUBLES: "true" },
    ],
    ["a restricted key", { ...production, STRIPE_SECRET_KEY: "rk_live_1", DOUBLES: "true" }],
    ["at home, where doubles stand in by themselves", live],
  ])("%s", (_what, given) => {
    expect(() => readSettings(given)).toThrow(refusal);
  });

  test("DOUBLES=false with a live key starts", () => {
    expect([...readSettings({ ...production, DOUBLES: "false" }).doubled]).toEqual([]);
  });

  test.each([
    ["STRIPE_WEBHOOK_SECRET", "whsec_double"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1, whsec_double"],
    ["THIRDFORT_WEBHOOK_SECRET", "webhook-secret-of-the-double"],
    ["ONESEARCH_PUSH_PASSWORD", "password-of-the-pushing-double"],
    ["POSTMARK_WEBHOOK_PASSWORD", "of a demonstration: anybody may send it email"],
    ["SESSION_SECRET", "for development: not a secret and so never in production"],
  ])("%s=%s is known to everybody", (name, value) => {
    const message = `Settings: ${name} must not be that of a demonstration`;
    expect(() => readSettings({ ...production, [name]: value })).toThrow(message);
  });

  test("a demonstration has the secrets of the doubles, also when they are given", () => {
    const given = { STRIPE_WEBHOOK_SECRET: "whsec_double" };
    const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1", ...given };
    expect(readSettings(keys).env).toMatchObject({ STRIPE_WEBHOOK_SECRET: ["whsec_double"] });
  });
});

describe("D1 ONESEARCH_PUSH_SECRET", () => {
  test("is the end of an address, and may be left out", () => {
    const secret = "aB3-_".repeat(8);
    const { env } = readSettings({ ...production, ONESEARCH_PUSH_SECRET: secret });
    expect(env.ONESEARCH_PUSH_SECRET).toBe(secret);
    expect(readSettings(production).env.ONESEARCH_PUSH_SECRET).toBeUndefined();
  });

  test.each(["short", `${"x".repeat(32)}/y`, `${"x".repeat(32)}%2f`])(
    "=%s is refused",
    (secret) => {
      expect(() => readSettings({ ...production, ONESEARCH_PUSH_SECRET: secret })).toThrow(
        "ONESEARCH_PUSH_SECRET must be 32 to 100 letters, digits, - and _",
      );
    },
  );
});

describe("AMB-A12 TRUST_PROXY_HOPS", () => {
  test("may be left out where no proxy is certain", () => {
    const { env } = readSettings({
      ...production,
      APP_URL: "http://10.0.0.7",
      TRUST_PROXY_HOPS: "",
    });
    expect(env.TRUST_PROXY_HOPS).toBe(0);
  });

  test("may be none behind https, if somebody says so", () => {
    expect(readSettings({ ...production, TRUST_PROXY_HOPS: "0" }).env.TRUST_PROXY_HOPS).toBe(0);
  });
});

describe("at home", () => {
  test("nothing has to be set", () => {
    expect([...readSettings({}).doubled]).toEqual(VENDORS);
  });

  test("a vendor with its keys is not doubled, the others are", () => {
    const { doubled } = readSettings({ POSTMARK_SERVER_TOKEN: "token" });
    expect([...doubled]).toEqual(VENDORS.filter((vendor) => vendor !== "postmark"));
  });

  test("one key of several is a slip", () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow(
      "Settings: STRIPE_PUBLISHABLE_KEY is not set\n          STRIPE_WEBHOOK_SECRET is not set",
    );
  });
});

test(".env.example explains every setting", async () => {
  const example = await readFile(".env.example", "utf8");
  const missing = Object.keys(readSettings({}).env).filter(
    (name) => name !== "NODE_ENV" && !new RegExp(`^#${name}=`, "m").test(example),
  );
  expect(missing).toEqual([]);
});
