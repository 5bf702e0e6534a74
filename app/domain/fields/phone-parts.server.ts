import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** A stored number as the two fields of a form: +447400123456 is "07400 123456" of "GB". */
export function phoneParts(e164: string | null): { phone_number: string; phone_country: string } {
  const phone = parsePhoneNumberFromString(e164 ?? "");
  return {
    phone_number: phone?.formatNational() ?? e164 ?? "",
    phone_country: phone?.country ?? "GB",
  };
}
