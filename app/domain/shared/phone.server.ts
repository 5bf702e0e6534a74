import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from "libphonenumber-js/max";
import { z } from "zod";
import { crossFieldRule, sortErrorsByPage } from "./form-rules.server.ts";
import { INVALID_MOBILE } from "./messages.ts";

const MAX_LENGTH = 40;

/**
 * Parses any valid phone number to the E.164 format, or returns null (AMB-B14). If the number
 * starts with +, `country` is ignored (AMB-B15).
 */
export function readPhone(number: string, country = "GB"): string | null {
  return parse(number, country)?.number ?? null;
}

/**
 * Parses a customer’s phone number to the E.164 format, or returns null (AMB-B14). A UK number must
 * be a mobile number, because the ID check is sent by text message.
 */
export function readMobile(number: string, country = "GB"): string | null {
  const phone = parse(number, country);
  if (!phone) return null;
  // Phone numbers of Guernsey, Jersey and the Isle of Man also start with +44 and share some ranges
  // with the UK.
  return phone.countryCallingCode === "44" && phone.getType() !== "MOBILE" ? null : phone.number;
}

function parse(typed: string, country: string): PhoneNumber | null {
  if (typed.length > MAX_LENGTH || !isSupportedCountry(country)) return null;
  // With `extract: false`, text such as "call 07400 123456" is not accepted as a number.
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  return phone?.isValid() && !phone.ext ? phone : null;
}

/** Fields of a customer’s phone number. Wrap a form with these fields in `mobilePhone`. */
export const phoneFields = {
  phone_number: z.string({ error: INVALID_MOBILE }).trim(),
  phone_country: z.string({ error: INVALID_MOBILE }).optional(),
};

type PhoneAnswers = { phone_number: string; phone_country?: string | undefined };
type PhoneForm = z.ZodObject & z.ZodType<PhoneAnswers>;

/**
 * Wraps a form with phoneFields: validates the number and outputs it in the E.164 format, without
 * the field for the country (B-042, B-043, C-017).
 */
export function mobilePhone<Form extends PhoneForm>(form: Form) {
  return form
    .superRefine(({ phone_number, phone_country }, context) => {
      if (typeof phone_number !== "string") return;
      if (readMobile(phone_number, phone_country) === null) {
        context.addIssue({ code: "custom", path: ["phone_number"], message: INVALID_MOBILE });
      }
    }, crossFieldRule)
    .check(sortErrorsByPage(form))
    .transform((answers) => {
      const { phone_country, ...others } = answers;
      const typed = answers.phone_number;
      const phone_number = readMobile(typed, phone_country) ?? typed;
      return { ...others, phone_number };
    });
}

/**
 * Returns the schema of a customer’s optional phone number that staff enter: a UK number, or one
 * that starts with + (AMB-B14).
 */
export function optionalMobileNumber() {
  return z
    .string({ error: INVALID_MOBILE })
    .nullish()
    .transform((typed) => typed?.trim() || null)
    .refine((typed) => typed === null || readMobile(typed) !== null, INVALID_MOBILE)
    .transform((typed) => typed && (readMobile(typed) ?? typed));
}

/**
 * Returns the schema of any valid phone number, in UK format or starting with +. The result is in
 * the E.164 format (AMB-B14).
 */
export function phoneNumber(missing: string, invalid = INVALID_MOBILE) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine((typed) => typed === "" || readPhone(typed) !== null, invalid)
    .transform((typed) => readPhone(typed) ?? typed);
}

/**
 * Returns the schema of an optional phone number. The result is null if the field is empty (G-030,
 * G-055).
 */
export function optionalPhoneNumber(invalid = INVALID_MOBILE) {
  return z
    .string({ error: invalid })
    .nullish()
    .transform((typed) => typed?.trim() || null)
    .refine((typed) => typed === null || readPhone(typed) !== null, invalid)
    .transform((typed) => typed && (readPhone(typed) ?? typed));
}

/**
 * Splits a stored number into the two fields of a form: +447400123456 becomes "07400 123456" and
 * "GB".
 */
export function phoneParts(e164: string | null): { phone_number: string; phone_country: string } {
  const phone = parsePhoneNumberFromString(e164 ?? "");
  return {
    phone_number: phone?.formatNational() ?? e164 ?? "",
    phone_country: phone?.country ?? "GB",
  };
}
