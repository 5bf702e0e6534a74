import type { TypedResponse } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";
import { EditConflictError } from "#app/domain/versions/save-change.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { describeLastSave } from "./conflict.server.ts";

type FailureMessage = { to: string; title: string; description?: string };

/** `seconds` is how long the toast is shown, if that differs from the default. */
type SuccessMessage = { to: string; title: string; description?: string; seconds?: number };

type ConfirmedAction<Result> = {
  run: () => Promise<Result>;
  done: SuccessMessage | ((result: Result) => SuccessMessage);
  failed: FailureMessage | ((error: unknown) => FailureMessage);
  failure: string;
  here: string;
};

/**
 * Runs an action that the user has confirmed, and redirects. After an edit conflict, redirects to
 * the confirmation, so that the user can confirm again. The caller must check the permission first.
 */
export async function runAction<Result>(
  page: ConfirmedAction<Result>,
): Promise<TypedResponse<never>> {
  let result: Result;
  try {
    result = await page.run();
  } catch (error) {
    if (error instanceof EditConflictError) {
      const description = `${describeLastSave(error)}. Check the details and confirm again.`;
      return redirectWithFlash(page.here, {
        kind: "warning",
        title: "Nothing has been done yet",
        description,
      });
    }
    if (!(error instanceof DomainError)) report(error, { what: page.failure });
    const failure = typeof page.failed === "function" ? page.failed(error) : page.failed;
    const { to, title, description = shownMessage(error, page.failure) } = failure;
    return redirectWithFlash(to, { kind: "error", title, description });
  }
  const { to, ...message } = typeof page.done === "function" ? page.done(result) : page.done;
  return redirectWithFlash(to, { kind: "success", ...message });
}
