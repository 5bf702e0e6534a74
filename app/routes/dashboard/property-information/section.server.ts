import { data } from "@remix-run/node";
import { z } from "zod";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { answerText, typedText } from "#app/domain/property-information/answer-text.ts";
import {
  type Answer,
  NOT_SURE,
  type Question,
  type SectionId,
  SECTIONS,
} from "#app/domain/property-information/question-type.ts";
import { findQuestion, questionsOf } from "#app/domain/property-information/questions.ts";
import type { PropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { describeRequest, isToSend } from "#app/domain/property-information/request-status.ts";
import type { OtherAnswer } from "#app/domain/property-information/save-answers.server.ts";
import type { SubmittedSection } from "#app/domain/property-information/section-answers.server.ts";
import { arrangeFields, flattenFields } from "#app/domain/property-information/section-fields.ts";
import { SECTION_IDS, toSection } from "#app/domain/property-information/section-groups.ts";
import { nextSection, sectionProgress } from "#app/domain/property-information/section-progress.ts";
import {
  answerTo,
  knownAnswer,
  visibleAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { formText } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";

/** Returns the section of the URL. @throws a 404 for any other text */
export function requireSection(text: string | undefined): SectionId {
  const section = toSection(text ?? "");
  if (section === null) throw data({ message: "Section not found" }, { status: 404 });
  return section;
}

/** Returns what the page of a section shows. @param reader_id the seller who reads the page */
export function sectionView(info: PropertyInformation, section: SectionId, reader_id: string) {
  const today = londonDay(new Date());
  const own = questionsOf(section);
  const fields = arrangeFields(
    own.filter((question) => knownAnswer(question, info.known) === undefined),
    visibleAnswers(info),
  );
  const questions = flattenFields(fields);
  const last = info.given
    .filter(({ question }) => own.some(({ id }) => id === question))
    .toSorted((one, other) => (one.answered_at < other.answered_at ? 1 : -1))[0];
  return {
    id: info.id,
    section,
    title: SECTIONS[section],
    line_1: info.address.line_1,
    address: addressLine(info.address),
    number: SECTION_IDS.indexOf(section) + 1,
    sections: SECTION_IDS.length,
    is_locked: info.is_locked,
    has_ended: info.has_ended,
    is_confirmed: info.confirmed_at !== null,
    last_change: last
      ? `Last changed by ${last.user_id === reader_id ? "you" : last.first_name} on ${sentenceDate(last.answered_at, today)}.`
      : null,
    known: own.flatMap((question) => {
      const answer = knownAnswer(question, info.known);
      return answer === undefined
        ? []
        : [{ words: question.words, answer: answerText(question, answer) }];
    }),
    fields,
    opened: JSON.stringify(
      Object.fromEntries(questions.map(({ id }) => [id, info.answers[id] ?? null])),
    ),
    values: formValuesOf(questions, info),
    documents: Object.fromEntries(
      questions.map(({ id }) => [
        id,
        info.documents
          .filter(({ question, status }) => question === id && status !== "not_needed")
          .map((request) => ({ ...describeRequest(request), upload: uploadIdOf(request, info) })),
      ]),
    ),
    uploads: questions.flatMap(({ id, label }) =>
      info.documents
        .filter((request) => request.question === id && uploadIdOf(request, info) !== null)
        .map((request) => ({ id: request.id, label, title: describeRequest(request).title })),
    ),
  };
}

/** Returns the id of the request if its document can be sent now, or null. */
function uploadIdOf(
  request: PropertyInformation["documents"][number],
  info: PropertyInformation,
): string | null {
  return isToSend(request, info) ? request.id : null;
}

const CHOSEN = ["yes_no", "choice", "several"];

/** Returns the values of the form: text, lists of chosen values, and which are “Not sure”. */
function formValuesOf(
  questions: readonly Question[],
  { answers }: PropertyInformation,
): Record<string, string | readonly string[]> {
  const values = questions.map((question): [string, string | readonly string[]] => {
    const answer = answers[question.id];
    const isChosen = CHOSEN.includes(question.kind);
    return [question.id, isChosen ? (answer ?? "") : typedText(question, answer ?? null)];
  });
  const not_sure = questions
    .filter(({ id, kind }) => answers[id] === NOT_SURE && !CHOSEN.includes(kind))
    .map(({ id }) => id);
  return { ...Object.fromEntries(values), not_sure };
}

const Opened = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));

/** Returns the answers that the page showed when it was opened, of questions of the section. */
export function readOpened(form: FormData, section: SectionId): Record<string, Answer | null> {
  const opened = Opened.safeParse(parseJson(formText(form, "opened"))).data ?? {};
  const own = questionsOf(section).map(({ id }) => id);
  return Object.fromEntries(Object.entries(opened).filter(([id]) => own.includes(id)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the submitted values of questions, and the ids of those marked “Not sure”. */
export function readValues(form: FormData, questions: readonly Question[]): SubmittedSection {
  const textsOf = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === "string");
  return {
    questions,
    values: Object.fromEntries(questions.map(({ id }) => [id, textsOf(id)])),
    not_sure: textsOf("not_sure"),
  };
}

/**
 * Returns the page after a saved section: the same section if the answers have opened more
 * questions in it, otherwise the next one that isn’t done, or the summary.
 */
export function pageAfter(
  info: PropertyInformation,
  { section, shown }: { section: SectionId; shown: readonly string[] },
): string {
  const { propertyInformation: to } = paths.dashboard;
  const hasMore = visibleQuestions(info, section).some(
    (question) =>
      !question.optional && !shown.includes(question.id) && answerTo(question, info) === undefined,
  );
  if (hasMore) return to.section(info.id, section);
  const place = SECTION_IDS.indexOf(section);
  const later = sectionProgress(info).find((each, index) => index > place && each.state !== "done");
  const next = later ?? nextSection(info);
  if (next && next.section !== section) return to.section(info.id, next.section);
  return next ? to.sections(info.id) : to.summary(info.id);
}

/** Returns a sentence about another seller’s answer to a question that both have changed. */
export function otherAnswerText({ question, answer, first_name }: OtherAnswer): string {
  const asked = findQuestion(question);
  if (answer === null || !asked) return `${first_name} has removed this answer.`;
  return `${first_name} has answered “${answerText(asked, answer)}”. If you save again, your answer here will replace it.`;
}
