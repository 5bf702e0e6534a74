import { z } from "zod";
import { characters, freeText } from "#app/domain/fields/free-text.server.ts";
import { freeTextLines } from "#app/domain/fields/free-text.ts";
import { optionalPhoneNumber } from "#app/domain/fields/phone.server.ts";
import { emailAddress } from "#app/domain/people/person.server.ts";

const LONGEST_MESSAGE = 5_000;

/** Two characters at the least: `message` says so whatever is missing. */
function twoOrMore(message: string, tooLong: string, limits?: Parameters<typeof freeText>[2]) {
  return freeText(message, tooLong, limits).refine((text) => characters(text) !== 1, message);
}

/** The contact form (G-029 to G-033, AMB-G05), in page order. */
export const ContactForm = z.object({
  full_name: twoOrMore("Full name is required", "Full name must be less than 255 characters long"),
  email: emailAddress("Invalid email address"),
  mobile_number: optionalPhoneNumber(),
  message: twoOrMore(
    "Message is required",
    `Message must be at most ${LONGEST_MESSAGE.toLocaleString("en-GB")} characters long`,
    { max: LONGEST_MESSAGE, read: freeTextLines },
  ),
  referrer: twoOrMore("Referrer is required", "Referrer must be less than 255 characters long"),
  /** People do not see it: only programs fill it in. */
  website: z.string().optional(),
  form_key: z.string().default(""),
});

/** What somebody asks us. */
export type ContactRequest = Omit<z.output<typeof ContactForm>, "website" | "form_key">;
