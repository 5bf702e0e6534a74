/**
 * Environment of all tests. It has no vendors’ keys, so the doubles answer. To test a different
 * value, call vi.stubEnv before importing the module that reads it.
 */
const testEnvironment = {
  NODE_ENV: "test",
  TZ: "UTC",
  APP_URL: "http://localhost:3000",
  TRUST_PROXY_HOPS: "0",
  SESSION_SECRET: "a secret of the tests that is longer than thirty-two characters",
  SUPPORT_EMAIL: "support@fanlight.example",
  FROM_EMAIL: "hello@fanlight.example",
  TEAM_EMAIL: "team@fanlight.example",
  DOUBLES: "true",
  WORKER: "off",
};

/**
 * Matches vendors’ keys in this machine’s environment. They are removed, because they would lead to
 * the real vendors.
 */
const ofVendors =
  /^(STRIPE|POSTMARK|LOQATE|RECAPTCHA|LAND_REGISTRY|THIRDFORT|ONE_?SEARCH|ANTHROPIC|AWS|S3|AUDIT|HUBSPOT|COMPANIES_HOUSE|SENTRY|METRICS|OTEL|OFFICE_HEALTH|CURRENCY_PARTNER|CLAMAV)_/;

export function setTestEnvironment(databaseUrl: string) {
  for (const name of Object.keys(process.env)) {
    if (ofVendors.test(name)) Reflect.deleteProperty(process.env, name);
  }
  delete process.env.DATABASE_READ_URL;
  Object.assign(process.env, testEnvironment, { DATABASE_URL: databaseUrl });
}
