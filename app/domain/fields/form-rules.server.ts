import { z } from "zod";
import { ANSWERS, isObjectId, YES_NO } from "./answers.ts";
import { formMessage, INVALID_ID, INVALID_PRICE, SELECT_AN_OPTION } from "./messages.ts";
import { formatPounds, parsePounds } from "./money.ts";

/** One of the values, else "Please select an option". */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: SELECT_AN_OPTION });
}

/** A required yes, no or not_sure (C-053). */
export const answer = () => oneOf(ANSWERS);

/** A required yes or no. */
export const yesNo = () => oneOf(YES_NO);

/** The id of a record, as posted (V-032, V-033). Capitals, which only a person would type, are made small. */
export function objectId() {
  return z.string({ error: INVALID_ID }).trim().toLowerCase().refine(isObjectId, INVALID_ID);
}

/** The id of what has to be chosen in a select: `message` while nothing is. */
export function chosenId(message: string) {
  return z.string({ error: message }).min(1, message).pipe(objectId());
}

/** A box of a form; inside a part that may be left out Conform does not read it, so that "on" arrives. */
export const ticked = () =>
  z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "on");

/**
 * The `when` of a rule between the fields of a form: it speaks although other fields are wrong, so that everything
 * wrong is said at once. Such a rule must read values that may not have passed their own rules.
 */
export const betweenFields = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/**
 * The last check of a form: errors in the order of its fields, which is the order of the page, wherever the rules
 * stand. The error summary lists them so.
 */
export function inPageOrder(form: z.ZodObject) {
  const fields = Object.keys(form.shape);
  const place = ({ path }: z.core.$ZodRawIssue) => fields.indexOf(String(path?.[0]));
  return z.superRefine<unknown>((_, { issues }) => {
    issues.sort((one, other) => place(one) - place(other));
  }, betweenFields);
}

/** Whether nothing was typed into any field of a part of a form. */
function isBlank(typed: unknown): boolean {
  if (typeof typed === "string") return typed.trim() === "";
  if (typeof typed !== "object" || typed === null) return typed !== true;
  return Object.values(typed).every(isBlank);
}

/** A part of a form that may be left out as a whole: null then. Once anything of it is typed, its own rules hold. */
export function optionalPart<Part extends z.ZodType>(part: Part) {
  return z
    .unknown()
    .optional()
    .transform((typed, context) => (isBlank(typed) ? null : readPart(part, typed, context)));
}

/** A part of a form of which nothing typed is one thing to say, not one for each of its fields. */
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

/** Whole pounds as typed: `message` when the field is empty, INVALID_PRICE for what is no price (V-030, V-031). */
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
 * What a home is asked or agreed for, in whole pounds: above £99,000 and below £100,000,000, both excluded, so that the
 * message is never untrue (C-034, D-018, W-001, AMB-C02).
 */
export function housePrice(label: string) {
  const message = `${label} must be higher than ${formatPounds(MIN_PRICE_EXCLUDED)} and less than ${formatPounds(MAX_PRICE_EXCLUDED)}`;
  return wholePounds(message).refine(
    (pounds) => pounds > MIN_PRICE_EXCLUDED && pounds < MAX_PRICE_EXCLUDED,
    message,
  );
}

/** What a giftor gives, in whole pounds: more than 4, whatever the message says (D-045, AMB-D05). */
export function giftorAmount() {
  return amountAbove(4, "Amount must be higher than £0", "Amount");
}

/** What an estate agent thinks a home could be asked for, in whole pounds (G-043, G-051). */
export function leadPrice() {
  return amountAbove(0, "Initial asking price is required", "Initial asking price");
}

/** Whole pounds, more than so many and less than any home costs. */
function amountAbove(least: number, message: string, label: string) {
  return wholePounds(message)
    .refine((pounds) => pounds > least, message)
    .refine(
      (pounds) => pounds < MAX_PRICE_EXCLUDED,
      `${label} must be less than ${formatPounds(MAX_PRICE_EXCLUDED)}`,
    );
}
