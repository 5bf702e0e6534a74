import { z } from "zod";
import { optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import {
  INVALID_PHONE,
  optionalPhoneNumber,
  phoneNumber,
} from "#app/domain/fields/phone.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import {
  emailAddress,
  optionalEmailAddress,
  recordedNames,
} from "#app/domain/people/person.server.ts";
import type { Coordinator, Negotiator, Valuer } from "./parts.ts";

/** The people of an estate agent's office, as staff type them. */

/** A valuer: only the first name has to be given (M-033 to M-037). */
export const ValuerForm = z.object({
  first_name: recordedNames.first_name,
  last_name: optionalFreeText(tooLongMessage("Last name")),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  primary_valuer: ticked(),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Valuer>;

/** A negotiator (M-042 to M-045). */
export const NegotiatorForm = z.object({
  ...recordedNames,
  email: emailAddress(),
  phone_number: phoneNumber("Phone number is required", INVALID_PHONE),
}) satisfies z.ZodType<Negotiator>;

/** The coordinator of an office (M-038 to M-041). */
export const CoordinatorForm = z.object({
  ...recordedNames,
  email: emailAddress("Valid email is required"),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  is_subscribed: ticked(),
}) satisfies z.ZodType<Coordinator>;
