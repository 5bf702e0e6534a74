import { z } from "zod";

/** Which sale or purchase intent to go on with: the button that was pressed on /welcome-back. */
export const Choice = z.object({
  sale: z.string().optional(),
  purchase: z.string().optional(),
});
