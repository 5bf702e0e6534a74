import { z } from "zod";
import { ANSWERS, isObjectId, YES_NO } from "./answers.ts";
import { formMessage, INVALID_ID, INVALID_PRICE, SELECT_AN_OPTION } from "./messages.ts";
import { formatPounds, parsePounds } from "./money.ts";

/** Returns the schema of one of the values, with the error "Please select an option". */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: SELECT_AN_OPTION });
}

/** Returns the schema of a required yes, no or not_sure (C-053). */
export const answer = () => oneOf(ANSWERS);

/** Returns the schema of a required yes or no. */
export const yesNo = () => oneOf(YES_NO);

/** Returns the schema of a posted record id, which it lowercases (V-032, V-033). */
export function objectId() {
  return z.string({ error: INVALID_ID }).trim().toLowerCase().refine(isObjectId, INVALID_ID);
}

/** Returns the schema of a required id from a select. `message` is the error if it is empty. */
export function chosenId(message: string) {
  return z.string({ error: message }).min(1, message).pipe(objectId());
}

/**
 * Returns the schema of a checkbox. It accepts "on", because Conform does not convert the value
 * inside an optional part.
 */
export const checkboxField = () =>
  z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "on");

/**
 * Condition that runs a cross-field rule even if other fields are invalid, so that all errors show
 * at once. Such a rule must expect invalid values.
 */
export const crossFieldRule = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** Sorts a form's errors in page order for the error summary. Add it as the last check. */
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

/** Returns the schema of an optional part: null if it is blank, otherwise its rules apply. */
export function optionalPart<Part extends z.ZodType>(part: Part) {
  return z
    .unknown()
    .optional()
    .transform((typed, context) => (isBlank(typed) ? null : readPart(part, typed, context)));
}

/** Returns the schema of a required part, with a single error if all its fields are blank. */
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

/** Parses whole pounds. The error is `message` if empty, otherwise INVALID_PRICE (V-030, V-031). */
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
 * Returns the schema of a house price in whole pounds (C-034, D-018, W-001, AMB-C02). Both limits
 * are excluded, as the message says.
 */
export function housePrice(label: string) {
  const message = `${label} must be higher than ${formatPounds(MIN_PRICE_EXCLUDED)} and less than ${formatPounds(MAX_PRICE_EXCLUDED)}`;
  return wholePounds(message).refine(
    (pounds) => pounds > MIN_PRICE_EXCLUDED && pounds < MAX_PRICE_EXCLUDED,
    message,
  );
}

/** Returns the schema of a gift in whole pounds: above 4, despite the message (D-045, AMB-D05). */
export function giftorAmount() {
  return amountAbove(4, "Amount must be higher than £0", "Amount");
}

/** Returns the schema of a lead's asking price in whole pounds (G-043, G-051). */
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
