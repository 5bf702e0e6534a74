import { dueText } from "#app/domain/documents/request-states.ts";
import { routineNewsAt } from "#app/domain/events/queue-firm-news.server.ts";
import { DUE_LATER, propertyInformationDue } from "#app/domain/property-information/due-day.ts";
import { questionsOf } from "#app/domain/property-information/questions.ts";
import {
  isConfirmedBy,
  type PropertyInformation,
} from "#app/domain/property-information/read-property-information.server.ts";
import { describeRequest, isToSend } from "#app/domain/property-information/request-status.ts";
import {
  SECTION_GROUPS,
  SECTION_IDS,
  sectionInSentence,
} from "#app/domain/property-information/section-groups.ts";
import {
  nextSection,
  progressLabel,
  type SectionProgress,
  sectionProgress,
} from "#app/domain/property-information/section-progress.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { dayOfWeek, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";

export type SectionsView = ReturnType<typeof sectionsView>;

const TONES = { done: "done", started: "act", not_started: "plain" } as const;

/** Returns what the list of sections shows. @param reader_id the seller who reads the page */
export function sectionsView(info: PropertyInformation, reader_id: string) {
  const today = londonDay(new Date());
  const progress = sectionProgress(info);
  const next = nextSection(info);
  const done = progress.filter(({ state }) => state === "done").length;
  const to = paths.dashboard.propertyInformation;
  const left = SECTION_IDS.length - done;
  const has_confirmed = isConfirmedBy(info, reader_id);
  const due =
    left > 0 && !info.is_locked ? propertyInformationDue(info.instructed_on, today) : null;
  return {
    id: info.id,
    line_1: info.address.line_1,
    address: addressLine(info.address),
    done,
    total: SECTION_IDS.length,
    heading: headingOf(info, { done, left, has_confirmed }),
    text: textOf(info, { left, waits_for: has_confirmed ? unconfirmedText(info) : null, today }),
    due,
    due_later: left > 0 && !info.is_locked && !due ? DUE_LATER : null,
    next:
      next && !info.is_locked
        ? {
            to: to.section(info.id, next.section),
            title: sectionInSentence(next.section),
            button: done === 0 && next.state === "not_started" ? "Start" : "Carry on",
          }
        : null,
    groups: SECTION_GROUPS.map(({ title, sections }) => ({
      title,
      sections: progress
        .filter(({ section }) => sections.includes(section))
        .map((section) => ({
          title: section.title,
          to: to.section(info.id, section.section),
          is_next: section.section === next?.section,
          state: progressLabel(section),
          tone: TONES[section.state],
          detail: detailOf(info, section, { reader_id, today }),
          to_send: toSendFor(info, section),
        })),
    })),
    is_confirmed: info.confirmed_at !== null,
    is_locked: info.is_locked,
    is_shared: info.share_agreed_at !== null,
    agreed_text: agreedText(info, reader_id, today),
    shared_texts: info.shares.map(({ recipient, shared_at }) =>
      sharedText(recipient, sentenceDate(new Date(shared_at), today)),
    ),
    to_summary: left === 0 || info.confirmed_at ? to.summary(info.id) : null,
    left_text:
      left > 0 && !info.is_locked
        ? `${pluralise(left, "section")} left. Once all are done, you can confirm your answers.`
        : null,
    who_answers: namesOf(info, reader_id),
    who_confirms: confirmersText(info, reader_id),
    solicitor: solicitorText(info),
    documents: info.documents
      .filter(({ question, status }) => question !== null && status !== "not_needed")
      .map((request) => ({
        ...describeRequest(request),
        due: isToSend(request, info) ? dueText(request.due_on, today) : null,
      })),
    pdf: to.download(info.id, "pdf"),
    json: to.download(info.id, "json"),
  };
}

function headingOf(
  { confirmed_at, is_locked }: PropertyInformation,
  { done, left, has_confirmed }: { done: number; left: number; has_confirmed: boolean },
) {
  if (confirmed_at) return "Your answers are confirmed";
  if (is_locked) return "Your answers can no longer be changed";
  if (left === 0 && has_confirmed) return "You’ve confirmed your answers";
  if (left === 0) return "Check and confirm your answers";
  return done === 0 ? "Tell us about your home" : "Carry on with your answers";
}

