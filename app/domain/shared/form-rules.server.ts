import { z } from "zod";
import { ANSWERS, isObjectId, YES_NO } from "./answers.ts";
import { formMessage, INVALID_ID, INVALID_PRICE, SELECT_AN_OPTION } from "./messages.ts";
import { formatPounds, parsePounds } from "./money.ts";

/**
 * Returns the schema of an answer that must be one of the values. Otherwise the error is "Please
 * select an option".
 */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: SELECT_AN_OPTION });
}

/** Returns the schema of a required answer that is "yes", "no" or "not_sure" (C-053). */
export const answer = () => oneOf(ANSWERS);

/** Returns the schema of a required answer that is "yes" or "no". */
export const yesNo = () => oneOf(YES_NO);

/**
 * Returns the schema of a record’s id that a form posts. The schema converts it to lower case
 * (V-032, V-033).
 * @param other a value that is accepted although it is not an id
 */
export function objectId(other?: string) {
  return z
    .string({ error: INVALID_ID })
    .trim()
    .toLowerCase()
    .refine((text) => text === other || isObjectId(text), INVALID_ID);
}

/**
 * Returns the schema of a required id that a select field posts. `message` is the error if none is
 * chosen.
 * @param other a value that is accepted although it is not an id
 */
export function chosenId(message: string, other?: string) {
  return z.string({ error: message }).min(1, message).pipe(objectId(other));
}

/**
 * Returns the schema of a checkbox. It also accepts "on", because Conform does not convert a
 * checkbox in an optional part of a form.
 */
export const checkboxField = () =>
  z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "on");

/**
 * Option for a rule that compares several fields. With it, the rule also runs if other fields are
 * invalid, so that all errors are shown together. The rule must therefore expect invalid values.
 */
export const crossFieldRule = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/**
 * Sorts the errors of a form in the order of its fields, for the error summary. Add it as the
 * form’s last check.
 */
export function sortErrorsByPage(form: z.ZodObject) {
  const fields = Object.keys(form.shape);
  const place = ({ path }: z.core.$ZodRawIssue) => fields.indexOf(String(path?.[0]));
  return z.superRefine<unknown>((_, { issues }) => {
    issues.sort((one, other) => place(one) - place(other));
  }, crossFieldRule);
}

function isBlank(typed: unknown): boolean {
  if (typeof typed === "string") return typed.trim() === "";
  if (typeof typed !== "object" || typed === null) return typed !== true;
  return Object.values(typed).every(isBlank);
}

/**
 * Returns the schema of an optional part of a form. The result is null if all its fields are blank;
 * otherwise the part’s own rules apply.
 */
export function optionalPart<Part extends z.ZodType>(part: Part) {
  return z
    .unknown()
    .optional()
    .transform((typed, context) => (isBlank(typed) ? null : readPart(part, typed, context)));
}

/**
 * Returns the schema of a required part of a form. If all its fields are blank, it has only one
 * error.
 */
export function requiredPart<Part extends z.ZodType>(part: Part, message: string) {
  return z
    .unknown()
    .optional()
    .transform((typed, context) => {
      if (!isBlank(typed)) return readPart(part, typed, context);
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

function readPart<Part extends z.ZodType>(
  part: Part,
  typed: unknown,
  context: z.RefinementCtx,
): z.output<Part> {
  const read = part.safeParse(typed, { error: formMessage });
  if (read.success) return read.data;
  for (const { message, path } of read.error.issues) {
    context.addIssue({ code: "custom", message, path });
  }
  return z.NEVER;
}

const MIN_PRICE_EXCLUDED = 99_000;
const MAX_PRICE_EXCLUDED = 100_000_000;

/**
 * Returns the schema of an amount in whole pounds. The error is `message` if the field is empty,
 * otherwise INVALID_PRICE (V-030, V-031).
 */
function wholePounds(message: string) {
  return z.string({ error: message }).transform((typed, context) => {
    const pounds = parsePounds(typed);
    if (pounds !== null) return pounds;
    context.addIssue({
      code: "custom",
      message: typed.trim() === "" ? message : INVALID_PRICE,
    });
    return z.NEVER;
  });
}

/**
 * Returns the schema of a property’s price in whole pounds (C-034, D-018, W-001, AMB-C02). The
 * limits themselves are not allowed, as the message says.
 */
export function housePrice(label: string) {
  const message = `${label} must be higher than ${formatPounds(MIN_PRICE_EXCLUDED)} and less than ${formatPounds(MAX_PRICE_EXCLUDED)}`;
  return wholePounds(message).refine(
    (pounds) => pounds > MIN_PRICE_EXCLUDED && pounds < MAX_PRICE_EXCLUDED,
    message,
  );
}

/**
 * Returns the schema of a gift in whole pounds. The gift must be above £4, although the message
 * says £0 (D-045, AMB-D05).
 */
export function giftorAmount() {
  return amountAbove(4, "Amount must be higher than £0", "Amount");
}

/** Returns the schema of the asking price in a lead, in whole pounds (G-043, G-051). */
export function leadPrice() {
  return amountAbove(0, "Initial asking price is required", "Initial asking price");
}

function amountAbove(least: number, message: string, label: string) {
  return wholePounds(message)
    .refine((pounds) => pounds > least, message)
    .refine(
      (pounds) => pounds < MAX_PRICE_EXCLUDED,
      `${label} must be less than ${formatPounds(MAX_PRICE_EXCLUDED)}`,
    );
}
