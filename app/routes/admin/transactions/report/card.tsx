import { Form } from "@remix-run/react";
import { adminMoment } from "#app/domain/shared/dates.ts";
import {
  authorLabel,
  issuesText,
  leftOutText,
  NO_RISK_LEVEL,
  LOOKED_FOR_TOPICS,
  OTHER_WORDS,
  READ_LABELS,
  RISK_LABELS,
  riskLevel,
  TOPICS,
  unreadPagesText,
  unsupportedText,
} from "#app/domain/reports/labels.ts";
import type { ReportDocument } from "#app/domain/reports/read-documents.server.ts";
import type { Report } from "#app/domain/reports/report.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { TopicList } from "#app/ui/topic-list.tsx";
import { RefusedButton } from "../../shared/dialog-link.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { REPORT_FAILURE } from "../failures.ts";
import { Sharing, type SharingView } from "./sharing.tsx";

/**
 * Renders the card of the property search report, or an error if the report can’t be read (O-007,
 * O-033).
 */
export function ReportCard({
  card,
}: {
  card: {
    id: string;
    report: ReportView | null;
    sharing: SharingView;
    documents: readonly ReportDocumentView[];
    refusal: string | null;
  } | null;
}) {
  if (!card) return <Notification kind="error" title={REPORT_FAILURE} />;
  const { id, report, sharing, documents, refusal } = card;
  return (
    <Card
      title={
        <span className="cluster">
          Property search report
          {report ? <Badge tone={report.tone}>{report.risk}</Badge> : null}
        </span>
      }
    >
      {report ? <Findings id={id} report={report} /> : <p>No report has been generated yet.</p>}
      {report || sharing ? <Sharing id={id} report={report} sharing={sharing} /> : null}
      <DocumentList id={id} documents={documents} />
      <div className="card-foot">
        {report ? (
          <p className="hint">
            {report.reference}, generated {report.generated}. {report.author}.
          </p>
        ) : null}
        <Generate id={id} seen={report?.id ?? ""} refusal={refusal} />
      </div>
    </Card>
  );
}

