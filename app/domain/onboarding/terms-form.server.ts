import { z } from "zod";

/** Said to who would go on without. */
export const ACCEPT_TERMS = "Please accept the terms and conditions to continue";

/**
 * One box to tick (AMB-C11). The id of the sale or purchase intent is checked where the acceptance is written down
 * (C-087, D-062).
 */
export const termsForm = z.object({
  terms_and_conditions: z.literal("on", {
    error: ACCEPT_TERMS,
  }),
  id: z.string().default(""),
  /** Of the answers that were shown above the box. */
  version: z.string().optional(),
});
