import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { spelledOut } from "#app/domain/fields/words.ts";
import type { MatterFacts } from "#app/domain/matter-files/read-matter-file.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { paper, printable } from "./paper.ts";

/** What whoever opens the file of a matter reads first. */

const styles = StyleSheet.create({
  ...paper,
  row: { flexDirection: "row", marginTop: 3, gap: 10 },
  term: { width: "32%", color: "#4c5a54" },
  text: { width: "68%" },
  hint: { fontSize: 9, color: "#4c5a54", marginTop: 4 },
  digest: { fontFamily: "Courier", fontSize: 7.5 },
});

/** Draws it. */
export function renderMatterFile(facts: MatterFacts): Promise<Buffer> {
  const title = `File of the matter ${facts.address}`;
  return renderToBuffer(
    <Document title={title} author={PRODUCT_NAME} language="en-GB">
      <Page size="A4" style={styles.page}>
        <Text style={styles.brand}>{PRODUCT_NAME}</Text>
        <Text style={styles.title}>File of the matter</Text>
        <Text>{printable(facts.address)}</Text>
        <Text style={styles.hint}>
          {`Reference ${facts.id}, as of ${adminMoment(new Date())}. Beside this page the file has letters, emails and documents, what happened and the log as data, and an index with a SHA-256 digest of each.`}
        </Text>
        {facts.sections.map(({ title: heading, rows }) => (
          <Section key={heading} title={heading} rows={rows} />
        ))}
        <Section title="What happened" rows={facts.timeline.map(happened)} none="Nothing yet." />
        <Section
          title="Letters to solicitors"
          none="None."
          rows={facts.letters.toReversed().map(({ created_at, letter, status }) => ({
            term: adminMoment(created_at),
            text: `${letter.subject}, to ${letter.to} (${status ?? "not in the log"})`,
          }))}
        />
        <Section
          title="Emails that were sent"
          none="None."
          rows={facts.sent.map(({ created_at, sent_at, name, subject, recipient, status }) => ({
            term: adminMoment(sent_at ?? created_at),
            text: `${subject ?? spelledOut(name)}, to ${recipient} (${status})`,
          }))}
        />
        <Text style={styles.hint}>
          What they said is beside this page. Of an email with a link that signs somebody in we keep
          to whom it went and when, and nothing that it said.
        </Text>
        <Section
          title="Emails that came in"
          none="None."
          rows={facts.received.map(({ received_at, from_email, subject, files }) => ({
            term: adminMoment(received_at),
            text: `${subject}, from ${from_email}${files.length > 0 ? `, with ${files.length} files` : ""}`,
          }))}
        />
        <Text style={styles.heading}>Documents</Text>
        {facts.documents.map(({ key, called, at, sha256 }) => (
          <View key={key} style={styles.row} wrap={false}>
            <Text style={styles.term}>{adminMoment(at)}</Text>
            <View style={styles.text}>
              <Text>{printable(called)}</Text>
              <Text style={styles.digest}>{sha256 ?? "its digest is in the index"}</Text>
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

function happened({ at, what, who, about }: MatterFacts["timeline"][number]) {
  return { term: `${at}, ${who}`, text: about ? `${what}: ${about}` : what };
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
