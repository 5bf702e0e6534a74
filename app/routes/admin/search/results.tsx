import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { MIN_SEARCH } from "#app/domain/staff-search/min-search.ts";
import {
  type Found,
  type FoundOfKind,
  KINDS,
  search,
} from "#app/domain/staff-search/search.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { Pager, Pagination, pageRangeText } from "#app/ui/pagination.tsx";
import { readDb } from "#db/connection.ts";
import { filters, numberedPages, readListQuery } from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { countText, foundLink, kindTitle } from "./search-result-view.ts";

export const handle: PageHandle = { title: "Search", part: fromData("part") };

const searchQuery = numberedPages.extend({ q: filters.search(), kind: filters.oneOf(KINDS) });

/** Returns search results, both for the search box and for this page (I-071, AMB-I04). */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const asked = readListQuery(request, searchQuery);
  const { q = "", kind = null, page, size } = asked;
  const shown = { q, kind, page, size };
  if (q.length < MIN_SEARCH) return data({ ...shown, part: "", found: null, problem: null });
  const part = kind ? { kind, page, size } : undefined;
  const found = await nullIfFailed(search(readDb, reader, q, part), { what: "searching" });
  const problem = found ? null : "The search failed. Please try again.";
  return data({ ...shown, part: q, found, problem }, { status: found ? 200 : 500 });
}

export default function SearchResults() {
  const { q, kind, found, problem } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Search" width="page">
      <div className="stack" data-gap="l">
        <p role="status">
          {problem ?? (found ? countText(q, found) : `Type at least ${MIN_SEARCH} characters.`)}
        </p>
        {kind ? (
          <p>
            <Link to={paths.admin.search({ q })}>All results</Link>
          </p>
        ) : null}
        {found?.map((each) => (
          <ResultsOfKind key={each.kind} results={each} />
        ))}
      </div>
    </StaffPage>
  );
}

function ResultsOfKind({ results }: { results: FoundOfKind }) {
  const { q, kind: only, page, size } = useLoaderData<typeof loader>();
  const { kind, total, found } = results;
  const title = kindTitle(results);
  const first = (page - 1) * size + 1;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="search-results">
        {found.map((each) => (
          <li key={each.id}>
            <Result found={each} />
          </li>
        ))}
      </ul>
      {only ? (
        <Pager count={pageRangeText({ first, last: first + found.length - 1, total })}>
          <Pagination
            page={page}
            last={Math.ceil(total / size)}
            href={(to) => paths.admin.search({ q, kind, page: to })}
          />
        </Pager>
      ) : found.length < total ? (
        <p>
          <Link to={paths.admin.search({ q, kind })}>See all: {title}</Link>
        </p>
      ) : null}
    </section>
  );
}

function Result({ found }: { found: Found }) {
  const { to, kind, text, detail, stage, matched, matters } = foundLink(found);
  return (
    <>
      <div>
        <span className="vh">{kind} </span>
        <Link to={to}>{text}</Link>
        {detail ? <span className="search-detail"> {detail}</span> : null}
        {matched.map((fact) => (
          <span key={fact} className="search-detail">
            {" "}
            {fact}
          </span>
        ))}
      </div>
      {stage ? <span>{stage}</span> : null}
      {matters ? (
        <Link to={matters}>
          Transactions<span className="vh"> for {text}</span>
        </Link>
      ) : null}
    </>
  );
}
