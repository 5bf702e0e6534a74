import type { z } from "zod";
import { counted } from "./words.ts";

/**
 * Messages for an answer that is missing, malformed or out of range. Where the specification fixes the text
 * (row in brackets), the sentence after it says what to do.
 */

// Missing
export const SELECT_AN_OPTION = "Please select an option";
export const SELECT_AN_ADDRESS = "Please select an address";
export const SEARCH_FOR_AN_ADDRESS = "Please search for an address";
/** For the relationship of a giftor (D-046). */
export const RELATIONSHIP_REQUIRED = "Required field. Select a relationship";
/** For the company of a group (P-018, X-056). */
export const COMPANY_NAME_REQUIRED = "Enter the company name";
export const COMPANY_NUMBER_REQUIRED = "Enter the company number, like 01234567";
/** For how someone heard about us (G-033). */
const REFERRER_REQUIRED = "Referrer is required. Tell us how you heard about us";

/** What the contact form says of each field (G-029 to G-033), in page order. */
export const CONTACT_ERRORS = {
  full_name: "Full name is required",
  email: "Invalid email address. It should look like name@example.com",
  mobile_number: "Invalid mobile number. Enter a number like 07400 123456",
  message: "Message is required",
  referrer: REFERRER_REQUIRED,
};

// Malformed
/** For any email address (B-041, C-016). */
export const INVALID_EMAIL =
  "Please enter a valid email address. It should look like name@example.com";
/** For a mobile number (B-042, C-017, G-030, L-014). */
export const INVALID_MOBILE = "Invalid mobile number. Enter a number like 07400 123456";
export const INVALID_PHONE = "Enter a valid phone number, like 020 7946 0018";
/** For the phone number of a seller whom a valuer names (G-054, G-055). */
export function invalidLeadPhone(label: string): string {
  return `${label} must be valid. Enter a number like 07400 123456`;
}
/** For a UK postcode (C-028). */
export const INVALID_POSTCODE = "Invalid postcode. Enter a full UK postcode, like SW1A 1AA";
/** For a postcode that does not fit its country (C-031). */
export const INVALID_POSTCODE_ABROAD =
  "Invalid postcode for the specified country. Check the postcode and the country";
/** For "BFPO 61": what the page says of a wrong postcode, and where to find the right one (IN-12). */
export function forcesPostcode(message: string): string {
  const [wrong = message] = message.split(". ");
  return `${wrong}. A BFPO address has a postcode that starts with BF1, like BF1 2AT`;
}
/** For a price that is not a number (V-031). */
export const INVALID_PRICE = "Invalid price format. Enter whole pounds, like 250,000";
/** V-032: only a page that is out of date, or a program, posts an id that we did not offer. */
export const INVALID_ID = "Invalid ObjectId format. Reload the page and choose again";
/** For a form that names no sale or purchase of the customer (C-096, D-062). Pages add how to contact support (C-089). */
export const INVALID_SALE_ID = "Invalid transaction ID";
export const INVALID_PURCHASE_ID = "Invalid purchase intent ID";
/** For a timestamp, which programs write (V-034). */
export const INVALID_TIMESTAMP = "Invalid date. Enter it like 2026-11-21T09:05:00Z";
/** For a part of a date (V-036 to V-038). */
export const INVALID_DAY = "Day must be between 1 and 31";
export const INVALID_MONTH = "Month must be between 1 and 12";
export const YEAR_TOO_EARLY = "Year must be greater than 1900";
/** For a year that is no number of four digits, such as "26" (IN-13). */
export const INVALID_YEAR = `${YEAR_TOO_EARLY}. Enter four digits, like 2026`;
/** For a date with a part missing (K-073). */
export const INCOMPLETE_DATE = "Please enter a valid date or clear all date fields";
/** For a record that its form should have completed (C-066, C-067). */
export const INCOMPLETE_RECORD =
  "Something wrong with the validation. Check your answers and try again";

// Out of range
/** C-010 and its like: "First name must be at least 2 characters long". */
export function tooShort(label: string, least: number): string {
  return `${label} must be at least ${least} ${least === 1 ? "character" : "characters"} long`;
}

/** For a name of one letter, which staff can enter (IN-10). */
export function oneLetterName(message: string, whose: "your" | "their"): string {
  return `${message}. If this is ${whose} full name, email us and we’ll set it up`;
}

/** For a name from which characters were left out, which is shown before it is saved (IN-9). */
export const NAME_CLEANED =
  "We’ve left out characters that we can’t save in a name. Check this name, then submit the form again";

/** C-020, C-023, C-026: the specification’s text for an empty line of an address, and which line to fill in. */
export const MISSING_LINES = {
  Address: `${tooShort("Address", 1)}. Enter the first line of the address`,
  Town: `${tooShort("Town", 1)}. Enter the town or city`,
  Country: `${tooShort("Country", 1)}. Select a country`,
};

/** C-012 and its like: "First name must be less than 255 characters long". */
export function tooLong(label: string, most = 255): string {
  return `${label} must be less than ${most} characters long`;
}

/** For comments and notes. */
export function tooManyCharacters(most: number): string {
  return `Enter at most ${most.toLocaleString("en-GB")} characters`;
}

/**
 * The message for a rule of a form that names none, so that no one reads a validator's own words. Given to each parse
 * of a form.
 */
export const formMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null || issue.input === "") {
    return "Answer this question";
  }
  if (issue.code === "too_big" && issue.origin === "string") {
    return tooManyCharacters(Number(issue.maximum));
  }
  if (issue.code === "too_big" && issue.origin === "array") {
    return `Enter at most ${counted(Number(issue.maximum), "answer")}`;
  }
  if (issue.code === "invalid_value") return SELECT_AN_OPTION;
  return "Check this answer and enter it again";
};
