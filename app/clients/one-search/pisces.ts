/** Parts that all messages of PISCES Searches Standard V1 have in common. */

import { z } from "zod";
import { xmlReader } from "../xml.ts";

export const readPisces = xmlReader({
  lists: ["SearchProduct", "SearchOrderReference", "Attachment", "ActionRequest"],
  attributes: "kept",
});

export const isoDate = z.iso.date();

export const orderReference = z.string().min(1).max(100);

/** Code of a search product, such as "LLC1CON29" or "CON29-M". */
export const productType = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,60}$/u);
