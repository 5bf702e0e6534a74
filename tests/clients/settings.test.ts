import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readSettings } from "#app/env.server.ts";

const production = {
  NODE_ENV: "production",
  APP_URL: "https://fanlight.example.net/",
  SESSION_SECRET: "x".repeat(32),
  SUPPORT_EMAIL: "support@fanlight.example",
  FROM_EMAIL: "hello@fanlight.example",
  TEAM_EMAIL: "team@fanlight.example",
  COMPANY_NAME: "Arch Conveyancing Limited",
  COMPANY_NUMBER: "01234567",
  COMPANY_ADDRESS: "2 Arch Street, York YO1 7HZ",
  COMPANY_REGULATOR: "the Council for Licensed Conveyancers, licence 1",
  COMPANY_TELEPHONE: "01904 000000",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  POSTMARK_SERVER_TOKEN: "token",
  LOQATE_KEY: "key",
  RECAPTCHA_SITE_KEY: "site",
  RECAPTCHA_SECRET_KEY: "secret",
};

describe("in production", () => {
  test("with every key nothing is doubled, and vendors have their own addresses", () => {
    const { env, doubled } = readSettings(production);
    expect([...doubled]).toEqual([]);
    expect(env).toMatchObject({
      APP_URL: "https://fanlight.example.net",
      STRIPE_API_URL: "https://api.stripe.com",
      LAND_REGISTRY_ENABLED: false,
    });
  });

  test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
    "A-045 without %s the process does not start, and says so",
    (name) => {
      expect(() => readSettings({ ...production, [name]: "" })).toThrow(`${name} is not set`);
    },
  );

  test("all that is missing is said at once", () => {
    expect(() => readSettings({ ...production, LOQATE_KEY: "", APP_URL: "" })).toThrow(
      "Settings: APP_URL is not set; LOQATE_KEY is not set",
    );
  });

  test.each([
    ["SESSION_SECRET", "short", "SESSION_SECRET must be at least 32 characters long"],
    ["ALLOW_PREVENT_EMAIL", "true", "ALLOW_PREVENT_EMAIL must not be set in production"],
    [
      "LAND_REGISTRY_ENABLED",
      "true",
      "LAND_REGISTRY_PASSWORD must be set while LAND_REGISTRY_ENABLED is",
    ],
    ["WORKER", "sometimes", /^Settings: WORKER /],
    ["APP_URL", "fanlight", /^Settings: APP_URL /],
  ])("%s=%s is refused", (name, value, message) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(message);
  });

  test("DOUBLES=true makes it a demonstration", () => {
    const { doubled, env } = readSettings({
      NODE_ENV: "production",
      DOUBLES: "true",
      SESSION_SECRET: "x".repeat(32),
      PORT: "4123",
    });
    expect([...doubled]).toEqual(["stripe", "postmark", "loqate", "recaptcha", "land-registry"]);
    expect(env.STRIPE_SCRIPT_URL).toBe(`${env.APP_URL}/mocks/stripe/script`);
  });
});

describe("at home", () => {
  test("nothing has to be set", () => {
    expect(readSettings({}).doubled.size).toBe(5);
  });

  test("a vendor with its keys is not doubled, the others are", () => {
    const { doubled } = readSettings({ POSTMARK_SERVER_TOKEN: "token" });
    expect([...doubled]).toEqual(["stripe", "loqate", "recaptcha", "land-registry"]);
  });

  test("one key of several is a slip", () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow(
      "Settings: STRIPE_PUBLISHABLE_KEY is not set; STRIPE_WEBHOOK_SECRET is not set",
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
