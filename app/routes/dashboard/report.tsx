import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { isByModel, LOOKED_FOR_TOPICS, TOPICS } from "#app/domain/reports/labels.ts";
import { readSharedReport } from "#app/domain/reports/shared-report.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { TopicList } from "#app/ui/topic-list.tsx";
import { db } from "#db/connection.ts";

export const handle: PageHandle = {
  title: "Your property report",
  part: fromData("line_1"),
};

/** Advice about the report, by how far the purchase is. */
const ADVICE = {
  before_exchange: "Ask your solicitor about anything in it before contracts are exchanged.",
  exchanged: "If you have questions about it, ask your solicitor.",
  over: "Your purchase has fallen through, so you don’t need to do anything about this report.",
} as const;

/**
 * Shows the report to the buyers and staff. It quotes search results with their sources, but does
 * not rate them.
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const report = await readSharedReport(db, { transaction_id: id, reader }).catch(asErrorPage);
  const { documents, left_out } = report.content;
  const findings = report.content.findings.filter(({ topic }) => topic !== "addresses_reader");
  return {
    id,
    line_1: report.address.line_1,
    address: addressLine(report.address),
    reference: report.reference,
    shared_on: sentenceDate(londonDay(report.shared_at), londonDay(new Date())),
    is_by_model: isByModel(report.model),
    is_to_ask: report.place === "before_exchange",
    advice: findings.length > 0 || report.place === "over" ? ADVICE[report.place] : "",
    findings: findings.map(({ topic, document, page, quote }) => ({
      topic: TOPICS[topic].label,
      source: `${document}, page ${page}`,
      quote,
    })),
    documents: documents.map(({ name, pages, read, unread_pages }) => ({
      name: pages > 0 ? `${name}, ${pluralise(pages, "page")}` : name,
      is_read: read === "whole" && unread_pages.length === 0,
    })),
    left_out: left_out.map(({ name }) => name),
  };
}

export default function PropertyReport() {
  const report = useLoaderData<typeof loader>();
  const { id, address, reference, shared_on, is_by_model, is_to_ask, advice } = report;
  const { findings, documents, left_out } = report;
  const software = is_by_model ? ", which uses AI," : "";
  return (
    <Page title="Your property report" lead={address} width="narrow" back={paths.dashboard.buy(id)}>
      <div className="stack" data-gap="l">
        <section className="stack" aria-labelledby="about">
          <h2 id="about">About this report</h2>
          <p>
            {findings.length > 0
              ? `This report quotes the search results for this property. Our software${software} picked out the quotes. `
              : `Our software${software} looked through the search results for this property and found nothing to quote. `}
            Our team read the report and shared it with you on {shared_on}.
          </p>
          <p>It’s not legal advice, and it can miss something in the search results. {advice}</p>
        </section>
        <section className="stack" aria-labelledby="findings">
          <h2 id="findings">
            {findings.length > 0 ? "What the search results say" : "What we looked for"}
          </h2>
          {findings.length > 0 ? (
            <ul className="report-quotes">
              {findings.map(({ topic, source, quote }, index) => (
                <li key={index}>
                  <h3>{topic}</h3>
                  <blockquote>“{quote}”</blockquote>
                  <p className="hint">{source}</p>
                </li>
              ))}
            </ul>
          ) : (
            <>
              <p>Our software found none of these in the search results that it could read:</p>
              <TopicList topics={LOOKED_FOR_TOPICS} />
              <p>
                It can’t recognise everything
                {is_to_ask ? ", so ask your solicitor what the search results say." : "."}
              </p>
            </>
          )}
        </section>
        <section className="stack" aria-labelledby="documents">
          <h2 id="documents">Search results in this report</h2>
          <ul className="report-quotes">
            {documents.map(({ name, is_read }, index) => (
              <li key={index}>
                {name}
                {is_read ? null : (
                  <p className="hint">
                    Our software couldn’t read all of this document.
                    {is_to_ask ? " Ask your solicitor about it." : null}
                  </p>
                )}
              </li>
            ))}
            {left_out.map((name, index) => (
              <li key={`left out ${index}`}>
                {name}
                <p className="hint">
                  This document isn’t included in the report.
                  {is_to_ask ? " Ask your solicitor about it." : null}
                </p>
              </li>
            ))}
          </ul>
          <p className="hint">Reference {reference}</p>
        </section>
        <SupportContact />
      </div>
    </Page>
  );
}
