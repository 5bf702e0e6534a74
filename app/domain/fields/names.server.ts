import { z } from "zod";
import { freeText, freeTextLine, optionalFreeText, staffTextLine } from "./free-text.server.ts";
import { INVALID_EMAIL, oneLetterName, tooLong, tooShort } from "./messages.ts";

/** What a form takes for the names of a person, and for an email address. */

/** One line of a name: whatever someone took for an apostrophe is one (IN-9). */
function nameLine(typed: string): string {
  return freeTextLine(typed.normalize("NFC").replace(/[\u00b4`]/g, "'"));
}

/**
 * Returns a name as it would be saved, where cleaning drops a character that its writer sees, for them to look at before
 * it is saved (IN-9); null where nothing is lost.
 */
export function nameWithLoss(typed: string): string | null {
  const name = nameLine(typed);
  const visible = (text: string) => Array.from(staffTextLine(text).replaceAll(" ", "")).length;
  return visible(name) < visible(typed) ? name : null;
}

/** "First name" gives C-010 to C-012, "Last name" C-013 to C-015. A name of one letter is set up by staff (IN-10). */
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
 * Returns the rules for the names of a customer, as they give them, 2 to 255 characters (C-010 to C-015).
 *
 * @param onRecord their names as they are stored: one letter may stay, since staff have entered it
 */
export const ownNames = (onRecord?: OnRecord) => personNames("your", onRecord);

/** The names of another person in a matter, as a customer gives them. */
export const otherNames = personNames("their");

/**
 * The same at sign-up, which takes no name that about-you refuses; it says otherwise that one is missing (B-039, B-040,
 * B-044).
 */
export const signUpNames = {
  first_name: present("Please enter your first name").pipe(ownNames().first_name),
  middle_name,
  last_name: present("Please enter your last name").pipe(ownNames().last_name),
};

function present(missing: string) {
  return z.string({ error: missing }).refine((typed) => nameLine(typed) !== "", missing);
}

/** The full name of a person who is no party to a matter. */
export const fullPersonName = (missing: string, label: string, min = 1) =>
  freeText(missing, tooLong(label), { min, read: nameLine });

/** The names of a person whom staff put on record: they only have to be there (M-038, M-042, AMB-L05, IN-10). */
export const recordedNames = {
  first_name: requiredName("First name is required", "First name"),
  last_name: requiredName("Last name is required", "Last name"),
};

/** The names of a customer whom staff put on record. */
export const recordedPersonNames = {
  first_name: recordedNames.first_name,
  middle_name,
  last_name: recordedNames.last_name,
};

/** The longest that mail can carry; checked first, since the pattern reads every character. */
const MAX_EMAIL_LENGTH = 254;

/** Every character that a mailbox may be called by without quotes (RFC 5322), where zod's own pattern takes few (IN-11). */
const EMAIL =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+\.)*[\w!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** An email address, trimmed and in lower case (B-041, C-016). */
export function emailAddress(message = INVALID_EMAIL) {
  return z
    .string({ error: message })
    .trim()
    .max(MAX_EMAIL_LENGTH, message)
    .toLowerCase()
    .pipe(z.string().regex(EMAIL, message));
}

/** The same where it may be left out: null then (G-056). */
export function optionalEmailAddress(message = INVALID_EMAIL) {
  return z
    .string({ error: message })
    .nullish()
    .transform((typed) => typed?.trim() || null)
    .pipe(emailAddress(message).nullable());
}

/** Email addresses in the rows of a form, each once (AMB-M05): a row that is left empty counts for nothing. */
export function emailRows(max: number) {
  return z
    .array(optionalEmailAddress())
    .max(max, `Enter at most ${max} emails`)
    .nullish()
    .transform((typed) => [...new Set((typed ?? []).flatMap((email) => email ?? []))]);
}
