import { z } from "zod";
import type { Kind, State } from "#mocks/state.ts";

/** What OneSearch's double remembers. */

export type OneSearchDouble = {
  state: State;
  /** Where it sends results; null: nowhere. */
  webhookUrl: string | null;
  /** By what it names itself when it does. */
  username: string;
  password: string;
};

const Order = z.object({
  /** OneSearch's own. */
  reference: z.string(),
  /** The customer's own reference. */
  requester_reference: z.string(),
  type: z.string(),
  address: z.string(),
  placed_at: z.string(),
  searches: z.array(
    z.object({
      product: z.string(),
      status: z.enum(["InProgress", "Cancelled", "Complete"]),
      expected: z.string(),
    }),
  ),
  /** What was sent about it, and the answers: a status, or 0 without one. */
  deliveries: z.array(z.object({ what: z.string(), status: z.number() })),
});
export type Order = z.output<typeof Order>;

export const orders: Kind<Order> = { vendor: "one-search", name: "order", shape: Order };

/** "2026-11-21": a day as the messages have it; today unless told otherwise. */
export function isoDate(at = Date.now()): string {
  return new Date(at).toISOString().slice(0, 10);
}
