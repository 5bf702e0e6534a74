import type { RequestHandler } from "msw";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import type { Vendor } from "#app/platform/vendors.server.ts";
import { anthropicHandlers } from "./anthropic.ts";
import { companiesHouseHandlers } from "./companies-house.ts";
import { faultHandler } from "./faults.ts";
import { landRegistryHandlers } from "./land-registry/api.ts";
import { loqateHandlers } from "./loqate/api.ts";
import { officeHealthHandlers } from "./office-health.ts";
import { oneSearchHandlers } from "./one-search/api.ts";
import type { OneSearchDouble } from "./one-search/orders.ts";
import { postmarkHandlers } from "./postmark.ts";
import { postOutcomes } from "./postmark-outcomes.ts";
import { recaptchaHandlers } from "./recaptcha.ts";
import { sentryHandlers } from "./sentry.ts";
import type { State } from "./state.ts";
import { stripeHandlers } from "./stripe/api.ts";
import type { StripeDouble } from "./stripe/objects.ts";
import { thirdfortHandlers } from "./thirdfort/api.ts";
import type { ThirdfortDouble } from "./thirdfort/transactions.ts";

export type DoublesConfig = {
  state: State;
  hostname: string;
  stripe: Omit<StripeDouble, "state">;
  oneSearch: Omit<OneSearchDouble, "state">;
  thirdfort: Omit<ThirdfortDouble, "state">;
  postmark: PostmarkDouble;
};

export type PostmarkDouble = {
  /** URL of the webhook for inbound emails, including its password; null if there is no webhook. */
  inboundUrl: string | null;
  outcomesUrl: string | null;
};

/**
 * Returns the configuration of the doubles, made from the settings of the service. They sign
 * webhooks with the first of several secrets.
 * @param at.pagesUrl base URL of the pages that customers open at Stripe
 * @param at.site base URL to send webhooks to; null to send none
 */
export function doublesConfig(
  state: State,
  { pagesUrl, site }: { pagesUrl: string; site: string | null },
): DoublesConfig {
  return {
    state,
    hostname: new URL(env.APP_URL).hostname,
    stripe: {
      pagesUrl,
      webhookUrl: site && `${site}${paths.webhooks.stripe()}`,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET[0],
    },
    thirdfort: {
      webhookUrl: site && `${site}${paths.webhooks.thirdfort()}`,
      webhookHeader: env.THIRDFORT_WEBHOOK_HEADER,
      webhookSecret: env.THIRDFORT_WEBHOOK_SECRET[0],
    },
    oneSearch: {
      webhookUrl: site && `${site}${paths.webhooks.searches(env.ONESEARCH_PUSH_SECRET)}`,
      username: env.ONESEARCH_PUSH_USERNAME,
      password: env.ONESEARCH_PUSH_PASSWORD,
    },
    postmark: {
      inboundUrl: site && withPassword(paths.webhooks.postmarkInbound(), site),
      outcomesUrl: site && withPassword(paths.webhooks.postmarkOutcomes(), site),
    },
  };
}

/**
 * Returns the URL of a webhook with the user name and password in it, as Postmark has it in its
 * settings.
 */
function withPassword(path: string, site: string): string {
  const url = new URL(path, site);
  url.username = "postmark";
  url.password = encodeURIComponent(env.POSTMARK_WEBHOOK_PASSWORD[0]);
  return url.href;
}

const HANDLERS: Record<Vendor, (baseUrl: string, world: DoublesConfig) => RequestHandler[]> = {
  stripe: (baseUrl, { state, stripe }) => stripeHandlers({ baseUrl, state, ...stripe }),
  postmark: (baseUrl, { state, postmark: { outcomesUrl } }) =>
    postmarkHandlers({ baseUrl, state, tell: (email) => postOutcomes(outcomesUrl, email) }),
  loqate: (baseUrl) => loqateHandlers({ baseUrl }),
  recaptcha: (baseUrl, { state, hostname }) => recaptchaHandlers({ baseUrl, state, hostname }),
  thirdfort: (baseUrl, { state, thirdfort }) => thirdfortHandlers({ baseUrl, state, ...thirdfort }),
  "office-health": (baseUrl) => officeHealthHandlers({ baseUrl }),
  "land-registry": (baseUrl, { state }) => landRegistryHandlers({ baseUrl, state }),
  "companies-house": (baseUrl) => companiesHouseHandlers({ baseUrl }),
  "one-search": (baseUrl, { state }) => oneSearchHandlers({ baseUrl, state }),
  anthropic: (baseUrl, { state }) => anthropicHandlers({ baseUrl, state }),
  sentry: (baseUrl, { state }) => sentryHandlers({ baseUrl, state }),
};

/**
 * Returns the request handlers of a vendor's double. The handler that simulates faults comes first.
 */
export function vendorHandlers(
  vendor: Vendor,
  baseUrl: string,
  world: DoublesConfig,
): RequestHandler[] {
  return [
    faultHandler(vendor, { state: world.state, baseUrl }),
    ...HANDLERS[vendor](baseUrl, world),
  ];
}
