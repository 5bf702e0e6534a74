import { z } from "zod";
import { freeText, optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { optionalPhoneNumber, phoneNumber } from "#app/domain/fields/phone.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import { emailAddress, optionalEmailAddress } from "#app/domain/people/person.server.ts";
import type { Coordinator, Negotiator, Valuer } from "./parts.ts";

/** The people of an estate agent's office, as staff type them. */

const INVALID_PHONE = "Enter a valid phone number";

const firstName = freeText("First name is required", tooLongMessage("First name"));
const lastName = freeText("Last name is required", tooLongMessage("Last name"));

/** A valuer: only the first name has to be given (M-033 to M-037). */
export const ValuerForm = z.object({
  first_name: firstName,
  last_name: optionalFreeText(tooLongMessage("Last name")),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  primary_valuer: ticked(),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Valuer>;

/** A negotiator (M-042 to M-045). */
export const NegotiatorForm = z.object({
  first_name: firstName,
  last_name: lastName,
  email: emailAddress(),
  phone_number: phoneNumber("Phone number is required", INVALID_PHONE),
}) satisfies z.ZodType<Negotiator>;

/** The coordinator of an office (M-038 to M-041). */
export const CoordinatorForm = z.object({
  first_name: firstName,
  last_name: lastName,
  email: emailAddress("Valid email is required"),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Coordinator>;
