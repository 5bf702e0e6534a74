import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { VENDORS, type Vendor } from "#app/platform/vendors.server.ts";
import { pool } from "#db/connection.ts";
import { doublesConfig, vendorHandlers } from "./doubles.ts";
import { intercept } from "./intercept.ts";
import { postgresState } from "./postgres-state.ts";
import { running, setRunning } from "./running-doubles.ts";
import type { State } from "./state.ts";

/**
 * Starts the doubles in this process, at the vendors' own URLs; idempotent. Their state is in the
 * database, shared by the web process, the worker and later starts.
 * @param options.state replaces the database, for tests
 * @param options.site base URL of webhooks; null for none
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
