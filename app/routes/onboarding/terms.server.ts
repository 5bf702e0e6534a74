import { redirect } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { termsForm } from "#app/domain/terms/acceptance.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { invalid, parseForm, refused } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import {
  contactSupportText,
  type AnyMatter,
  type Journey,
  nameMatterInUrl,
  openStepWithMatter,
  requireRole,
  setSessionMatter,
  type Target,
} from "./open-step.server.ts";

/** The matter that the terms are accepted for, which the address of their page names, and what the page says of it. */
export async function openTerms<Last extends string, Matter extends AnyMatter>(
  journey: Journey<Last, Matter>,
  request: Request,
) {
  const { matter, query } = await openStepWithMatter(journey, request, "terms-and-conditions");
  nameMatterInUrl(request, query);
  const { id, version, terms_accepted: accepted } = matter;
  return { matter, page: { id, version, accepted, query } };
}

/**
 * Handles a post of the terms: accepted, on to the next step. When that cannot be saved it is left pending, to be
 * tried again there, and the visitor continues and is told (C-088, C-089, AMB-C10).
 *
 * What is accepted is what was shown: answers that have changed since, in another tab, are shown again first.
 *
 * @throws a redirect when this visitor may not accept the terms of this matter now
 */
export async function handleTerms<Last extends string, Matter extends AnyMatter>(
  journey: Journey<Last, Matter>,
  request: Request,
  {
    accept,
    leavePending,
  }: {
    accept: (target: Target) => Promise<void>;
    leavePending: (target: Target) => Promise<void>;
  },
) {
  const { role, noun, invalidId, steps, urls } = journey;
  const customer = await requireRole(request, role);
  const submission = await parseForm(request, termsForm);
  if (submission.status !== "success") return invalid(submission);
  const { id, version } = submission.value;
  if (!isObjectId(id)) return refused(submission, contactSupportText(new DomainError(invalidId)));
  const { matter } = await openStepWithMatter(journey, request, "terms-and-conditions", id);
  await setSessionMatter(db, customer, journey, matter);
  const query = { [noun]: id };
  if (version && version !== String(matter.version)) {
    return redirectWithFlash(urls["terms-and-conditions"](query), {
      kind: "warning",
      title: "Your answers have changed",
      description: "Please check them before you accept the terms.",
    });
  }
  const next = urls[steps[4]](query);
  const target = { id, customer_id: customer.id };
  try {
    await accept(target);
  } catch (error) {
    report(error, { what: "accepting the terms" });
    const message = contactSupportText(error);
    const isPending = await leavePending(target).then(
      () => true,
      () => false,
    );
    if (!isPending) return refused(submission, message, 500);
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your acceptance of the terms wasn’t saved",
      description: message,
    });
  }
  return redirect(next, { status: 303 });
}

/**
 * Writes down an acceptance of the terms that could not be written down before: no money is taken and no purchase
 * confirmed without it (AMB-C10).
 *
 * @param record of the sale or of the purchase (`pendingTerms`)
 * @param before what waits for it, for the log
 * @returns what to say when it cannot be written down now; null when it is
 */
export async function recordTerms(
  record: Promise<void>,
  before: "a payment" | "a purchase is confirmed",
): Promise<string | null> {
  try {
    await record;
    return null;
  } catch (error) {
    report(error, { what: `recording terms before ${before}` });
    return contactSupportText(error);
  }
}
