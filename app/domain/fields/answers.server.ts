import { z } from "zod";
import { ANSWERS, YES_NO } from "./answers.ts";
import { isObjectId } from "./ids.ts";

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
