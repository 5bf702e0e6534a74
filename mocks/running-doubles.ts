import type { Vendor } from "#app/platform/vendors.server.ts";
import type { DoublesConfig } from "./doubles.ts";

export type Running = { vendors: ReadonlySet<Vendor>; world: DoublesConfig; stop: () => void };

/**
 * Key under which the running doubles are stored globally. In development, modules are loaded again
 * after a change, but the doubles are not started again.
 */
const RUNNING = Symbol.for("fanlight.doubles");

const place: typeof globalThis & { [RUNNING]?: Running | null } = globalThis;

export function running(): Running | null {
  return place[RUNNING] ?? null;
}

export function setRunning(now: Running | null): void {
  place[RUNNING] = now;
}
