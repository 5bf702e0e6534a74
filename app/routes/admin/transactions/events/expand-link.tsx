import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";

/** The lists of the tab, as its address names them. */
type List = "events" | "emails";

/** Shown until a list is expanded (K-094). */
const FIRST = 5;
/** No matter has more. */
const ALL = 1_000;

/** Whether the address asks for all of a list, and how many are shown then. */
export function readExpanded(request: Request, list: List) {
  const expanded = new URL(request.url).searchParams.get(list) === "all";
  return { expanded, limit: expanded ? ALL : FIRST };
}

/** Leads to all of a list or back to the first of it, as far as there is more or less. */
export function ExpandLink({
  id,
  list,
  expanded,
  more,
  words: [all, fewer],
}: {
  /** Of the matter. */
  id: string;
  list: List;
  expanded: boolean;
  more: boolean;
  /** "All emails", "Fewer emails". */
  words: readonly [all: string, fewer: string];
}) {
  if (!expanded && !more) return null;
  return (
    <p>
      <Link
        to={paths.admin.transactionEvents(id, expanded ? {} : { [list]: "all" })}
        preventScrollReset
      >
        {expanded ? fewer : all}
      </Link>
    </p>
  );
}
