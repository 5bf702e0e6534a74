import { freePort } from "#tests/support/built-service.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

process.env.JOURNEYS_PORT ||= String(await freePort());

export const port = Number(process.env.JOURNEYS_PORT);

export const appUrl = `http://localhost:${port}`;

export const outputDir = ".data/test/journeys";

/** Returns a random IP address, so that each test has its own rate limits. */
export function anAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * Sets the environment for the service and for Playwright’s workers, which then know the database
 * and the port.
 */
export function setJourneyEnvironment() {
  process.env.JOURNEYS_DATABASE ??= `test_journeys_${process.pid}`;
  setTestEnvironment(clusterUrl(process.env.JOURNEYS_DATABASE));
  Object.assign(process.env, {
    APP_URL: appUrl,
    TRUST_PROXY_HOPS: "1",
    CURRENCY_PARTNER_NAME: "Sterling Bridge",
    CURRENCY_PARTNER_URL: "https://sterlingbridge.example",
    CURRENCY_PARTNER_TEXT: "Better rates for the money of your sale.",
  });
}
