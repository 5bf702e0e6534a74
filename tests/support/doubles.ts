import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Vendor, vendorNames } from "#app/platform/vendors.server.ts";
import { running } from "#mocks/running-doubles.ts";
import { memoryState, type State } from "#mocks/state.ts";
import { startDoubles } from "#mocks/start.server.ts";

/**
 * Runs the vendors’ doubles for one test file. Before each test their state and the circuit
 * breakers are reset. They send no webhooks, but Stripe’s double stores its events.
 *
 *     const doubles = useDoubles();
 *     expect(await doubles.state.list(emails)).toHaveLength(1);
 */
export function useDoubles(answering: readonly Vendor[] = vendorNames): { state: State } {
  const memory: { now: State } = { now: memoryState() };
  const state: State = {
    get: (kind, id) => memory.now.get(kind, id),
    list: (kind) => memory.now.list(kind),
    put: (kind, id, value) => memory.now.put(kind, id, value),
    add: (kind, id, value) => memory.now.add(kind, id, value),
    delete: (kind, id) => memory.now.delete(kind, id),
  };

  beforeAll(() => startDoubles(new Set(answering), { state, site: null }));
  beforeEach(async () => {
    memory.now = memoryState();
    const { resetBreakers } = await import("#app/clients/outbound.server.ts");
    resetBreakers();
  });
  afterAll(() => running()?.stop());
  return { state };
}
