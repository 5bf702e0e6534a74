import { z } from "zod";

/**
 * The button that was pressed on /welcome-back: which sale or purchase intent to go on with, or which start that is not
 * saved yet to forget.
 */
export const Choice = z.object({
  sale: z.string().optional(),
  purchase: z.string().optional(),
  forget: z.enum(["sales", "purchases"]).optional(),
});
