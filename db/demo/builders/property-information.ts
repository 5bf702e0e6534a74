import {
  type Answer,
  type Answers,
  NOT_SURE,
  type Question,
} from "#app/domain/property-information/question-type.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import { answerTo, visibleQuestions } from "#app/domain/property-information/visible-questions.ts";
import type { Matter } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import type { SeedRows } from "../seed-builder.ts";
import { activeOffer, colleague, purchaseId, record, transactionId } from "./history.ts";
import { emailDomain, isOffice, officeNamed } from "./partners.ts";
import { groupEmails } from "./solicitors.ts";

export function addPropertyInformation(book: SeedRows, matter: Matter) {
  const { information: info } = matter;
  if (!info) return;
  const transaction_id = transactionId(matter);
  const answered_by = userId(matter.seller);
  const answered_at = book.calendar.at(info.day, 60);
  const confirmed_at =
    info.confirmed === undefined
      ? null
      : record(book, matter, info.confirmed, "property_information_confirmed");
  const agreed_at =
    info.confirmed === undefined
      ? null
      : record(book, matter, info.confirmed, "property_information_sharing_agreed");
  book.rows.property_information.push({
    transaction_id,
    confirmed_at,
    share_agreed_at: agreed_at,
    share_agreed_by: agreed_at && answered_by,
    created_at: answered_at,
  });
  for (const [question, answer] of Object.entries(answersOf(matter, info.sections))) {
    book.rows.property_answers.push({
      transaction_id,
      question,
      answer: JSON.stringify(answer),
      answered_by,
      answered_at,
    });
  }
  if (!confirmed_at) return;
  book.rows.property_confirmations.push({
    transaction_id,
    user_id: answered_by,
    name: matter.seller,
    confirmed_at,
  });
  addShares(book, matter, info.confirmed ?? info.day);
}

function addShares(book: SeedRows, matter: Matter, day: number) {
  const { agent, solicitors } = matter;
  const offer = activeOffer(matter, day);
  const firms = [];
  if (isOffice(agent)) {
    const office = officeNamed(agent);
    firms.push({
      recipient: "estate_agent",
      email: person(office.valuers[0], emailDomain(office)).email,
      estate_agent_id: id("estate agent", agent),
    });
  }
  if (solicitors?.buyer && offer) {
    firms.push({
      recipient: "buyer_solicitor",
      email: groupEmails(solicitors.buyer)[0] ?? "",
      lawyer_group_id: id("lawyer group", solicitors.buyer),
      purchase_intent_id: purchaseId(matter, offer),
    });
  }
  firms.forEach(({ recipient, email, ...firm }, nth) => {
    const shared_at = record(book, matter, day, "property_information_shared", {
      comments: email,
      nth,
    });
    book.rows.property_information_shares.push({
      id: id("property information share", `${matter.home} ${recipient}`),
      transaction_id: transactionId(matter),
      recipient: recipient === "estate_agent" ? "estate_agent" : "buyer_solicitor",
      email,
      ...firm,
      shared_by: userId(colleague(matter)),
      shared_at,
    });
  });
}

/** Answers the questions of the first sections, as the seller of an ordinary house would. */
function answersOf(matter: Matter, sections: number): Answers {
  const known = { tenure: matter.tenure ?? "Freehold", onward_purchase: "no" };
  const answers: Answers = {};
  for (const section of SECTION_IDS.slice(0, sections)) {
    for (let open = openQuestions(); open.length > 0; open = openQuestions()) {
      for (const question of open) answers[question.id] = answerOf(question);
    }
    function openQuestions() {
      return visibleQuestions({ answers, known }, section).filter(
        (question) => answerTo(question, { answers, known }) === undefined,
      );
    }
  }
  return answers;
}

const TYPED: Partial<Record<Question["kind"], Answer>> = {
  yes_no: "no",
  pence: "168000",
  year: "2015",
  rooms: "Kitchen 3.2 x 4.1\nLiving room 4.6 x 3.9",
  text: "Nothing to add.",
  short_text: "None",
};

function answerOf({ kind, options, range }: Question): Answer {
  const [first] = options ?? [];
  if (first) return kind === "several" ? [first.value] : first.value;
  if (range) return String(range[0]);
  return TYPED[kind] ?? NOT_SURE;
}
