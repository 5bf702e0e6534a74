import { doubled, env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { VENDORS, type Vendor } from "#app/vendors.ts";
import { pool } from "#db/connection.ts";
import { vendorHandlers, type World } from "./doubles.ts";
import { intercept } from "./intercept.ts";
import { postgresState } from "./postgres-state.ts";
import { running, setRunning } from "./running.ts";
import type { State } from "./state.ts";

/**
 * From now on the doubles answer in this process for the vendors, at the vendors' own addresses; everything else
 * goes where it is meant to go. They remember in the database, so that the web process, the worker and the next
 * start share a post-box. A second call does nothing.
 *
 * @param options.state for tests: where to remember instead
 * @param options.webhookUrl where Stripe's double posts its events; null: nowhere, and OneSearch's sends nothing either
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
    oneSearch: {
      webhookUrl: webhookUrl && `${env.APP_URL}${paths.webhooks.searches()}`,
      username: env.ONESEARCH_PUSH_USERNAME,
      password: env.ONESEARCH_PUSH_PASSWORD,
    },
  };
  const handlers = VENDORS.filter(({ name }) => vendors.has(name)).flatMap(({ name, address }) =>
    vendorHandlers(name, env[address], world),
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
