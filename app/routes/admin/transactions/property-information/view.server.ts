import { answerText } from "#app/domain/property-information/answer-text.ts";
import { propertyInformationDue } from "#app/domain/property-information/due-day.ts";
import { toOutput } from "#app/domain/property-information/output.server.ts";
import { SECTIONS } from "#app/domain/property-information/question-type.ts";
import type { PropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import {
  progressLabel,
  sectionProgress,
} from "#app/domain/property-information/section-progress.ts";
import type { listShares } from "#app/domain/property-information/share.server.ts";
import {
  answerTo,
  knownAnswer,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { adminMoment, londonDay } from "#app/domain/shared/dates.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";

type Shares = Awaited<ReturnType<typeof listShares>>;

const RECIPIENTS: Record<string, string> = {
  buyer_solicitor: "Buyer’s solicitor",
  estate_agent: "Estate agent",
};

/** Returns what the tab of a matter shows to staff. */
export function staffView(info: PropertyInformation, shares: Shares) {
  const progress = sectionProgress(info);
  const done = progress.filter(({ state }) => state === "done").length;
  return {
    id: info.id,
    is_asked: info.type === "resale",
    badge: info.confirmed_at
      ? { tone: "done" as const, text: "Confirmed" }
      : { tone: "plain" as const, text: `${done} of ${progress.length} sections done` },
    facts: factsOf(info),
    gaps: toOutput(info, "staff").gaps,
    shares: shares.map(({ id, recipient, email, shared_at, shared_by }) => ({
      id,
      text: `${RECIPIENTS[recipient] ?? recipient}, ${email}, ${adminMoment(shared_at)}, by ${fullName(shared_by)}`,
    })),
    sections: progress.map((section, index) => ({
      title: SECTIONS[section.section],
      number: index + 1,
      state: progressLabel(section),
      rows: visibleQuestions(info, section.section).map((question, position) => ({
        term: `${index + 1}.${position + 1} ${question.words}`,
        description: describeAnswer(info, question),
      })),
    })),
  };
}

function factsOf(info: PropertyInformation) {
  const open = info.sellers.filter(({ has_confirmed }) => !has_confirmed);
  const { share_agreed_at: at, share_agreed_by: by } = info;
  const due = propertyInformationDue(info.instructed_on, londonDay(new Date()));
  return [
    {
      term: "Confirmed by",
      description: info.confirmations
        .map(({ name, confirmed_at }) => `${name}, ${adminMoment(confirmed_at)}`)
        .join("; "),
    },
    { term: "Still to confirm", description: info.confirmed_at ? "No one" : fullNames(open) },
    ...(info.confirmed_at === null && due
      ? [
          {
            term: "Answers due",
            description: due.text.replace(/^./, (first) => first.toUpperCase()),
          },
        ]
      : []),
    {
      term: "Agreed to share",
      description: at && by ? `${fullName(by)}, ${adminMoment(at)}` : "Not yet",
    },
  ];
}

type Question = ReturnType<typeof visibleQuestions>[number];

function describeAnswer(info: PropertyInformation, question: Question) {
  const answer = answerTo(question, info);
  if (answer === undefined) return "Not answered";
  const text = answerText(question, answer);
  if (knownAnswer(question, info.known) !== undefined) return `${text} (from sign-up)`;
  const given = info.given.find((each) => each.question === question.id);
  if (!given) return text;
  const { confirmed_at } = info;
  const isChanged = confirmed_at !== null && new Date(given.answered_at) > confirmed_at;
  const by = `${fullName(given)}, ${adminMoment(given.answered_at)}`;
  return `${text} (${by}${isChanged ? ", changed after it was confirmed" : ""})`;
}
