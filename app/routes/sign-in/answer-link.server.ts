import type { Submission, SubmissionResult } from "@conform-to/dom";
import { data, redirect } from "@remix-run/node";
import type { BotVerdict } from "#app/auth/bot-check.server.ts";
import type { SendOutcome } from "#app/auth/request-link.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { BANNERS } from "./banners.ts";

const WAIT = "Please wait at least 5 minutes before trying again.";

type Answered = {
  /** The path of the page that was posted to. */
  page: string;
  texts: { failed: string; tooMany: string };
  /** What was typed; null when "Send email again" was pressed, on a screen without fields. */
  submission: Submission<unknown, string[], unknown> | null;
};

/**
 * Turns what became of a request for a link into a page: the "email sent" screen, which is an address of its own so
 * that a reload sends nothing (AMB-B02), or the form again with what stopped it.
 */
export function answerLink(
  outcome: SendOutcome | Exclude<BotVerdict, { kind: "person" }>,
  answered: Answered,
) {
  const { texts } = answered;
  switch (outcome.kind) {
    case "sent":
      return sent(answered, outcome.setCookie);
    // A program is told the same as a person.
    case "bot":
      return sent(answered, null);
    case "wait":
      return problem(answered, WAIT, 429, outcome.retryAfterSeconds);
    case "too-many":
      return problem(answered, texts.tooMany, 429, outcome.retryAfterSeconds);
    case "token-needed":
      return problem(answered, BANNERS.networkError.text, 400);
    case "failed":
      return problem(answered, texts.failed, 503);
  }
}

function sent({ page, submission }: Answered, setCookie: string | null) {
  const location = `${page}?sent=true`;
  if (!submission) {
    return redirectWithFlash(location, { kind: "success", title: "We have sent the email again" });
  }
  return redirect(location, {
    status: 303,
    ...(setCookie && { headers: { "Set-Cookie": setCookie } }),
  });
}

function problem({ submission }: Answered, text: string, status: number, retryAfter?: number) {
  const lastResult: SubmissionResult = submission
    ? submission.reply({ formErrors: [text] })
    : { status: "error", error: { "": [text] } };
  return data(
    { lastResult },
    { status, ...(retryAfter && { headers: { "Retry-After": String(retryAfter) } }) },
  );
}
