import { z } from "zod";
import { xmlReader } from "./xml.ts";

/** What the messages of PISCES Searches Standard V1 have in common, those that answer us and those that are sent to us. */

/** Reads a message; undefined for what is none. */
export const readPisces = xmlReader({
  lists: ["SearchProduct", "SearchOrderReference", "Attachment", "ActionRequest"],
  attributes: "kept",
});

export const isoDate = z.iso.date();

/** The reference of an order, whoever has given it. */
export const orderReference = z.string().min(1).max(100);

/** The code of a product, whatever it is made of: "LLC1CON29", "CON29-M". */
export const productType = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,60}$/u);
