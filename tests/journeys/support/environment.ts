import { freePort } from "#tests/support/built-service.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

process.env.JOURNEYS_PORT ||= String(await freePort());

/** Where the journeys' own service listens, beside whatever else runs on the machine. */
export const port = Number(process.env.JOURNEYS_PORT);

export const appUrl = `http://localhost:${port}`;

/** What a run leaves behind: pictures of what failed, and what has been looked at. */
export const outputDir = ".data/test/journeys";

/** The worker's address space is the tests' own: each test comes from an address nobody else has. */
export function anAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * The environment of the service, of Playwright and of its workers, who read and set the database directly. The
 * first to come names the database and the port; those that it starts inherit them.
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
