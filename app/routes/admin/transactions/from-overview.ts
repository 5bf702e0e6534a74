import { isObjectId } from "#app/domain/shared/answers.ts";
import { paths } from "#app/paths.ts";

/** Query of the links and forms on a matter’s overview, which lead back to the overview. */
export const FROM_OVERVIEW = { from: "overview" };

/**
 * Returns the page of a matter that a dialog leads back to: the overview if the dialog was opened
 * from there, or else the tab.
 */
export function overviewOr(request: Request, tab: (id: string) => string) {
  return new URL(request.url).searchParams.get("from") === FROM_OVERVIEW.from
    ? paths.admin.transaction
    : tab;
}

/** Returns the overview of the matter that the query names, or null. */
export function overviewInQuery(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("matter");
  return id !== null && isObjectId(id) ? paths.admin.transaction(id) : null;
}
