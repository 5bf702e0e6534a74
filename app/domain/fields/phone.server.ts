import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from "libphonenumber-js/max";
import { z } from "zod";
import { betweenFields, inPageOrder } from "./form-rules.server.ts";
import { INVALID_MOBILE } from "./messages.ts";

const MAX_LENGTH = 40;

/**
 * Any valid number, in E.164, or null (AMB-B14).
 *
 * @param country ISO code of the select; a number typed with + ignores it (AMB-B15).
 */
export function readPhone(number: string, country = "GB"): string | null {
  return parse(number, country)?.number ?? null;
}

/**
 * A customer's number, in E.164, or null: a British one must be a mobile, since the identity check arrives by text; of
 * other countries any valid number will do (AMB-B14).
 */
export function readMobile(number: string, country = "GB"): string | null {
  const phone = parse(number, country);
  if (!phone) return null;
  // Guernsey, Jersey and the Isle of Man share +44 and some of its ranges.
  return phone.countryCallingCode === "44" && phone.getType() !== "MOBILE" ? null : phone.number;
}

function parse(typed: string, country: string): PhoneNumber | null {
  if (typed.length > MAX_LENGTH || !isSupportedCountry(country)) return null;
  // Not found inside other text: "call 07400 123456" is no number.
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  return phone?.isValid() && !phone.ext ? phone : null;
}

/** The two fields of a customer's number. Their form goes through `mobilePhone`. */
export const phoneFields = {
  phone_number: z.string({ error: INVALID_MOBILE }).trim(),
  phone_country: z.string({ error: INVALID_MOBILE }).optional(),
};

type PhoneAnswers = { phone_number: string; phone_country?: string | undefined };
type PhoneForm = z.ZodObject & z.ZodType<PhoneAnswers>;

/** A form of a customer, whose number comes out in E.164 and without the country beside it (B-042, B-043, C-017). */
export function mobilePhone<Form extends PhoneForm>(form: Form) {
  return form
    .superRefine(({ phone_number, phone_country }, context) => {
      if (typeof phone_number !== "string") return;
      if (readMobile(phone_number, phone_country) === null) {
        context.addIssue({ code: "custom", path: ["phone_number"], message: INVALID_MOBILE });
      }
    }, betweenFields)
    .check(inPageOrder(form))
    .transform((answers) => {
      const { phone_country, ...others } = answers;
      const typed = answers.phone_number;
      const phone_number = readMobile(typed, phone_country) ?? typed;
      return { ...others, phone_number };
    });
}

/**
 * A customer's number in one field, as staff type it: British, or with + and the code of its country (AMB-B14). Null when
 * it is left out.
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
 * A number in one field, with no country beside it: British, or with + and the code of its country. Any valid one will
 * do; the result is in E.164 (AMB-B14).
 */
export function phoneNumber(missing: string, invalid = INVALID_MOBILE) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine((typed) => typed === "" || readPhone(typed) !== null, invalid)
    .transform((typed) => readPhone(typed) ?? typed);
}

/** The same where it may be left out: null then (G-030, G-055). */
export function optionalPhoneNumber(invalid = INVALID_MOBILE) {
  return z
    .string({ error: invalid })
    .nullish()
    .transform((typed) => typed?.trim() || null)
    .refine((typed) => typed === null || readPhone(typed) !== null, invalid)
    .transform((typed) => typed && (readPhone(typed) ?? typed));
}

/** A stored number as the two fields of a form: +447400123456 is "07400 123456" of "GB". */
export function phoneParts(e164: string | null): { phone_number: string; phone_country: string } {
  const phone = parsePhoneNumberFromString(e164 ?? "");
  return {
    phone_number: phone?.formatNational() ?? e164 ?? "",
    phone_country: phone?.country ?? "GB",
  };
}
