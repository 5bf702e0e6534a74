import type { Submission, SubmissionResult } from "@conform-to/dom";
import { DomainError } from "#app/domain/errors.ts";
import type { Questions } from "#app/domain/fields/questions.ts";
import { report } from "#app/observability/report.server.ts";
import { tryAgainText } from "./open-step.server.ts";

/** Why answers were not saved, to be shown above their form. */
export type Refusal = {
  message: string;
  status?: number;
  fieldErrors?: Record<string, string[]>;
  /** The version of the record that the form is about from now on. */
  version?: number;
};

/** Returns the message and status for answers that could not be saved. Reports a defect. */
export function toRefusal(error: unknown, what: string): Refusal {
  if (error instanceof DomainError) return { message: error.message, status: error.status };
  report(error, { what });
  return { message: tryAgainText(error), status: 500 };
}

/** The form again, with the reason above it. Conform would put the questions in the order of the alphabet. */
export function refusedReply(
  submission: Submission<unknown>,
  { message, fieldErrors }: Refusal,
): SubmissionResult {
  const reply = submission.reply({ formErrors: [message] });
  return { ...reply, error: { ...reply.error, ...fieldErrors } };
}

/**
 * Returns where two versions of the same answers differ: an error for each such question, which says what is saved.
 *
 * @param shown the text to show for answers that are compared by id
 */
export function differingAnswers(
  questions: Questions,
  mine: Readonly<Record<string, string>>,
  saved: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>> = {},
): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(questions)
      .filter((question) => mine[question] !== saved[question])
      .map((question) => [
        question,
        [`Saved in another tab or on another device: ${shown[question] ?? saved[question] ?? ""}`],
      ]),
  );
}
