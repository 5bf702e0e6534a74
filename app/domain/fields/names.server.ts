import { z } from "zod";
import { freeText, freeTextLine, optionalFreeText } from "./free-text.server.ts";
import { INVALID_EMAIL, tooLong, tooShort } from "./messages.ts";

/** What a form takes for the names of a person, and for an email address. */

/** "First name" gives C-010 to C-012, "Last name" C-013 to C-015. */
function personName(label: string) {
  return freeText(tooShort(label, 2), tooLong(label), { min: 2 });
}

const middle_name = optionalFreeText(tooLong("Middle name"));

/** The names of a person in a matter, 2 to 255 characters (C-010 to C-015). */
export const personNames = {
  first_name: personName("First name"),
  middle_name,
  last_name: personName("Last name"),
};

/**
 * The same at sign-up, which takes no name that about-you refuses; it says otherwise that one is missing (B-039, B-040,
 * B-044).
 */
export const signUpNames = {
  first_name: present("Please enter your first name").pipe(personNames.first_name),
  middle_name,
  last_name: present("Please enter your last name").pipe(personNames.last_name),
};

function present(missing: string) {
  return z.string({ error: missing }).refine((typed) => freeTextLine(typed) !== "", missing);
}

/** The names of a person at work, whom staff put on record: they only have to be there (M-038, M-042, AMB-L05). */
export const recordedNames = {
  first_name: freeText("First name is required", tooLong("First name")),
  last_name: freeText("Last name is required", tooLong("Last name")),
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
