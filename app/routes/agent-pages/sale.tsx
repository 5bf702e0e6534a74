import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAgent } from "#app/auth/guards.server.ts";
import { readOfficeSale } from "#app/domain/agent-pages/read-sale.server.ts";
import type { ReadyRow } from "#app/domain/ready-links/describe-ready-home.ts";
import { addressLine, keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Milestones } from "#app/ui/milestones.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { ContactPart } from "../dashboard/contact.tsx";
import { SheetPart } from "../dashboard/sheet.tsx";
import { privateHeaders } from "../firm-pages/headers.ts";
import { toMilestone } from "../ready/ready-milestone.tsx";
import { memorandumView } from "./memorandum-view.ts";
import { MemorandumCard, useSaleAgreedForm } from "./sale-agreed.tsx";
import { saveMemorandum } from "./save-memorandum.server.ts";
import { officeView } from "./view.ts";

export const handle: PageHandle = {
  title: "Sale",
  part: fromData("line_1"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

/** Shows a sale to its estate agent, and asks for the memorandum once a sale is agreed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireAgent(request, params);
  const now = new Date();
  const today = londonDay(now);
  const sale = await readOfficeSale(db, reader, params.transactionId ?? "", now).catch(asErrorPage);
  const { address, dates, contact, stage, holder, expected, ready } = sale;
  const day = (date: string | null, { is_set }: { is_set: boolean }) => {
    if (date === null) return null;
    return `${date > today && !is_set ? "Planned for " : ""}${sentenceDate(date, today)}`;
  };
  // Exchange sets the day of completion.
  const has_exchanged = dates.exchange !== null && dates.exchange <= today;
  return {
    firm: officeView(reader),
    line_1: address.line_1,
    title: keepNumberWithStreet(addressLine(address)),
    back: paths.agent.page(reader.estate_agent_id),
    ...{ stage, holder, expected, ready, contact },
    dates: [
      { term: "Exchange", day: day(dates.exchange, { is_set: false }) },
      { term: "Completion", day: day(dates.completion, { is_set: has_exchanged }) },
    ],
    memorandum: memorandumView(sale, today),
    person: reader.person_name ?? "",
  };
}

/** Sends the memorandum of sale with its file. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireAgent(request, params);
  const transaction_id = params.transactionId ?? "";
  // Answers 404 for the sale of another office before any file is stored.
  await readOfficeSale(db, reader, transaction_id, new Date()).catch(asErrorPage);
  return saveMemorandum(request, reader, transaction_id).catch(asErrorPage);
}

export default function Sale() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = useSaleAgreedForm(page.person, result?.lastResult);
  const { line_1, holder, expected, ready, memorandum, dates, contact } = page;
  return (
    <Page title={page.title} lead={page.stage} back={page.back} form={form[0]}>
      <div className="split" data-kind="dashboard">
        <div className="stack firm-main">
          {holder ? (
            <p>
              {holder.label}: <strong>{holder.text}</strong>
            </p>
          ) : (
            <p>You don’t need to do anything. If this is wrong, contact us.</p>
          )}
          {expected ? <p>{expected}</p> : null}
          {memorandum ? <MemorandumCard memorandum={memorandum} form={form} /> : null}
          <Ready rows={ready} />
        </div>
        <aside className="sheet" aria-label="Dates and contact">
          <SheetPart title="Dates">
            <SummaryList
              layout="side"
              rows={dates.map(({ term, day }) => ({
                term,
                description: day ?? <em className="hint">Not known</em>,
              }))}
            />
          </SheetPart>
          <ContactPart contact={contact} noun="sale" line_1={line_1} />
        </aside>
      </div>
    </Page>
  );
}

function Ready({ rows }: { rows: readonly ReadyRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="ready">
      <h2 id="ready">What’s ready for a buyer</h2>
      <Milestones items={rows.map(toMilestone)} />
    </section>
  );
}
