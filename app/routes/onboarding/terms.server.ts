import { redirect, type TypedResponse } from "@remix-run/node";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { report } from "#app/observability/report.server.ts";
import { contactSupportText } from "./open-step.server.ts";

/** The parts of accepting the terms that sales and purchases share. */

/** Leads back to the terms: their acceptance is for the answers that were shown, and those have changed since. */
export function showChangedAnswers(terms: string): Promise<TypedResponse<never>> {
  return redirectWithFlash(terms, {
    kind: "warning",
    title: "Your answers have changed",
    description: "Please check them before you accept the terms.",
  });
}

/**
 * Saves an acceptance of the terms and leads on. One that cannot be saved is left pending, for the last step to try
 * again: the visitor continues, and the next page shows the error (C-088, C-089, AMB-C10).
 *
 * @param accept writes it down; `leavePending` remembers it instead
 * @returns where the visitor continues, or what to say when it could not even be left pending
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
 * Saves an acceptance of the terms that could not be saved before: no money is taken and no purchase confirmed without it
 * (AMB-C10).
 *
 * @param record of the sale or of the purchase (`pendingTerms`)
 * @param before what waits for it, for the log
 * @returns what to say when it cannot be saved now; null when it is
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
