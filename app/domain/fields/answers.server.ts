import { z } from "zod";
import { ANSWERS, YES_NO } from "./answers.ts";

export const SELECT_AN_OPTION = "Please select an option";

/** One of the values, else "Please select an option". */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: SELECT_AN_OPTION });
}

/** A required yes, no or not_sure (C-053). */
export const answer = () => oneOf(ANSWERS);

/** A required yes or no. */
export const yesNo = () => oneOf(YES_NO);