function textOf(
  info: PropertyInformation,
  { left, waits_for, today }: { left: number; waits_for: string | null; today: string },
) {
  if (info.has_ended) return "Your sale has ended, so your answers can no longer be changed.";
  if (info.is_locked) {
    return "Contracts have been exchanged, so your answers can no longer be changed. If one is wrong, contact your solicitor.";
  }
  if (info.confirmed_at) return confirmedText(info, info.confirmed_at, today);
  if (left === 0 && waits_for) {
    return `${waits_for} We’ll then send the answers to your solicitor.`;
  }
  if (left === 0) return "Every section is done. Read your answers on one page, then confirm them.";
  return "A buyer’s solicitor will ask questions like these. If you don’t know something, choose “Not sure”.";
}

/** Returns when the answers were confirmed, and who has them. */
export function confirmedText(
  { solicitor, instructed_on }: PropertyInformation,
  confirmed_at: Date,
  today: string,
): string {
  const day = sentenceDate(confirmed_at, today);
  // The answers go out with routine news, also to a solicitor who was assigned today.
  const isSent = routineNewsAt(confirmed_at) < new Date() && (instructed_on ?? "") < today;
  return solicitor
    ? `Your answers were confirmed on ${day}. ${isSent ? "We’ve emailed them to your solicitor." : "We’ll email them to your solicitor soon."} There’s nothing more for you to do here. You can still change the answers until contracts are exchanged. If you do, we’ll email the changes to your solicitor.`
    : `Your answers were confirmed on ${day}. We’ll email them to your solicitor once you have one. You can still change them.`;
}

function detailOf(
  info: PropertyInformation,
  { section, asked }: SectionProgress,
  { reader_id, today }: { reader_id: string; today: string },
) {
  const own = new Set(questionsOf(section).map(({ id }) => id));
  const given = info.given.filter(({ question }) => own.has(question));
  const last = given.toSorted((one, other) => (one.answered_at < other.answered_at ? 1 : -1))[0];
  if (!last) return pluralise(asked, "short question");
  const names = new Set(
    given.map(({ user_id, first_name }) => (user_id === reader_id ? "You" : first_name)),
  );
  const sorted = [...names].toSorted(
    (one, other) => Number(other === "You") - Number(one === "You"),
  );
  const day = dayOfWeek(londonDay(last.answered_at), today);
  return `${new Intl.ListFormat("en-GB").format(sorted)}, ${day}.`;
}

/** Returns the documents that the sellers still have to send for a section, as a list in text. */
function toSendFor(info: PropertyInformation, { section }: SectionProgress) {
  const own = new Set(questionsOf(section).map(({ id }) => id));
  const open = info.documents.filter(
    (request) => request.question !== null && own.has(request.question) && isToSend(request, info),
  );
  return open.map((each) => describeRequest(each).title.toLowerCase()).join(", ");
}

function agreedText(info: PropertyInformation, reader_id: string, today: string) {
  const { share_agreed_at, share_agreed_by } = info;
  if (!share_agreed_at || !share_agreed_by) return null;
  const name = share_agreed_by.id === reader_id ? "You" : share_agreed_by.first_name;
  return `${name} agreed on ${sentenceDate(share_agreed_at, today)}.`;
}

function sharedText(recipient: string, day: string) {
  const firm = recipient === "estate_agent" ? "estate agent" : "buyer’s solicitor";
  return `We emailed your answers to your ${firm} on ${day}.`;
}

/** Returns the sellers’ first names, the reader first: "You and Tom". */
function namesOf({ sellers }: PropertyInformation, reader_id: string) {
  const others = sellers.filter(({ user_id }) => user_id !== reader_id);
  return new Intl.ListFormat("en-GB").format([
    "You",
    ...others.map(({ first_name }) => first_name),
  ]);
}

function confirmersText(info: PropertyInformation, reader_id: string) {
  return info.sellers.length > 1
    ? `${namesOf(info, reader_id)} will each need to confirm them with your own names.`
    : "You’ll then confirm them with your name.";
}

/** Returns who has not confirmed, such as "Tom still needs to confirm."; null if no one. */
export function unconfirmedText({ sellers }: PropertyInformation): string | null {
  const names = sellers.flatMap(({ has_confirmed, first_name }) =>
    has_confirmed ? [] : [first_name],
  );
  if (names.length === 0) return null;
  const who = new Intl.ListFormat("en-GB").format(names);
  return `${who} still ${names.length > 1 ? "need" : "needs"} to confirm.`;
}

/** Returns the seller’s solicitor in a sentence, such as "Priya Shah, your solicitor". */
export function solicitorText({ solicitor }: PropertyInformation) {
  return solicitor?.first_name && solicitor.last_name
    ? `${solicitor.first_name} ${solicitor.last_name}, your solicitor`
    : "your solicitor";
}
