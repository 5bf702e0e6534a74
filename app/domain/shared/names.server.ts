import { z } from "zod";
import { freeText, freeTextLine, optionalFreeText, staffTextLine } from "./free-text.server.ts";
import { INVALID_EMAIL, oneLetterName, tooLong, tooShort } from "./messages.ts";

/**
 * Cleans a name. Characters that people often type instead of an apostrophe become an apostrophe
 * (IN-9).
 */
function nameLine(typed: string): string {
  return freeTextLine(typed.normalize("NFC").replace(/[\u00b4`]/g, "'"));
}

/**
 * Returns the cleaned name if the cleaning removed a visible character, otherwise null. The person
 * who typed the name can then check it before it is saved (IN-9).
 */
export function cleanedNameIfChanged(typed: string): string | null {
  const name = nameLine(typed);
  const visible = (text: string) => Array.from(staffTextLine(text).replaceAll(" ", "")).length;
  return visible(name) < visible(typed) ? name : null;
}

/**
 * Returns the schema of a name (C-010 to C-015). Only staff can enter a name of one letter (IN-10).
 */
function personName(label: string, whose: "your" | "their", onRecord?: string) {
  const short = tooShort(label, 2);
  return requiredName(short, label).refine(
    (name) => Array.from(name).length !== 1 || name === onRecord,
    oneLetterName(short, whose),
  );
}

function requiredName(missing: string, label: string) {
  return freeText(missing, tooLong(label), { read: nameLine });
}

export const optionalName = (label: string) => optionalFreeText(tooLong(label), { read: nameLine });

const middle_name = optionalName("Middle name");

type OnRecord = { first_name: string; last_name: string };

const personNames = (whose: "your" | "their", onRecord?: OnRecord) => ({
  first_name: personName("First name", whose, onRecord?.first_name),
  middle_name,
  last_name: personName("Last name", whose, onRecord?.last_name),
});

/**
 * Returns the schemas of a customer’s own names (C-010 to C-015).
 * @param onRecord the stored names. They may have only one letter, because staff entered them.
 */
export const customerNames = (onRecord?: OnRecord) => personNames("your", onRecord);

/** Schemas of names that a customer enters for someone else. */
export const otherNames = personNames("their");

/**
 * Schemas of the names in the sign-up form. They have the same rules as other names, but different
 * errors for a missing name (B-039, B-040, B-044).
 */
export const signUpNames = {
  first_name: present("Please enter your first name").pipe(customerNames().first_name),
  middle_name,
  last_name: present("Please enter your last name").pipe(customerNames().last_name),
};

function present(missing: string) {
  return z.string({ error: missing }).refine((typed) => nameLine(typed) !== "", missing);
}

/** Returns the schema of the full name of a person who has no part in a matter. */
export const fullPersonName = (missing: string, label: string, min = 1) =>
  freeText(missing, tooLong(label), { min, read: nameLine });

/**
 * Schemas of names that staff enter. They are required, but may have only one letter (M-038, M-042,
 * AMB-L05, IN-10).
 */
export const staffEnteredNames = {
  first_name: requiredName("First name is required", "First name"),
  last_name: requiredName("Last name is required", "Last name"),
};

export const staffEnteredCustomerNames = {
  first_name: staffEnteredNames.first_name,
  middle_name,
  last_name: staffEnteredNames.last_name,
};

/**
 * Maximum length of an email address in mail systems. It is checked before the pattern, because the
 * pattern reads every character.
 */
const MAX_EMAIL_LENGTH = 254;

/**
 * An email address with any unquoted character of RFC 5322. Zod’s own pattern allows fewer
 * characters.
 */
const EMAIL =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+\.)*[\w!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/**
 * Returns the schema of an email address, which it trims and converts to lower case (B-041, C-016).
 */
export function emailAddress(message = INVALID_EMAIL) {
  return z
    .string({ error: message })
    .trim()
    .max(MAX_EMAIL_LENGTH, message)
    .toLowerCase()
    .pipe(z.string().regex(EMAIL, message));
}

/**
 * Returns the schema of an optional email address. The result is null if the field is empty
 * (G-056).
 */
export function optionalEmailAddress(message = INVALID_EMAIL) {
  return z
    .string({ error: message })
    .nullish()
    .transform((typed) => typed?.trim() || null)
    .pipe(emailAddress(message).nullable());
}

/**
 * Returns the schema of a list of email addresses, one per row of the form. It removes empty rows
 * and duplicates (AMB-M05).
 */
export function emailRows(max: number) {
  return z
    .array(optionalEmailAddress())
    .max(max, `Enter at most ${max} emails`)
    .nullish()
    .transform((typed) => [...new Set((typed ?? []).flatMap((email) => email ?? []))]);
}
