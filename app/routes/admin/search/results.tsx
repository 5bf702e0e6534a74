import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { MIN_SEARCH } from "#app/domain/search/min-search.ts";
import { type Found, search } from "#app/domain/search/search.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { filters, readListQuery } from "../kit/list-query.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import { foundLink, notFound } from "./found.ts";

export const handle: PageHandle = { title: "Search", part: fromData("part") };

/** What the search box of every staff page finds, for the box itself and for this page (I-071, AMB-I04). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const { q = "" } = readListQuery(request, { q: filters.search() });
  if (q.length < MIN_SEARCH) return data({ part: "", q, found: null, problem: null });
  const found = await nullIfFailed(search(readDb, q), { what: "searching" });
  const problem = found ? null : "The search did not work. Please try again.";
  return data({ part: q, q, found, problem }, { status: found ? 200 : 500 });
}

export default function SearchResults() {
  const { q, found, problem } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Search" width="page">
      {found && found.length > 0 ? (
        <div className="stack">
          <p>Results for “{q}”</p>
          <ul className="search-results">
            {found.map((each) => (
              <li key={each.id}>
                <Result found={each} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>{problem ?? (found ? notFound(q) : `Type at least ${MIN_SEARCH} characters.`)}</p>
      )}
    </StaffPage>
  );
}

function Result({ found }: { found: Found }) {
  const { to, kind, text, detail } = foundLink(found);
  return (
    <>
      <Badge>{kind}</Badge> <Link to={to}>{text}</Link>
      {detail ? <span className="hint"> {detail}</span> : null}
    </>
  );
}
