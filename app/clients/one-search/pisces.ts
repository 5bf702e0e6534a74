import { z } from "zod";
import { xmlReader } from "../xml.ts";

/** What all messages of PISCES Searches Standard V1 have in common: answers to us, and those that are pushed. */

/** Reads a message; undefined for anything else. */
export const readPisces = xmlReader({
  lists: ["SearchProduct", "SearchOrderReference", "Attachment", "ActionRequest"],
  attributes: "kept",
});

export const isoDate = z.iso.date();

/** The reference of an order, ours or the provider's. */
export const orderReference = z.string().min(1).max(100);

/** The code of a product: "LLC1CON29", "CON29-M". */
export const productType = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,60}$/u);
