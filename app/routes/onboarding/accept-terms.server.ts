import { redirect } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { termsForm } from "#app/domain/onboarding/terms-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { invalid, parseForm, refused } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { contactSupportText } from "./failures.server.ts";

/**
 * Handles a post of the terms: accepted, on to the next step. When that cannot be saved what was ticked is kept to be
 * tried again there, and the visitor goes on and is told (C-088, C-089, AMB-C10).
 *
 * What is accepted is what was shown: answers that have changed since, in another tab, are shown again first.
 *
 * @param wrongId what to say without an id (C-087, D-062)
 * @param here the address of the terms of this matter; `next` of its next step
 * @param open throws a redirect when this visitor may not accept the terms of this matter now
 */
export async function handleTerms(
  request: Request,
  {
    wrongId,
    here,
    next,
    open,
    accept,
    keep,
  }: {
    wrongId: string;
    here: (id: string) => string;
    next: (id: string) => string;
    open: (id: string) => Promise<{ version: number }>;
    accept: (id: string) => Promise<void>;
    keep: (id: string) => Promise<void>;
  },
) {
  const submission = await parseForm(request, termsForm);
  if (submission.status !== "success") return invalid(submission);
  const { id, version } = submission.value;
  if (!isObjectId(id)) return refused(submission, contactSupportText(new DomainError(wrongId)));
  const now = await open(id);
  if (version && version !== String(now.version)) {
    return redirectWithFlash(here(id), {
      kind: "warning",
      title: "Your answers have changed",
      description: "Please read them again before you accept the terms.",
    });
  }
  try {
    await accept(id);
  } catch (error) {
    report(error, { what: "accepting the terms" });
    const message = contactSupportText(error);
    const kept = await keep(id).then(
      () => true,
      () => false,
    );
    if (!kept) return refused(submission, message, 500);
    return redirectWithFlash(next(id), {
      kind: "error",
      title: "Your answer was not saved",
      description: message,
    });
  }
  return redirect(next(id), { status: 303 });
}
