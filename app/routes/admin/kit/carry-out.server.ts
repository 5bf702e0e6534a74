import type { TypedResponse } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";
import { ChangedMeanwhileError } from "#app/domain/versions/save-change.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { savedBy } from "./conflict.server.ts";

/** `description`: in place of the error's own words. */
type Said = { to: string; title: string; description?: string };

/** `seconds`: how long its toast stays, when not as long as others. */
type Done = { to: string; title: string; description?: string; seconds?: number };

type Work<Result> = {
  run: () => Promise<Result>;
  done: Done | ((result: Result) => Done);
  /** Where it leads when it cannot be done, and what the message is called there. */
  failed: Said | ((error: unknown) => Said);
  /** The specification's words when there are no better ones. */
  failure: string;
  /** The page that asks: again with what has changed meanwhile. */
  here: string;
};

/**
 * Does what a button asked for, mostly after a dialog has confirmed it, and says on the next page what became of it.
 * When another person has changed the record meanwhile, the page asks again and shows what it is now. The caller must
 * have checked who it is.
 */
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
