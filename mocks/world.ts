import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import type { World } from "./doubles.ts";
import type { State } from "./state.ts";

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
    postmark: { inboundUrl: site && inboundUrl(site) },
  };
}

/** The webhook as it is written into Postmark's settings: the name and the password are in the address. */
function inboundUrl(site: string): string {
  const url = new URL(paths.webhooks.postmarkInbound(), site);
  url.username = "postmark";
  url.password = encodeURIComponent(env.POSTMARK_WEBHOOK_PASSWORD[0]);
  return url.href;
}