function Findings({ id, report }: { id: string; report: ReportView }) {
  const { issues, findings, looked_for, remarks } = report;
  return (
    <>
      <p>
        <strong>{issues}</strong>
      </p>
      {findings.length > 0 ? (
        <ul className="report-findings">
          {findings.map(({ topic, severity, tone, source, quote }, index) => (
            <li key={index}>
              <p className="cluster">
                <b>{topic}</b> <Badge tone={tone}>{severity}</Badge>
              </p>
              <blockquote>“{quote}”</blockquote>
              <p className="hint">{source}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {looked_for ? <LookedFor topics={looked_for} /> : null}
      {remarks.length > 0 ? (
        <Notification kind="warning" title="We couldn’t use everything">
          <ul>
            {remarks.map((remark, index) => (
              <li key={index}>{remark}</li>
            ))}
          </ul>
        </Notification>
      ) : null}
      <p>
        <ButtonLink
          to={paths.admin.reportDocument(id, report.id)}
          kind="secondary"
          size="small"
          target="_blank"
          rel="noopener"
          reloadDocument
        >
          Download<span className="vh"> the property search report as a PDF, in a new tab</span>
        </ButtonLink>
      </p>
    </>
  );
}

function LookedFor({ topics }: { topics: readonly string[] }) {
  return (
    <>
      <p>{OTHER_WORDS}</p>
      <Details summary={`${topics.length} topics we looked for`}>
        <TopicList topics={topics} />
      </Details>
    </>
  );
}

function Generate({ id, seen, refusal }: { id: string; seen: string; refusal: string | null }) {
  const words = seen ? "Generate again" : "Generate report";
  if (refusal) {
    return (
      <RefusedButton id="generate-report" refusal={refusal}>
        {words}
      </RefusedButton>
    );
  }
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.generateReport(id)} preventScrollReset>
        <input type="hidden" name="seen" value={seen} />
        <SubmitButton kind="secondary" size="small">
          {words}
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

function DocumentList({ id, documents }: { id: string; documents: readonly ReportDocumentView[] }) {
  if (documents.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="report-documents">
      <h3 id="report-documents">Documents</h3>
      <ul className="report-documents">
        {documents.map((document) => (
          <li key={document.key}>
            <div>
              {document.name}
              {[document.unread, document.left_out].map((note) =>
                note ? (
                  <span key={note} className="row-note">
                    {note}
                  </span>
                ) : null,
              )}
              <PagesToCheck transaction_id={id} document={document} />
            </div>
            {document.id ? (
              <IfPermitted needs="handle">
                <Form method="post" action={paths.admin.reportDocuments(id)} preventScrollReset>
                  <input type="hidden" name="document_id" value={document.id} />
                  <input type="hidden" name="leave_out" value={document.left_out ? "no" : "yes"} />
                  <SubmitButton kind="secondary" size="small">
                    {document.left_out ? "Include" : "Exclude"}
                    <span className="vh"> {document.name}</span>
                  </SubmitButton>
                </Form>
              </IfPermitted>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PagesToCheck({
  transaction_id,
  document: { id, name, unread_pages },
}: {
  transaction_id: string;
  document: ReportDocumentView;
}) {
  if (!id || unread_pages.length === 0) return null;
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.reportPages(transaction_id)} preventScrollReset>
        <input type="hidden" name="document_id" value={id} />
        <fieldset className="report-pages">
          <legend>Pages without text: tick those that you have looked at in the document</legend>
          {unread_pages.map(({ page, is_checked }) => (
            <label key={page}>
              <input type="checkbox" name="page" value={page} defaultChecked={is_checked} /> Page{" "}
              {page}
            </label>
          ))}
        </fieldset>
        <SubmitButton kind="secondary" size="small">
          Save checked pages<span className="vh"> of {name}</span>
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

type ReportView = ReturnType<typeof reportView>;

const RISK_TONES = { high: "stop", moderate: "act", low: "plain" } as const;
const SEVERITY_LABELS = { critical: "Critical", significant: "Significant" } as const;
const SEVERITY_TONES = { critical: "stop", significant: "act" } as const;

export function reportView(report: Report) {
  const { findings, documents, left_out, unsupported } = report.content;
  const level = riskLevel(report);
  return {
    id: report.id,
    reference: report.reference,
    risk: level ? RISK_LABELS[level] : NO_RISK_LEVEL,
    tone: level ? RISK_TONES[level] : "act",
    issues: issuesText({
      critical: report.critical_issues_count,
      significant: report.significant_issues_count,
    }),
    generated: adminMoment(report.generated_at),
    author: authorLabel(report.model),
    findings: findings.map(({ topic, document, page, quote }) => ({
      topic: TOPICS[topic].label,
      severity: SEVERITY_LABELS[TOPICS[topic].severity],
      tone: SEVERITY_TONES[TOPICS[topic].severity],
      source: `${document}, page ${page}`,
      quote,
    })),
    looked_for: findings.length === 0 ? LOOKED_FOR_TOPICS : null,
    remarks: [
      ...documents.flatMap(({ name, unread_pages, read }) => {
        const remark = READ_LABELS[read] ?? unreadPagesText(unread_pages);
        return remark ? [`${name}: ${remark}`] : [];
      }),
      ...left_out.map(leftOutText),
      ...(unsupported > 0 ? [unsupportedText(unsupported)] : []),
    ],
  };
}

type ReportDocumentView = ReturnType<typeof reportDocumentView>;

export function reportDocumentView({
  id,
  search_id,
  name,
  unreadable,
  left_out,
  ...pages
}: ReportDocument) {
  return {
    unread_pages: pages.unread_pages.map((page) => ({
      page,
      is_checked: pages.checked_pages.includes(page),
    })),
    /**
     * Id of the document. Null if we have not stored the document, which then can’t be excluded.
     */
    id,
    key: search_id,
    name,
    left_out: left_out && `Excluded by ${left_out.by}, ${adminMoment(left_out.at)}.`,
    unread: unreadable && READ_LABELS[unreadable],
  };
}
