import { z } from "zod";
import {
  comment,
  freeText,
  optionalFreeText,
  tooLongMessage,
} from "#app/domain/fields/free-text.server.ts";
import { optionalPhoneNumber, phoneNumber } from "#app/domain/fields/phone.server.ts";
import { leadPrice } from "#app/domain/fields/prices.server.ts";
import { emailAddress, optionalEmailAddress } from "#app/domain/people/person.server.ts";
import {
  CLIENT_AWARENESS,
  LEAD_WARMTHS,
  MAX_LEADS,
  SELECT_AWARENESS,
  SELECT_WARMTH,
} from "./lead-choices.ts";

/** One of the choices, or null when none was made (AMB-G07). */
function optionalChoice<const Choice extends string>(choices: readonly Choice[], message: string) {
  return z
    .string({ error: message })
    .nullish()
    .transform((chosen) => chosen || null)
    .pipe(z.enum(choices, { error: message }).nullable());
}

/** One lead (G-042 to G-048, G-050 to G-058), in page order. */
const Lead = z.object({
  property_address: freeText("Property address is required", tooLongMessage("Property address")),
  initial_asking_price: leadPrice(),
  seller_1_name: freeText("Seller 1 name is required", tooLongMessage("Seller 1 name")),
  seller_1_email: emailAddress("Seller 1 email must be valid"),
  seller_1_phone: phoneNumber("Seller 1 phone is required", "Seller 1 phone must be valid"),
  seller_2_name: optionalFreeText(tooLongMessage("Seller 2 name")),
  seller_2_email: optionalEmailAddress("Seller 2 email must be valid"),
  seller_2_phone: optionalPhoneNumber("Seller 2 phone must be valid"),
  lead_warmth: optionalChoice(LEAD_WARMTHS, SELECT_WARMTH),
  client_aware_of_product: optionalChoice(CLIENT_AWARENESS, SELECT_AWARENESS),
  additional_notes: comment(),
});
export type Lead = z.output<typeof Lead>;

const NONE = "At least one lead is required";

/** Everything a valuer sends at once (G-040, G-049). */
export const LeadsForm = z.object({
  leads: z
    .array(Lead, { error: NONE })
    .min(1, NONE)
    .max(MAX_LEADS, `You can send at most ${MAX_LEADS} leads at once`),
  form_key: z.string().default(""),
});
