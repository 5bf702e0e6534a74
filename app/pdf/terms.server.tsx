/** PDF of the terms that a customer accepted, for the customer to save (AMB-C11). */

import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { AcceptedTerms } from "#app/domain/terms/accepted-terms.server.ts";
import { printable } from "#app/domain/shared/free-text.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paper } from "./paper.server.ts";

const styles = StyleSheet.create({
  ...paper,
  section: { fontWeight: 700, marginTop: 12, marginBottom: 2 },
  subheading: { color: "#1f5c46", marginTop: 6 },
  paragraph: { marginTop: 4 },
  item: { marginTop: 2, paddingLeft: 18 },
});

export function renderTerms(accepted: AcceptedTerms): Promise<Buffer> {
  const { terms, accepted_by, accepted_at, act, property, is_draft } = accepted;
  return renderToBuffer(
    <Document title={terms.title} author={PRODUCT_NAME} language="en-GB">
      <Page size="A4" style={styles.page}>
        <Text style={styles.brand}>{PRODUCT_NAME}</Text>
        <Text style={styles.title}>{terms.title}</Text>
        <Text>{terms.version}</Text>
        {is_draft ? <Text>Draft for legal review</Text> : null}
        <Text style={styles.paragraph}>
          {printable(
            `Accepted by ${accepted_by} on ${accepted_at}, for the ${act} of ${property}.`,
          )}
        </Text>
        {terms.parts.map((part) => (
          <View key={part.title}>
            <Text style={styles.heading}>{printable(part.title)}</Text>
            {part.sections.map((section) => (
              <View key={section.title}>
                <Text style={styles.section} minPresenceAhead={40}>
                  {printable(section.title)}
                </Text>
                {section.paragraphs.map(({ heading, text, items }) => (
                  <View key={text}>
                    {heading ? <Text style={styles.subheading}>{printable(heading)}</Text> : null}
                    <Text style={styles.paragraph}>{printable(text)}</Text>
                    {items.map((item) => (
                      <Text key={item} style={styles.item}>
                        {printable(item)}
                      </Text>
                    ))}
                  </View>
                ))}
              </View>
            ))}
          </View>
        ))}
        <Text
          style={styles.foot}
          fixed
          render={({ pageNumber, totalPages }) =>
            `${terms.title}, ${terms.version}, page ${pageNumber} of ${totalPages}`
          }
        />
      </Page>
    </Document>,
  );
}
