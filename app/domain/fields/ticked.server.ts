import { z } from "zod";

/** A box of a form; inside a part that may be left out Conform does not read it, so that "on" arrives. */
export const ticked = () =>
  z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "on");
