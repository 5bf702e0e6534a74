import { doubled, env, type Vendor } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { pool } from "#db/connection.ts";
import { vendorHandlers, type World } from "./doubles.ts";
import { intercept } from "./intercept.ts";
import { postgresState } from "./postgres-state.ts";
import { running, setRunning } from "./running.ts";
import type { State } from "./state.ts";

/** Where a vendor's client asks, according to the settings. */
const addresses: Record<Vendor, string> = {
  stripe: env.STRIPE_API_URL,
  postmark: env.POSTMARK_API_URL,
  loqate: env.LOQATE_API_URL,
  recaptcha: env.RECAPTCHA_API_URL,
  "land-registry": env.LAND_REGISTRY_URL,
};

/**
 * From now on the doubles answer in this process for the vendors, at the vendors' own addresses; everything else
 * goes where it is meant to go. They remember in the database, so that the web process, the worker and the next
 * start share a post-box. A second call does nothing.
 *
 * @param options.state for tests: where to remember instead
 * @param options.webhookUrl where Stripe's double posts its events; null: nowhere
 */
export function startDoubles(
  vendors: ReadonlySet<Vendor> = doubled,
  {
    state = postgresState(pool),
    webhookUrl = `${env.APP_URL}${paths.webhooks.stripe()}`,
  }: { state?: State; webhookUrl?: string | null } = {},
): void {
  if (running()) return;
  const world: World = {
    state,
    hostname: new URL(env.APP_URL).hostname,
    stripe: {
      pagesUrl: env.APP_URL,
      webhookUrl,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET[0] ?? "",
    },
  };
  const handlers = [...vendors].flatMap((vendor) =>
    vendorHandlers(vendor, addresses[vendor], world),
  );
  const end = intercept(handlers);
  setRunning({
    vendors,
    world,
    stop: () => {
      end();
      setRunning(null);
    },
  });
}
