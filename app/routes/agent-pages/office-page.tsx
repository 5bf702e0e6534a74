import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAgent } from "#app/auth/guards.server.ts";
import { ENDED_DAYS, listOfficeSales } from "#app/domain/agent-pages/office-sales.server.ts";
import { saleStage } from "#app/domain/agent-pages/sale-words.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { privateHeaders } from "../firm-pages/headers.ts";
import { officeView } from "./view.ts";

export const handle: PageHandle = {
  title: "Your sales",
  part: fromData("office"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

/** Shows an estate agent’s office its sales, newest first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireAgent(request, params);
  const now = new Date();
  const today = londonDay(now);
  const after = new URL(request.url).searchParams.get("after");
  const { sales, next } = await listOfficeSales(db, reader, { after, now });
  const { estate_agent_id: id, office } = reader;
  const day = (date: string | null | undefined) => (date ? sentenceDate(date, today) : null);
  return {
    firm: officeView(reader),
    office,
    ended_days: ENDED_DAYS,
    first: after === null ? null : paths.agent.page(id),
    next: next && paths.agent.page(id, { after: next }),
    sales: sales.map(({ id: sale, address, facts }) => ({
      ...saleStage(facts, today),
      id: sale,
      address: addressLine(address),
      href: paths.agent.sale(id, sale),
      exchange: day(facts.purchase?.exchanged),
      completion: day(facts.purchase?.completed),
    })),
  };
}

export default function OfficePage() {
  const { office, ended_days, sales, first, next } = useLoaderData<typeof loader>();
  return (
    <Page title="Your sales" lead={office}>
      <div className="stack" data-gap="l">
        {sales.length === 0 ? (
          <p>
            There are no sales here. A sale appears once its seller has paid our service fee and
            your office is recorded as the estate agent.
          </p>
        ) : (
          <ul className="firm-facts">
            {sales.map((sale) => (
              <li key={sale.id} className="card">
                <h2>
                  <a href={sale.href}>{sale.address}</a>
                </h2>
                <p>
                  <Badge tone={sale.is_over ? "plain" : "wait"}>{sale.stage}</Badge>
                </p>
                <SummaryList layout="side" rows={factsOf(sale)} />
              </li>
            ))}
          </ul>
        )}
        {first || next ? (
          <nav aria-label="More sales" className="cluster">
            {first ? <a href={first}>Newest sales</a> : null}
            {next ? <a href={next}>Older sales</a> : null}
          </nav>
        ) : null}
        <p className="hint">
          Only people at {office} can open this page. A sale that has ended stays here for{" "}
          {ended_days} days. You stay signed in for 12 hours.
        </p>
      </div>
    </Page>
  );
}

type Sale = {
  holder: { label: string; text: string } | null;
  exchange: string | null;
  completion: string | null;
};

function factsOf({ holder, exchange, completion }: Sale) {
  return [
    ...(holder ? [{ term: holder.label, description: holder.text }] : []),
    ...(exchange ? [{ term: "Exchange", description: exchange }] : []),
    ...(completion ? [{ term: "Completion", description: completion }] : []),
  ];
}
