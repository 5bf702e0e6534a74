import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** A stored number as the two fields of a form: +447400123456 is "07400 123456" of "GB". */
export function phoneParts(e164: string | null): { phone_number: string; phone_country: string } {
  const phone = parsePhoneNumberFromString(e164 ?? "");
  return {
    phone_number: phone?.formatNational() ?? e164 ?? "",
    phone_country: phone?.country ?? "GB",
  };
}

/** A number as it is read and dialled here: "01904 555020"; one of another country with its country's code. */
export function phoneText(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  if (!phone) return e164;
  return phone.countryCallingCode === "44" ? phone.formatNational() : phone.formatInternational();
}
