import { doubled, env } from "#app/platform/env.server.ts";
import { VENDORS, type Vendor } from "#app/platform/vendors.server.ts";
import { pool } from "#db/connection.ts";
import { makeWorld, vendorHandlers } from "./doubles.ts";
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
 * @param options.site where the doubles post their webhooks: the address of our site; null: nowhere
 */
export function startDoubles(
  vendors: ReadonlySet<Vendor> = doubled,
  { state = postgresState(pool), site = env.APP_URL }: { state?: State; site?: string | null } = {},
): void {
  if (running()) return;
  const world = makeWorld(state, { pagesUrl: env.APP_URL, site });
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
