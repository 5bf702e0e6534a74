import type { Vendor } from "#app/platform/vendors.server.ts";
import type { World } from "./doubles.ts";

export type Running = { vendors: ReadonlySet<Vendor>; world: World; stop: () => void };

/** Kept beside the modules: in development they are loaded again, and the doubles are not started again. */
const RUNNING = Symbol.for("fanlight.doubles");

const place: typeof globalThis & { [RUNNING]?: Running | null } = globalThis;

export function running(): Running | null {
  return place[RUNNING] ?? null;
}

export function setRunning(now: Running | null): void {
  place[RUNNING] = now;
}
