import type { Condition } from "../question-type.ts";

/** Returns the condition that a question was answered with Yes. */
export const ifYes = (question: string): Condition => ({ question, is: ["yes"] });

/** Returns the condition that a question was answered with No. */
export const ifNo = (question: string): Condition => ({ question, is: ["no"] });
