/** Property search report as a PDF, which staff and solicitors download and pass on. */

import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { adminDate, adminTime } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import {
  authorLabel,
  type Finding,
  issuesText,
  leftOutText,
  listBySeverity,
  LOOKED_FOR,
  NO_RISK_LEVEL,
  READ_LABELS,
  RISK_LABELS,
  riskLevel,
  TOPICS,
  unreadPagesText,
} from "#app/domain/reports/labels.ts";
import type { RenderReport } from "#app/domain/reports/report.server.ts";
import { printable } from "#app/domain/shared/free-text.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paper } from "./paper.server.ts";

const styles = StyleSheet.create({
  ...paper,
  risk: { fontWeight: 700, fontSize: 13, marginTop: 14 },
  finding: { marginTop: 8, paddingLeft: 10, borderLeftWidth: 2, borderLeftColor: "#1f5c46" },
  topic: { fontWeight: 700 },
  source: { fontSize: 9, color: "#4c5a54" },
  note: { fontSize: 9, color: "#4c5a54", marginTop: 18 },
});

export const renderReport: RenderReport = async (report) => {
  const level = riskLevel(report);
  const { reference, address, content, model, generated_at } = report;
  const critical = listBySeverity(content.findings, "critical");
  const significant = listBySeverity(content.findings, "significant");
  const counts = { critical: critical.length, significant: significant.length };
  return renderToBuffer(
    <Document
      title={`Property search report ${reference}`}
      author={PRODUCT_NAME}
      language="en-GB"
      creationDate={generated_at}
    >
      <Page size="A4" style={styles.page}>
        <Text style={styles.brand}>{PRODUCT_NAME}</Text>
        <Text style={styles.title}>Property search report</Text>
        <Text>{printable(address)}</Text>
        <Text style={styles.source}>
          {`${reference}, generated ${adminDate(generated_at)} at ${adminTime(generated_at)}. ${authorLabel(model)}.`}
        </Text>
        <Text style={styles.risk}>{level ? RISK_LABELS[level] : NO_RISK_LEVEL}</Text>
        <Text>{issuesText(counts)}</Text>
        {content.findings.length === 0 ? <Text>{LOOKED_FOR}</Text> : null}
        <Findings title="Critical" findings={critical} />
        <Findings title="Significant" findings={significant} />
        <Text style={styles.heading}>Documents</Text>
        {content.documents.map(({ name, pages, unread_pages, read }, index) => (
          <Text key={index}>
            {printable(
              `${pages > 0 ? `${name}, ${pluralise(pages, "page")}` : name}. ${READ_LABELS[read] ?? unreadPagesText(unread_pages)}`,
            )}
          </Text>
        ))}
        {content.left_out.map((left, index) => (
          <Text key={index}>{printable(leftOutText(left))}</Text>
        ))}
        <Text style={styles.note}>
          Text in quotation marks is copied from the search documents. This report does not replace
          reading them.
        </Text>
        <Text
          style={styles.foot}
          fixed
          render={({ pageNumber, totalPages }) =>
            `${reference}, page ${pageNumber} of ${totalPages}`
          }
        />
      </Page>
    </Document>,
  );
};

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <View>
      <Text style={styles.heading}>{title}</Text>
      {findings.map(({ topic, document, page, quote }, index) => (
        <View key={index} style={styles.finding} wrap={false}>
          <Text style={styles.topic}>{TOPICS[topic].label}</Text>
          <Text>{`“${printable(quote)}”`}</Text>
          <Text style={styles.source}>{printable(`${document}, page ${page}`)}</Text>
        </View>
      ))}
    </View>
  );
}
