import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "./button.tsx";

/** The pages around the one shown; 0 stands for a gap. */
export function pagesAround(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last].filter(
    (number) => number >= 1 && number <= last,
  );
  const pages: number[] = [];
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    const before = pages.at(-1) ?? 0;
    if (number - before === 2) pages.push(number - 1);
    else if (number - before > 2) pages.push(0);
    pages.push(number);
  }
  return pages;
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
    <nav aria-label="Pages" className="pages">
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

/** "Showing n of m items", and a link that shows more of them (V-041). */
export function LoadMore({
  shown,
  total,
  more,
  to,
}: {
  shown: number;
  total: number;
  /** There are more than were counted. */
  more?: boolean;
  /** Its fragment is the first new row. */
  to: string | null;
}) {
  useFocusOnNewRow(shown);
  return (
    <div className="load-more">
      <p className="hint" role="status">
        Showing {shown.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
        {more ? "+" : ""} items
      </p>
      {to && (more || shown < total) ? (
        <ButtonLink to={to} kind="secondary" size="small" preventScrollReset>
          Load More
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** What was loaded begins at the row that the address names: the browser goes there by itself in a full load only. */
function useFocusOnNewRow(shown: number) {
  const { hash } = useLocation();
  const before = useRef(shown);
  useEffect(() => {
    const grew = shown > before.current;
    before.current = shown;
    if (grew) document.getElementById(decodeURIComponent(hash.slice(1)))?.focus();
  }, [shown, hash]);
}
