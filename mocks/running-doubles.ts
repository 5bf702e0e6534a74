import type { Vendor } from "#app/platform/vendors.server.ts";
import type { DoublesConfig } from "./doubles.ts";

export type Running = { vendors: ReadonlySet<Vendor>; world: DoublesConfig; stop: () => void };

/** Stored globally: in development modules are reloaded, but the doubles are not restarted. */
const RUNNING = Symbol.for("fanlight.doubles");

const place: typeof globalThis & { [RUNNING]?: Running | null } = globalThis;

export function running(): Running | null {
  return place[RUNNING] ?? null;
}

export function setRunning(now: Running | null): void {
  place[RUNNING] = now;
}
