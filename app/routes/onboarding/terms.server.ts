import { redirect, type TypedResponse } from "@remix-run/node";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { report } from "#app/observability/report.server.ts";
import { contactSupportText } from "./open-step.server.ts";

/** Acceptance of terms, shared by sales and purchases. */

/** Redirects to the terms, because the answers changed after they were shown. */
export function showChangedAnswers(terms: string): Promise<TypedResponse<never>> {
  return redirectWithFlash(terms, {
    kind: "warning",
    title: "Your answers have changed",
    description: "Please check them before you accept the terms.",
  });
}

/**
 * Saves the acceptance of terms and redirects. If that fails it is left pending, and the last step
 * retries (C-088, C-089, AMB-C10).
 * @returns The redirect, or an error if it could not be left pending.
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
 * Retries a pending acceptance; required before a payment or a confirmed purchase (AMB-C10).
 * @param before Waiting action, for the log.
 * @returns An error message; null on success.
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
