import { z } from "zod";

/** One box to tick (AMB-C11); the id of the sale is checked where the acceptance is written down (C-087). */
export const termsForm = z.object({
  terms_and_conditions: z.literal("on", {
    error: "Please accept the terms and conditions to continue",
  }),
  transaction_id: z.string().default(""),
});
