import type { TypedResponse } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";
import { ChangedMeanwhileError } from "#app/domain/versions/save-change.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { savedBy } from "./conflict.server.ts";

type Said = { to: string; title: string; description?: string };

/** `seconds` overrides how long the toast is shown. */
type Done = { to: string; title: string; description?: string; seconds?: number };

type Work<Result> = {
  run: () => Promise<Result>;
  done: Done | ((result: Result) => Done);
  failed: Said | ((error: unknown) => Said);
  failure: string;
  here: string;
};

/** Runs a confirmed action and redirects; after a conflict it asks again. The caller must guard. */
export async function carryOut<Result>(page: Work<Result>): Promise<TypedResponse<never>> {
  let result: Result;
  try {
    result = await page.run();
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) {
      const description = `${savedBy(error)}. Check the details and confirm again.`;
      return redirectWithFlash(page.here, {
        kind: "warning",
        title: "Nothing has been done yet",
        description,
      });
    }
    if (!(error instanceof DomainError)) report(error, { what: page.failure });
    const said = typeof page.failed === "function" ? page.failed(error) : page.failed;
    const { to, title, description = shownMessage(error, page.failure) } = said;
    return redirectWithFlash(to, { kind: "error", title, description });
  }
  const { to, ...message } = typeof page.done === "function" ? page.done(result) : page.done;
  return redirectWithFlash(to, { kind: "success", ...message });
}
