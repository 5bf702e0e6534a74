/**
 * Messages about missing, malformed and out-of-range answers. The specification fixes the text of
 * messages with an id in brackets. We add a sentence that says what to do.
 */

import type { z } from "zod";
import { pluralise } from "./format.ts";

// Messages about missing answers.
export const SELECT_AN_OPTION = "Please select an option";
export const SELECT_AN_ADDRESS = "Please select an address";
export const SEARCH_FOR_AN_ADDRESS = "Please search for an address";
/** Error for a giftor without a relationship (D-046). */
export const RELATIONSHIP_REQUIRED = "Required field. Select a relationship";
/** Error for a group without a company (P-018, X-056). */
export const COMPANY_NAME_REQUIRED = "Enter the company name";
export const COMPANY_NUMBER_REQUIRED = "Enter the company number, like 01234567";
const REFERRER_REQUIRED = "Referrer is required. Tell us how you heard about us";

/** Errors of the contact form, in the order of its fields (G-029 to G-033). */
export const CONTACT_ERRORS = {
  full_name: "Full name is required",
  email: "Invalid email address. It should look like name@example.com",
  mobile_number: "Invalid mobile number. Enter a number like 07400 123456",
  message: "Message is required",
  referrer: REFERRER_REQUIRED,
};

// Messages about malformed answers.
/** Error for an invalid email address (B-041, C-016). */
export const INVALID_EMAIL =
  "Please enter a valid email address. It should look like name@example.com";
/** Error for an invalid mobile number (B-042, C-017, G-030, L-014). */
export const INVALID_MOBILE = "Invalid mobile number. Enter a number like 07400 123456";
export const INVALID_PHONE = "Enter a valid phone number, like 020 7946 0018";
/** Returns the error for an invalid phone number of a seller in a lead (G-054, G-055). */
export function invalidLeadPhone(label: string): string {
  return `${label} must be valid. Enter a number like 07400 123456`;
}
/** Error for an invalid UK postcode (C-028). */
export const INVALID_POSTCODE = "Invalid postcode. Enter a full UK postcode, like SW1A 1AA";
/** Error for a postcode that is not valid in its country (C-031). */
export const INVALID_POSTCODE_ABROAD =
  "Invalid postcode for the specified country. Check the postcode and the country";
/**
 * Returns the error for a BFPO number, such as "BFPO 61", in place of a postcode. It says what the
 * postcode looks like.
 */
export function forcesPostcode(message: string): string {
  const [wrong = message] = message.split(". ");
  return `${wrong}. A BFPO address has a postcode that starts with BF1, like BF1 2AT`;
}
/** Error for a price that is not a number (V-031). */
export const INVALID_PRICE = "Invalid price format. Enter whole pounds, like 250,000";
/** Error for an id that we did not offer, from an outdated page or from a program (V-032). */
export const INVALID_ID = "Invalid ObjectId format. Reload the page and choose again";
/**
 * Error for a form without the customer’s sale or purchase (C-096, D-062). The pages add how to
 * contact us (C-089).
 */
export const INVALID_SALE_ID = "Invalid transaction ID";
export const INVALID_PURCHASE_ID = "Invalid purchase intent ID";
/** Error for an invalid timestamp. Only programs send timestamps (V-034). */
export const INVALID_TIMESTAMP = "Invalid date. Enter it like 2026-11-21T09:05:00Z";
/** Errors for a day, month or year out of range (V-036 to V-038). */
export const INVALID_DAY = "Day must be between 1 and 31";
export const INVALID_MONTH = "Month must be between 1 and 12";
export const YEAR_TOO_EARLY = "Year must be greater than 1900";
/** Error for a year that does not have four digits, such as "26". */
export const INVALID_YEAR = `${YEAR_TOO_EARLY}. Enter four digits, like 2026`;
/** Error for a date with a missing day, month or year (K-073). */
export const INCOMPLETE_DATE = "Please enter a valid date or clear all date fields";
/**
 * Error for a record with a missing part, which its form should not have accepted (C-066, C-067).
 */
export const INCOMPLETE_RECORD =
  "Something wrong with the validation. Check your answers and try again";

// Messages about answers that are out of range.
/** Returns an error such as "First name must be at least 2 characters long" (C-010). */
export function tooShort(label: string, least: number): string {
  return `${label} must be at least ${least} ${least === 1 ? "character" : "characters"} long`;
}

/** Returns the error for a name of one letter, which only staff can enter (IN-10). */
export function oneLetterName(message: string, whose: "your" | "their"): string {
  return `${message}. If this is ${whose} full name, email us and we’ll set it up`;
}

/** Notice that characters were removed from a name. It is shown before the name is saved (IN-9). */
export const NAME_CLEANED =
  "We’ve left out characters that we can’t save in a name. Check this name, then submit the form again";

/**
 * Errors for empty parts of an address: the text of the specification, then what to enter (C-020,
 * C-023, C-026).
 */
export const MISSING_LINES = {
  Address: `${tooShort("Address", 1)}. Enter the first line of the address`,
  Town: `${tooShort("Town", 1)}. Enter the town or city`,
  Country: `${tooShort("Country", 1)}. Select a country`,
};

/** Returns an error such as "First name must be less than 255 characters long" (C-012). */
export function tooLong(label: string, most = 255): string {
  return `${label} must be less than ${most} characters long`;
}

export function tooManyCharacters(most: number): string {
  return `Enter at most ${most.toLocaleString("en-GB")} characters`;
}

/**
 * Returns the message for an error without a specific message, so that users never see the
 * validator’s own messages. Pass it to each parse.
 */
export const formMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null || issue.input === "") {
    return "Answer this question";
  }
  if (issue.code === "too_big" && issue.origin === "string") {
    return tooManyCharacters(Number(issue.maximum));
  }
  if (issue.code === "too_big" && issue.origin === "array") {
    return `Enter at most ${pluralise(Number(issue.maximum), "answer")}`;
  }
  if (issue.code === "invalid_value") return SELECT_AN_OPTION;
  return "Check this answer and enter it again";
};
