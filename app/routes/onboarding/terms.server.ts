import { redirect, type TypedResponse } from "@remix-run/node";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { report } from "#app/observability/report.server.ts";
import { contactSupportText } from "./open-step.server.ts";

export function showChangedAnswers(terms: string): Promise<TypedResponse<never>> {
  return redirectWithFlash(terms, {
    kind: "warning",
    title: "Your answers have changed",
    description: "Please check them before you accept the terms.",
  });
}

/**
 * Saves that the customer accepts the terms, and redirects. If saving fails, stores the acceptance
 * as pending, and the last step tries to save it again (C-088, C-089, AMB-C10).
 */
export async function acceptOrLeavePending(
  next: string,
  { accept, leavePending }: { accept: () => Promise<void>; leavePending: () => Promise<void> },
): Promise<{ response: TypedResponse<never> } | { problem: string }> {
  try {
    await accept();
    return { response: redirect(next, { status: 303 }) };
  } catch (error) {
    report(error, { what: "accepting the terms" });
    const problem = contactSupportText(error);
    const isPending = await leavePending().then(
      () => true,
      () => false,
    );
    if (!isPending) return { problem };
    const title = "Your acceptance of the terms wasn’t saved";
    return {
      response: await redirectWithFlash(next, { kind: "error", title, description: problem }),
    };
  }
}

/**
 * Saves a pending acceptance before the customer pays or confirms (AMB-C10). Returns null on
 * success.
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
