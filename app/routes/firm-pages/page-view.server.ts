import { type FirmStepView, stepToRecord } from "#app/domain/firm-pages/firm-steps.ts";
import { DECLINE_LABELS, isDeclineReason } from "#app/domain/firm-pages/instruction-words.ts";
import { answerDay } from "#app/domain/assignments/instruction-state.server.ts";
import { NOT_KNOWN } from "#app/domain/assignments/letter-row.ts";
import type { readFirmPage } from "#app/domain/firm-pages/read-firm-page.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { addressLine, keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { sentenceDate } from "#app/domain/shared/dates.ts";
import { currentStepOf, MATTER_STAGE_LABELS } from "#app/domain/stages/current-step.ts";
import { holderText } from "#app/domain/stages/stage-holder.ts";
import { capitalise, formatFileSize } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { STEP_WORDS } from "./step-words.ts";

type FirmPageFacts = Awaited<ReturnType<typeof readFirmPage>>;

/** Facts of the letter that the page shows next to the instruction or in its heading. */
const SHOWN_ABOVE = new Set([
  "Address",
  "Our reference",
  "Your contact",
  "Target exchange",
  "Exchanged",
  "Target completion",
  "Completed",
]);

/** Returns the texts of the page of a law firm. @param today such as "2026-12-01" */
export function pageView(reader: FirmReader, page: FirmPageFacts, today: string) {
  const { address, contact, parts, missing, facts, answer, end } = page;
  const noun = reader.side === "seller" ? "Sale" : "Purchase";
  const day = (date: string | null | undefined) => (date ? sentenceDate(date, today) : null);
  const isOver = end === "aborted" || end === "completed";
  return {
    title: keepNumberWithStreet(addressLine(address)),
    line_1: address.line_1,
    references: [
      `${noun}. Our reference ${contact?.number ?? ""}.`,
      answer?.firm_reference ? `Yours ${answer.firm_reference}.` : null,
    ].filter((text) => text !== null),
    stage: stageText(reader, page, today),
    instruction: instructionView(reader, page, today),
    step: answer?.answer === "accepted" && !isOver ? stepToRecord(page.steps) : null,
    steps: answer?.answer === "accepted" ? stepRows(page, today) : [],
    dates: [
      { term: "Exchange", day: day(facts.purchase?.exchanged) },
      { term: "Completion", day: day(facts.purchase?.completed) },
    ],
    contact,
    parts: parts
      .map(({ title, rows }) => ({
        title,
        rows: rows.filter(({ what }) => !SHOWN_ABOVE.has(what)),
      }))
      .filter(({ rows }) => rows.length > 0),
    // The parts say “Not known” at each fact.
    missing: missing.filter((text) => !text.startsWith(NOT_KNOWN)),
    files: fileRows(reader, page, today),
    person: reader.person_name ?? "",
    is_over: isOver,
  };
}

/** Returns the stage and its holder, which is all that a firm sees of the other side’s work. */
function stageText({ side }: FirmReader, { facts }: FirmPageFacts, today: string): string {
  const { place, holder, since } = currentStepOf(facts, today);
  const stage = `Stage: ${MATTER_STAGE_LABELS[place].toLowerCase()}.`;
  if (place === "aborted" || place === "completed") return stage;
  if (holder === null) return `${stage} There is no buyer yet.`;
  const next =
    holder === "us"
      ? "We have"
      : holder === "solicitors"
        ? "Both solicitors have"
        : holder === `${side}_solicitor`
          ? "You have"
          : `${capitalise(holderText(holder, "staff"))} has`;
  return `${stage} ${next} the next step${since ? `, since ${sentenceDate(since, today)}` : ""}.`;
}

function fileRows({ side, transaction_id }: FirmReader, { files }: FirmPageFacts, today: string) {
  const href = (name: string) => paths.firm.file(side, transaction_id, name);
  const information = [
    {
      title: "Property information",
      detail: "PDF, the sellers’ answers about the property",
      href: href("property-information.pdf"),
    },
    {
      title: "Property information as data",
      detail: "JSON in the open format PDTF",
      href: href("property-information.json"),
    },
  ];
  const searches = files.searches.map(({ id, name, completion_date, size_bytes }) => ({
    title: name,
    detail: [
      `PDF, ${formatFileSize(size_bytes)}`,
      completion_date && sentenceDate(completion_date, today),
    ]
      .filter(Boolean)
      .join(", "),
    href: href(id),
  }));
  return [...(files.information ? information : []), ...searches];
}

const answerText = (day: string, today: string) =>
  day < today
    ? `Your answer was due by ${sentenceDate(day, today)}`
    : `Accept or decline by ${sentenceDate(day, today)}`;

function instructionView(
  { side }: FirmReader,
  { answer, instructed_at, has_work_begun, contact, end, parts }: FirmPageFacts,
  today: string,
) {
  const handler = contact?.name ?? null;
  return {
    state: end === "aborted" || end === "completed" ? ("over" as const) : (answer?.answer ?? null),
    clients: parts.some(({ title }) => title === "Your clients") ? `the ${side}s` : `the ${side}`,
    sent: instructed_at && `Sent to your firm on ${sentenceDate(instructed_at, today)}`,
    answer_by: instructed_at && answerText(answerDay(instructed_at), today),
    answered: answer && answeredText(answer, today),
    fee_earner: answer?.fee_earner ?? "",
    firm_reference: answer?.firm_reference ?? "",
    can_decline: !has_work_begun,
    handler,
    reasons: Object.entries(DECLINE_LABELS).map(([value, label]) => ({ value, label })),
  };
}

function answeredText(answer: NonNullable<FirmPageFacts["answer"]>, today: string): string {
  const { answered_by, answered_at, fee_earner, reason } = answer;
  const on = sentenceDate(answered_at, today);
  const code = reason ?? undefined;
  return isDeclineReason(code)
    ? `${answered_by} declined on ${on}: ${DECLINE_LABELS[code].toLowerCase()}.`
    : `${fee_earner} acts. ${answered_by} accepted on ${on}.`;
}

function stepRows({ answer, steps }: FirmPageFacts, today: string) {
  const accepted = {
    title: "Instruction accepted",
    state: "done" as const,
    detail: answer && `${answer.fee_earner}, ${sentenceDate(answer.answered_at, today)}`,
  };
  return [accepted, ...steps.map((step) => stepRow(step, today))];
}

function stepRow({ step, state, done_on }: FirmStepView, today: string) {
  const title = step === "exchanged" ? "Contracts exchanged" : STEP_WORDS[step].done;
  return { title, state, detail: done_on && sentenceDate(done_on, today) };
}
