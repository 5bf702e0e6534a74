import { answerText } from "#app/domain/property-information/answer-text.ts";
import {
  isConfirmedBy,
  type PropertyInformation,
} from "#app/domain/property-information/read-property-information.server.ts";
import { SECTIONS } from "#app/domain/property-information/question-type.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import { sectionsLeft } from "#app/domain/property-information/section-progress.ts";
import { answerTo, visibleQuestions } from "#app/domain/property-information/visible-questions.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { dayInWords, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { confirmedText, unconfirmedText } from "./sections.server.ts";

/** Returns what the page with all answers shows. @param reader the seller who reads the page */
export function summaryView(info: PropertyInformation, reader: { id: string }) {
  const today = londonDay(new Date());
  const left = sectionsLeft(info);
  const hasConfirmed = isConfirmedBy(info, reader.id);
  return {
    id: info.id,
    line_1: info.address.line_1,
    address: addressLine(info.address),
    sections: answerRows(info),
    is_locked: info.is_locked,
    can_confirm: left === 0 && !hasConfirmed && !info.confirmed_at && !info.is_locked,
    title: info.confirmed_at ? "Your answers" : "Check your answers",
    confirm_title: info.confirmed_at ? "Your answers are confirmed" : "Confirm your answers",
    confirm_text: confirmText(info, { left, hasConfirmed, today }),
    confirmations: info.confirmations.map(
      ({ name, confirmed_at }) => `${name}, ${sentenceDate(confirmed_at, today)}`,
    ),
    seen: info.last_answered_at,
    today: dayInWords(today),
  };
}

function confirmText(
  info: PropertyInformation,
  { left, hasConfirmed, today }: { left: number; hasConfirmed: boolean; today: string },
) {
  if (info.confirmed_at && !info.is_locked) return confirmedText(info, info.confirmed_at, today);
  if (info.has_ended) return "Your sale has ended, so these answers can no longer be changed.";
  if (info.confirmed_at)
    return "Contracts have been exchanged, so these answers can no longer be changed.";
  if (info.is_locked) {
    return "Contracts have been exchanged, so these answers can no longer be confirmed.";
  }
  if (left > 0) {
    return `${pluralise(left, "section")} left. Once all are done, you can confirm your answers.`;
  }
  const others = hasConfirmed ? unconfirmedText(info) : null;
  return others ? `${others} We’ll then send the answers to your solicitor.` : "";
}

/** Returns the asked questions of each section with their answers, numbered, as a form has them. */
export function answerRows(info: PropertyInformation) {
  const { confirmed_at } = info;
  return SECTION_IDS.map((section, index) => ({
    title: SECTIONS[section],
    number: index + 1,
    to: paths.dashboard.propertyInformation.section(info.id, section),
    rows: visibleQuestions(info, section).map((question, position) => {
      const answer = answerTo(question, info);
      const given = info.given.find((each) => each.question === question.id);
      const isChanged =
        confirmed_at !== null && given !== undefined && isLater(given.answered_at, confirmed_at);
      return {
        term: `${index + 1}.${position + 1} ${question.words}`,
        answer: answer === undefined ? "Not answered" : answerText(question, answer),
        changed: isChanged
          ? `Changed by ${given.first_name} on ${dayInWords(given.answered_at)}, after it was confirmed`
          : null,
      };
    }),
  }));
}

function isLater(answered_at: string, confirmed_at: Date) {
  return new Date(answered_at) > confirmed_at;
}
