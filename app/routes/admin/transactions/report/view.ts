import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  authorLabel,
  issuesText,
  leftOutText,
  LOOKED_FOR,
  READ_LABELS,
  RISK_LABELS,
  TOPICS,
} from "#app/domain/reports/labels.ts";
import type { ReportDocument } from "#app/domain/reports/read-documents.server.ts";
import type { Report } from "#app/domain/reports/report.server.ts";

export type ReportView = ReturnType<typeof reportView>;

const RISK_TONES = { high: "stop", moderate: "act", low: "plain" } as const;
const SEVERITY_LABELS = { critical: "Critical", significant: "Significant" } as const;
const SEVERITY_TONES = { critical: "stop", significant: "act" } as const;

/** The property search report as staff see it: texts, ready to be read. */
export function reportView(report: Report) {
  const { findings, documents, left_out, unsupported } = report.content;
  return {
    id: report.id,
    reference: report.reference,
    risk: RISK_LABELS[report.overall_risk_rating],
    tone: RISK_TONES[report.overall_risk_rating],
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
    looked_for: findings.length === 0 ? LOOKED_FOR : null,
    /** What a reader has to know before trusting it. */
    remarks: [
      ...documents.flatMap(({ name, read }) => {
        const remark = READ_LABELS[read];
        return remark ? [`${name}: ${remark}`] : [];
      }),
      ...left_out.map(leftOutText),
      ...(unsupported > 0
        ? [`${unsupported} left out, because the documents do not say what the model says they do.`]
        : []),
    ],
  };
}

export type ReportDocumentView = ReturnType<typeof reportDocumentView>;

/** A document on which the next report rests, with what is known of it. */
export function reportDocumentView({ id, search_id, name, unreadable, left_out }: ReportDocument) {
  return {
    /** Null for one that we do not have: nothing can be done with it. */
    id,
    key: search_id,
    name,
    left_out: left_out && `Left out by ${left_out.by}, ${adminMoment(left_out.at)}.`,
    unread: unreadable && READ_LABELS[unreadable],
  };
}
