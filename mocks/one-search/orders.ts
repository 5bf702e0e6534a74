import { z } from "zod";
import type { Kind, State } from "#mocks/state.ts";

export type OneSearchDouble = {
  state: State;
  webhookUrl: string | null;
  username: string;
  password: string;
};

const Order = z.object({
  reference: z.string(),
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
  /**
   * Messages that were sent about the order, with the status of our response; 0 if there was no
   * response.
   */
  deliveries: z.array(z.object({ what: z.string(), status: z.number() })),
});
export type Order = z.output<typeof Order>;

export const orders: Kind<Order> = { vendor: "one-search", name: "order", shape: Order };

/** Returns a day in the format of the messages ("2026-11-21"); by default, today. */
export function isoDate(at = Date.now()): string {
  return new Date(at).toISOString().slice(0, 10);
}
