import { z } from "zod";
import { ANSWERS, isObjectId, YES_NO } from "./answers.ts";

export const SELECT_AN_OPTION = "Please select an option";

/** One of the values, else "Please select an option". */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: SELECT_AN_OPTION });
}

/** A required yes, no or not_sure (C-053). */
export const answer = () => oneOf(ANSWERS);

/** A required yes or no. */
export const yesNo = () => oneOf(YES_NO);

const INVALID = "Invalid ObjectId format";

/** The id of a record, as posted (V-032, V-033). Capitals, which only a person would type, are made small. */
export function objectId() {
  return z.string({ error: INVALID }).trim().toLowerCase().refine(isObjectId, INVALID);
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
  const read = part.safeParse(typed);
  if (read.success) return read.data;
  for (const { message, path } of read.error.issues) {
    context.addIssue({ code: "custom", message, path });
  }
  return z.NEVER;
}
