/** PDF that is the first document in a matter's file. */

import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { pluralise, labelFromSnakeCase } from "#app/domain/shared/format.ts";
import type { MatterFacts } from "#app/domain/matter-files/read-matter-file.server.ts";
import { printable } from "#app/domain/shared/free-text.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paper } from "./paper.server.ts";

const styles = StyleSheet.create({
  ...paper,
  row: { flexDirection: "row", marginTop: 3, gap: 10 },
  term: { width: "32%", color: "#4c5a54" },
  text: { width: "68%" },
  hint: { fontSize: 9, color: "#4c5a54", marginTop: 4 },
  digest: { fontSize: 7.5 },
});

export function renderMatterFile(facts: MatterFacts): Promise<Buffer> {
  const title = `Matter file: ${facts.address}`;
  return renderToBuffer(
    <Document title={title} author={PRODUCT_NAME} language="en-GB">
      <Page size="A4" style={styles.page}>
        <Text style={styles.brand}>{PRODUCT_NAME}</Text>
        <Text style={styles.title}>Matter file</Text>
        <Text>{printable(facts.address)}</Text>
        <Text style={styles.hint}>
          {`Reference ${facts.id}, as of ${adminMoment(new Date())}. This file also contains letters, emails and documents, and the timeline and the audit log as data. An index has a SHA-256 digest of each file.`}
        </Text>
        {facts.sections.map(({ title: heading, rows }) => (
          <Section key={heading} title={heading} rows={rows} />
        ))}
        <Section title="Timeline" rows={facts.timeline.map(happened)} none="No events yet." />
        <Section title="Corrections" rows={facts.changes} none="No corrections yet." />
        <Section
          title="Letters to solicitors"
          none="No letters yet."
          rows={facts.letters.toReversed().map(({ created_at, letter, status }) => ({
            term: adminMoment(created_at),
            text: `${letter.subject}, to ${letter.to} (${status ?? "not in the email log"})`,
          }))}
        />
        <Section
          title="Emails sent"
          none="No emails yet."
          rows={facts.sent.map(({ created_at, sent_at, name, subject, recipient, status }) => ({
            term: adminMoment(sent_at ?? created_at),
            text: `${subject ?? labelFromSnakeCase(name)}, to ${recipient} (${status})`,
          }))}
        />
        <Text style={styles.hint}>
          The text of these emails is in this file. Of emails with a sign-in link, we store only the
          recipient and the time.
        </Text>
        <Section
          title="Emails received"
          none="No emails yet."
          rows={facts.received.map(({ received_at, from_email, subject, files }) => ({
            term: adminMoment(received_at),
            text: `${subject}, from ${from_email}${files.length > 0 ? `, with ${pluralise(files.length, "file")}` : ""}`,
          }))}
        />
        <Text style={styles.heading}>Documents</Text>
        {facts.documents.map(({ key, called, at, sha256 }) => (
          <View key={key} style={styles.row} wrap={false}>
            <Text style={styles.term}>{adminMoment(at)}</Text>
            <View style={styles.text}>
              <Text>{printable(called)}</Text>
              <Text style={styles.digest}>{sha256 ?? "see the index for its digest"}</Text>
            </View>
          </View>
        ))}
        <Text
          style={styles.foot}
          fixed
          render={({ pageNumber, totalPages }) =>
            `${printable(title)}, page ${pageNumber} of ${totalPages}`
          }
        />
      </Page>
    </Document>,
  );
}

function happened({ at, what, author, about }: MatterFacts["timeline"][number]) {
  return { term: `${at}, ${author}`, text: about ? `${what}: ${about}` : what };
}

function Section({
  title,
  rows,
  none,
}: {
  title: string;
  rows: readonly { term: string; text: string }[];
  none?: string;
}) {
  return (
    <>
      <Text style={styles.heading} minPresenceAhead={40}>
        {title}
      </Text>
      {rows.length === 0 && none ? <Text>{none}</Text> : null}
      {rows.map(({ term, text }, position) => (
        <View key={position} style={styles.row}>
          <Text style={styles.term}>{printable(term)}</Text>
          <Text style={styles.text}>{printable(text)}</Text>
        </View>
      ))}
    </>
  );
}
