import { delay, http, HttpResponse, type RequestHandler } from "msw";
import { z } from "zod";
import type { Vendor } from "#app/platform/vendors.server.ts";
import type { Kind, State } from "./state.ts";

/** Faults that a vendor's double can simulate, as /mocks describes them. */
export const faults = {
  none: "Working",
  down: "Down: every response is 500",
  slow: "Slow: every response takes 12 seconds",
  nonsense: "Nonsense: every response is a web page",
  reset: "Cut off: every connection breaks",
} as const;

const Fault = z.enum(["none", "down", "slow", "nonsense", "reset"]);
export type Fault = z.output<typeof Fault>;

const SLOW_MS = 12_000;
const fault: Kind<Fault> = { vendor: "all", name: "fault", shape: Fault };

export async function readFault(state: State, vendor: Vendor): Promise<Fault> {
  return (await state.get(fault, vendor)) ?? "none";
}

export async function setFault(state: State, vendor: Vendor, value: unknown): Promise<void> {
  await state.put(fault, vendor, Fault.parse(value));
}

/**
 * Returns a request handler that simulates the vendor's current fault. If there is no fault, the
 * handlers after this one answer.
 */
export function faultHandler(
  vendor: Vendor,
  { state, baseUrl }: { state: State; baseUrl: string },
): RequestHandler {
  return http.all(`${baseUrl}/*`, async () => {
    switch (await readFault(state, vendor)) {
      case "none":
        return undefined;
      case "down":
        return HttpResponse.text("Internal Server Error", { status: 500 });
      case "nonsense":
        return HttpResponse.html("<!doctype html><title>Welcome</title><p>It works!</p>");
      case "reset":
        return HttpResponse.error();
      case "slow":
        await delay(SLOW_MS);
        // If the fault ended while this request was waiting, break the connection. Otherwise the
        // request would take effect in the middle of a later scenario.
        return (await readFault(state, vendor)) === "slow" ? undefined : HttpResponse.error();
    }
  });
}
