import type { Submission, SubmissionResult } from "@conform-to/dom";
import { data, redirect, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import {
  type BotSignals,
  type BotVerdict,
  checkForBots,
  nextFormKey,
} from "#app/auth/bot-check.server.ts";
import { ResendLinkForm } from "#app/auth/forms.server.ts";
import {
  resendLink,
  type SendOutcome,
  type LinkRequestForm,
} from "#app/auth/request-link.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm, readForm } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";
import { BANNERS } from "./banners.ts";

const FIVE_MINUTES = 5 * 60;
const HOUR = 60 * 60;

type LinkForm = {
  page: string;
  texts: { failed: string; tooMany: string };
  /** Name of the form that the next idempotency key is issued for. */
  form: "sign-in" | "sign-up" | "firm-sign-in" | "link-sent";
  /** Submitted values of the form; null for "Send email again", which has no fields. */
  submission: Submission<unknown, string[], unknown> | null;
};

/**
 * Handles the sign-in form, the sign-up form, the sign-in form of a law firm’s page, or the button
 * "Send email again". The caller must check that no one is signed in.
 * @param page.ask Requests the link. If it returns a Response, that is the result.
 */
export async function respondToLinkForm<
  Schema extends z.ZodType<BotSignals & { prevent_email?: string | undefined }>,
>(
  request: Request,
  {
    schema,
    ask,
    ...page
  }: Pick<LinkForm, "page" | "texts"> & {
    form: "sign-in" | "sign-up" | "firm-sign-in";
    schema: Schema;
    ask: (
      typed: z.output<Schema>,
      sent: LinkRequestForm & { prevent_email: boolean },
    ) => Promise<SendOutcome | TypedResponse<never>>;
  },
) {
  const posted = await readForm(request);
  // Only a customer’s or staff’s request is stored, so that it can be sent again.
  const isAgain = posted.get("intent") === "again" && page.form !== "firm-sign-in";
  if (isAgain) return respondToSendAgain(request, posted, page);
  const submission = await parseForm(posted, schema);
  if (submission.status !== "success") {
    const lastResult = submission.reply();
    return data({ lastResult, formKey: nextFormKey(page.form) }, { status: 400 });
  }
  const typed = submission.value;
  const linkForm: LinkForm = { ...page, submission };
  const verdict = await checkForBots({ name: page.form, signals: typed });
  if (verdict.kind !== "person") return respondToLinkRequest(verdict, linkForm);
  const outcome = await ask(typed, {
    prevent_email: typed.prevent_email === "true",
    formKey: typed.form_key,
    proven: verdict.proven,
  });
  return "kind" in outcome ? respondToLinkRequest(outcome, linkForm) : outcome;
}

/**
 * Redirects to the page that says that the email was sent, so that a reload sends no second email
 * (AMB-B02). After a failure, returns the error.
 */
function respondToLinkRequest(
  outcome: SendOutcome | Exclude<BotVerdict, { kind: "person" }>,
  linkForm: LinkForm,
) {
  const { texts } = linkForm;
  switch (outcome.kind) {
    case "sent":
      return sent(linkForm, outcome.setCookie);
    // A bot gets the same response as a person.
    case "bot":
      return sent(linkForm, null);
    case "once-more":
      return problem(linkForm, outcome.text, 400);
    case "wait":
      return problem(
        linkForm,
        waitText(linkForm.form, outcome.retryAfterSeconds),
        429,
        outcome.retryAfterSeconds,
      );
    case "too-many": {
      const { retryAfterSeconds } = outcome;
      return problem(
        linkForm,
        tooManyText(texts.tooMany, retryAfterSeconds),
        429,
        retryAfterSeconds,
      );
    }
    case "token-needed":
      return problem(linkForm, BANNERS.networkError.text, 400);
    case "failed":
      return problem(linkForm, texts.failed, 503);
  }
}

/**
 * Handles "Send email again", with the same bot check as the sign-in and sign-up forms (AMB-B08).
 */
async function respondToSendAgain(
  request: Request,
  form: FormData,
  page: Pick<LinkForm, "page" | "texts">,
) {
  const linkForm: LinkForm = { ...page, form: "link-sent", submission: null };
  const posted = await parseForm(form, ResendLinkForm);
  const signals: BotSignals = posted.status === "success" ? posted.value : {};
  const verdict = await checkForBots({ name: linkForm.form, signals });
  if (verdict.kind !== "person") return respondToLinkRequest(verdict, linkForm);
  const { proven } = verdict;
  const outcome = await resendLink(db, request, { formKey: signals.form_key, proven });
  if (outcome.kind !== "forgotten") return respondToLinkRequest(outcome, linkForm);
  return redirectWithFlash(page.page, {
    kind: "info",
    title: "Please enter your email address again",
    description: "You asked for a link a while ago, and we no longer have your email address.",
  });
}

function sent({ page, submission }: LinkForm, setCookie: string | null) {
  const location = `${page}${page.includes("?") ? "&" : "?"}sent=true`;
  if (!submission) {
    return redirectWithFlash(location, { kind: "success", title: "We’ve sent the email again" });
  }
  return redirect(location, {
    status: 303,
    ...(setCookie && { headers: { "Set-Cookie": setCookie } }),
  });
}

function problem(
  { submission, form }: LinkForm,
  text: string,
  status: number,
  retryAfter?: number,
) {
  const lastResult: SubmissionResult = submission
    ? submission.reply({ formErrors: [text] })
    : { status: "error", error: { "": [text] } };
  return data(
    { lastResult, formKey: nextFormKey(form) },
    { status, ...(retryAfter && { headers: { "Retry-After": String(retryAfter) } }) },
  );
}

/**
 * Returns a text that says how many seconds remain. After "Send email again", the text also
 * contains the specification’s words (B-031).
 */
function waitText(form: LinkForm["form"], retryAfterSeconds: number): string {
  const seconds = pluralise(retryAfterSeconds, "second");
  return form === "link-sent"
    ? `Please wait at least 5 minutes before trying again. The email can take a few minutes to arrive. You can ask for another in ${seconds}.`
    : `We’ve just sent an email to this address. You can ask for another in ${seconds}.`;
}

/**
 * Returns the specification’s text, which says five minutes. If the wait is longer, returns a text
 * with the actual wait.
 */
function tooManyText(text: string, seconds: number): string {
  if (seconds <= FIVE_MINUTES) return text;
  const inHours = seconds > 2 * HOUR;
  const wait = inHours
    ? `${Math.ceil(seconds / HOUR)} hours`
    : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many requests. Please try again after ${wait}.`;
}
