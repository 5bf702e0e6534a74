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
import { tellOutcomes } from "./postmark-outcomes.ts";
import { recaptchaHandlers } from "./recaptcha.ts";
import { sentryHandlers } from "./sentry.ts";
import type { State } from "./state.ts";
import { stripeHandlers } from "./stripe/api.ts";
import type { StripeDouble } from "./stripe/objects.ts";
import { thirdfortHandlers } from "./thirdfort/api.ts";
import type { ThirdfortDouble } from "./thirdfort/transactions.ts";

/** All that the doubles know of the world. */
export type World = {
  state: State;
  /** The site's own host name, which reCAPTCHA's tokens are made on. */
  hostname: string;
  stripe: Omit<StripeDouble, "state">;
  oneSearch: Omit<OneSearchDouble, "state">;
  thirdfort: Omit<ThirdfortDouble, "state">;
  postmark: PostmarkDouble;
};

export type PostmarkDouble = {
  /** Where emails that come in are posted, with the name and password in the address; null: nowhere. */
  inboundUrl: string | null;
  /** Where the same is posted of what became of those that were sent. */
  outcomesUrl: string | null;
};

/**
 * What the doubles know of the world by the settings of the service. Their webhooks are signed with the first of its
 * secrets.
 *
 * @param at.pagesUrl where browsers find Stripe's own pages
 * @param at.site where webhooks are posted; null: nowhere
 */
export function makeWorld(
  state: State,
  { pagesUrl, site }: { pagesUrl: string; site: string | null },
): World {
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

/** A webhook as it is written into Postmark's settings: the name and the password are in the address. */
function withPassword(path: string, site: string): string {
  const url = new URL(path, site);
  url.username = "postmark";
  url.password = encodeURIComponent(env.POSTMARK_WEBHOOK_PASSWORD[0]);
  return url.href;
}

/** How each vendor's double answers at an address. */
const HANDLERS: Record<Vendor, (baseUrl: string, world: World) => RequestHandler[]> = {
  stripe: (baseUrl, { state, stripe }) => stripeHandlers({ baseUrl, state, ...stripe }),
  postmark: (baseUrl, { state, postmark: { outcomesUrl } }) =>
    postmarkHandlers({ baseUrl, state, tell: (email) => tellOutcomes(outcomesUrl, email) }),
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

/** What answers for a vendor when it is asked at this address. */
export function vendorHandlers(vendor: Vendor, baseUrl: string, world: World): RequestHandler[] {
  return [
    faultHandler(vendor, { state: world.state, baseUrl }),
    ...HANDLERS[vendor](baseUrl, world),
  ];
}
