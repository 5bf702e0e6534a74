import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { VENDORS, type Vendor } from "#app/platform/vendors.server.ts";
import { pool } from "#db/connection.ts";
import { doublesConfig, vendorHandlers } from "./doubles.ts";
import { intercept } from "./intercept.ts";
import { postgresState } from "./postgres-state.ts";
import { running, setRunning } from "./running-doubles.ts";
import type { State } from "./state.ts";

/**
 * Starts the doubles in this process, unless they are running. They answer at the vendors' real
 * URLs. Their state is in the database, so the web process, the worker and later processes share
 * it.
 * @param options.state where to store the state instead, for tests
 * @param options.site base URL to send webhooks to; null to send none
 */
export function startDoubles(
  vendors: ReadonlySet<Vendor> = vendorsWithDouble,
  { state = postgresState(pool), site = env.APP_URL }: { state?: State; site?: string | null } = {},
): void {
  if (running()) return;
  const world = doublesConfig(state, { pagesUrl: env.APP_URL, site });
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
