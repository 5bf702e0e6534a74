import { Link, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "#app/paths.ts";

export type Crumb = { label: string; to?: string };

const MAX_CRUMBS = 10;

/** Latest query string of each list, by path, since the app was loaded. */
const queries = new Map<string, string>();

/**
 * Remembers the filters of the list that is open, so that breadcrumbs link back to the same rows.
 */
export function useRememberedQuery() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    queries.set(pathname, search);
  }, [pathname, search]);
}

/** Returns the link to Home and the last nine items of the trail (I-061, I-062, AMB-I03). */
export function shortenTrail(items: readonly Crumb[], home: Crumb): Crumb[] {
  return [home, ...items.slice(-(MAX_CRUMBS - 1))];
}

export function Breadcrumbs({
  items,
  home = { label: "Home", to: paths.admin.home() },
}: {
  items: readonly Crumb[];
  home?: Crumb;
}) {
  const trail = shortenTrail(items, home);
  return (
    <nav aria-label="Breadcrumb" className="breadcrumbs">
      <ol>
        {trail.map((crumb, index) => (
          <li key={`${index} ${crumb.label}`}>
            {crumb.to && index < trail.length - 1 ? (
              <Link to={crumb.to + (queries.get(crumb.to) ?? "")}>{crumb.label}</Link>
            ) : (
              <span aria-current={index === trail.length - 1 ? "page" : undefined}>
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
