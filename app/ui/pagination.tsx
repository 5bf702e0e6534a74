import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { formatCount } from "#app/domain/shared/format.ts";
import { ButtonLink } from "./button.tsx";

const WINDOW = 5;

/**
 * Returns the first page, the last page and up to five around the current one; a 0 is a gap
 * (M-015, AMB-M08).
 */
export function pagesAround(page: number, last: number): number[] {
  const from = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), last - WINDOW + 1));
  const around = Array.from({ length: WINDOW }, (_, index) => from + index);
  const wanted = [1, ...around, last].filter((number) => number >= 1 && number <= last);
  const pages: number[] = [];
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    const before = pages.at(-1) ?? 0;
    if (number - before === 2) pages.push(number - 1);
    else if (number - before > 2) pages.push(0);
    pages.push(number);
  }
  return pages;
}

export function Pager({ count, children }: { count: string; children?: ReactNode }) {
  return (
    <div className="pager">
      <p className="hint" role="status">
        {count}
      </p>
      {children}
    </div>
  );
}

export function Pagination({
  page,
  last,
  href,
}: {
  page: number;
  last: number;
  href: (page: number) => string;
}) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="pagination">
      <ul>
        {page > 1 ? (
          <li>
            <Link to={href(page - 1)} rel="prev">
              Previous<span className="vh"> page</span>
            </Link>
          </li>
        ) : null}
        {pagesAround(page, last).map((number, index) => (
          <li key={number || `gap ${index}`}>
            {number === 0 ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link to={href(number)} aria-current={number === page ? "page" : undefined}>
                <span className="vh">Page </span>
                {number}
              </Link>
            )}
          </li>
        ))}
        {page < last ? (
          <li>
            <Link to={href(page + 1)} rel="next">
              Next<span className="vh"> page</span>
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** Returns "1 - 10 of 47", for a list with numbered pages (M-014). */
export function pageRangeText({
  first,
  last,
  total,
}: {
  first: number;
  last: number;
  total: number;
}) {
  const [from, to, all] = [first, last, total].map(formatCount);
  return `${from} - ${to} of ${all}`;
}

/**
 * Returns "Showing 20 of 47". If there are more rows than the count’s limit, returns "Showing 20 of
 * 10,000+".
 */
export function shownOf({ shown, total, more }: { shown: number; total: number; more?: boolean }) {
  return `Showing ${formatCount(shown)} of ${formatCount(total)}${more ? "+" : ""}`;
}

/** Renders "Showing n of m items" and a link that shows more items (V-041). */
export function LoadMore({
  shown,
  total,
  more,
  to,
  busy,
  noun = "items",
  label = "Load More",
  onMore,
}: {
  shown: number;
  total: number;
  /** True if there are more rows than were counted. */
  more?: boolean;
  to: string | null;
  busy?: boolean;
  noun?: string;
  label?: string;
  /** Called when the link is clicked, to append rows. Without it, the browser follows the link. */
  onMore?: () => void;
}) {
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens the link in a new tab or window.
    if (!onMore || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onMore();
  };
  return (
    <Pager count={`${shownOf({ shown, total, more })} ${noun}`}>
      {to ? (
        <ButtonLink
          to={to}
          kind="secondary"
          size="small"
          preventScrollReset
          onClick={open}
          data-busy={busy || undefined}
        >
          {label}
        </ButtonLink>
      ) : null}
    </Pager>
  );
}
