/** The sellers’ answers about a property as a PDF, for solicitors, agents, staff and sellers. */

import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment } from "react";
import { answerText } from "#app/domain/property-information/answer-text.ts";
import { isForRole } from "#app/domain/property-information/export-roles.ts";
import type { PropertyInformationOutput } from "#app/domain/property-information/output.server.ts";
import { type Question, SECTIONS } from "#app/domain/property-information/question-type.ts";
import { describeRequest } from "#app/domain/property-information/request-status.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import {
  answerTo,
  knownAnswer,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { adminMoment, longDate } from "#app/domain/shared/dates.ts";
import { printable } from "#app/domain/shared/free-text.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paper } from "./paper.server.ts";

/** Answers are not bold, because the typefaces of other scripts have no bold weight. */
const styles = StyleSheet.create({
  ...paper,
  row: { flexDirection: "row", marginTop: 6, gap: 10 },
  number: { width: "8%", color: "#4c5a54" },
  question: { width: "44%", color: "#4c5a54" },
  answer: { width: "48%" },
  open: { color: "#4c5a54" },
  hint: { fontSize: 8.5, color: "#4c5a54" },
  changed: { fontSize: 8.5, fontWeight: 700, color: "#8a1c1c" },
  intro: { marginTop: 8 },
  line: { marginTop: 3 },
});

export function renderPropertyInformation(output: PropertyInformationOutput): Promise<Buffer> {
  const { info, property, gaps } = output;
  const title = `Property information: ${property}`;
  return renderToBuffer(
    <Document title={title} author={PRODUCT_NAME} language="en-GB">
      <Page size="A4" style={styles.page}>
        <Text style={styles.brand}>{PRODUCT_NAME}</Text>
        <Text style={styles.title}>Property information</Text>
        <Text>{printable(property)}</Text>
        <Text style={styles.hint}>
          {`Reference ${info.id}, as of ${adminMoment(new Date())}.${info.title_number ? ` Title number ${info.title_number}.` : ""}`}
        </Text>
        <Text style={styles.intro}>
          {printable(
            `The sellers (${inSentence(info.sellers.map(fullName))}) gave these answers. The questions are our own. They don’t replace a solicitor’s forms.`,
          )}
        </Text>
        <Confirmations output={output} />
        {SECTION_IDS.map((section, index) => (
          <Fragment key={section}>
            <Text style={styles.heading} minPresenceAhead={60}>
              {`${index + 1}. ${SECTIONS[section]}`}
            </Text>
            {visibleQuestions(info, section).map((question, position) =>
              isForRole(question, output.role) ? (
                <Row
                  key={question.id}
                  number={`${index + 1}.${position + 1}`}
                  question={question}
                  output={output}
                />
              ) : null,
            )}
          </Fragment>
        ))}
        <List
          title="Documents"
          none="No documents have been requested from the sellers."
          lines={info.documents
            .filter(({ status }) => status !== "not_needed")
            .map((request) => {
              const { title: called, status } = describeRequest(request);
              return `${called}: ${status.toLowerCase()}`;
            })}
        />
        <List title="Facts that are missing" none="No facts are missing." lines={gaps} />
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

function inSentence(names: readonly string[]) {
  return new Intl.ListFormat("en-GB").format(names);
}

function Confirmations({ output: { info } }: { output: PropertyInformationOutput }) {
  if (info.confirmations.length === 0) {
    return <Text style={styles.intro}>The sellers haven’t confirmed these answers yet.</Text>;
  }
  return (
    <>
      {info.confirmations.map(({ user_id, name, confirmed_at }) => (
        <Text key={user_id} style={styles.intro}>
          {printable(`Confirmed by ${name} on ${longDate(confirmed_at)}.`)}
        </Text>
      ))}
      {info.confirmed_at ? null : (
        <Text style={styles.intro}>Not every seller has confirmed these answers yet.</Text>
      )}
    </>
  );
}

type RowProps = { number: string; question: Question; output: PropertyInformationOutput };

function Row({ number, question, output: { info } }: RowProps) {
  const answer = answerTo(question, info);
  const is_known = knownAnswer(question, info.known) !== undefined;
  const given = is_known ? undefined : info.given.find((each) => each.question === question.id);
  const text = answer === undefined ? "Not answered" : printable(answerText(question, answer));
  const is_changed = given && info.confirmed_at && new Date(given.answered_at) > info.confirmed_at;
  return (
    <View style={styles.row} wrap={isLong(text)}>
      <Text style={styles.number}>{number}</Text>
      <Text style={styles.question}>{question.words}</Text>
      <View style={styles.answer}>
        <Text style={answer === undefined ? styles.open : {}}>{text}</Text>
        {is_known ? <Text style={styles.hint}>From the seller’s sign-up</Text> : null}
        {given ? (
          <Text style={styles.hint}>
            {printable(`${fullName(given)}, ${longDate(given.answered_at)}`)}
          </Text>
        ) : null}
        {is_changed ? (
          <Text style={styles.changed}>Changed after the sellers confirmed it</Text>
        ) : null}
      </View>
    </View>
  );
}

/** Returns true if an answer may not fit on one page, so that its row must continue on the next. */
function isLong(text: string): boolean {
  return text.length > 500 || text.split("\n").length > 10;
}

type ListProps = { title: string; none: string; lines: readonly string[] };

function List({ title, none, lines }: ListProps) {
  return (
    <>
      <Text style={styles.heading} minPresenceAhead={40}>
        {title}
      </Text>
      {lines.length === 0 ? <Text>{none}</Text> : null}
      {lines.map((line, position) => (
        <Text key={position} style={styles.line}>
          {printable(line)}
        </Text>
      ))}
    </>
  );
}
