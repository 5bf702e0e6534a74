import type { Submission, SubmissionResult } from "@conform-to/dom";
import { DomainError } from "#app/domain/errors.ts";
import type { Questions } from "#app/domain/shared/questions.ts";
import { report } from "#app/observability/report.server.ts";
import { tryAgainText } from "./open-step.server.ts";

export type Refusal = {
  message: string;
  status?: number;
  fieldErrors?: Record<string, string[]>;
  version?: number;
};

/** Returns the message and status for an error. Reports the error if it is unexpected. */
export function toRefusal(error: unknown, what: string): Refusal {
  if (error instanceof DomainError) return { message: error.message, status: error.status };
  report(error, { what });
  return { message: tryAgainText(error), status: 500 };
}

/**
 * Returns the reply to a form that was refused. Its errors are in the order of the questions,
 * because Conform would sort them by name.
 */
export function refusedReply(
  submission: Submission<unknown>,
  { message, fieldErrors }: Refusal,
): SubmissionResult {
  const reply = submission.reply({ formErrors: [message] });
  return { ...reply, error: { ...reply.error, ...fieldErrors } };
}

/** Returns an error for each question whose saved answer differs from the customer’s. */
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
