import type { Answer, Answers, Question } from "#app/domain/property-information/question-type.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import { answerTo, visibleQuestions } from "#app/domain/property-information/visible-questions.ts";
import type { Matter } from "../content/matters/matter.ts";
import { ordinaryHouse, propertyAnswers, yearsAgo } from "../content/property-answers.ts";
import { id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import type { SeedRows } from "../seed-builder.ts";
import { activeOffer, colleague, purchaseId, record, transactionId } from "./history.ts";
import { emailDomain, isOffice, officeNamed } from "./partners.ts";
import { noteCustomer } from "./sales.ts";
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
  for (const [question, answer] of Object.entries(answersOf(book, matter, info.sections))) {
    book.rows.property_answers.push({
      transaction_id,
      question,
      answer: JSON.stringify(answer),
      answered_by,
      answered_at,
    });
  }
  if (!confirmed_at) return;
  const sellers = [matter.seller, ...(matter.owners ?? [])];
  sellers.forEach((name, index) => {
    const hours_before = 2 * (sellers.length - 1 - index);
    const own_at = new Date(confirmed_at.getTime() - hours_before * 3_600_000);
    noteCustomer(book, name, own_at);
    const user_id = userId(name);
    book.rows.property_confirmations.push({ transaction_id, user_id, name, confirmed_at: own_at });
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

/** Answers the questions of the first sections, as the sellers of this home would. */
function answersOf({ calendar }: SeedRows, matter: Matter, sections: number): Answers {
  const onward_purchase = matter.answers?.onward_purchase ?? "no";
  const known = { tenure: matter.tenure ?? "Freehold", onward_purchase };
  const given = {
    ...ordinaryHouse,
    ...yearsBefore(calendar.today),
    ...propertyAnswers[matter.home],
  };
  const answers: Answers = {};
  for (const section of SECTION_IDS.slice(0, sections)) {
    for (let open = openQuestions(); open.length > 0; open = openQuestions()) {
      for (const question of open) answers[question.id] = answerOf(question, given);
    }
    function openQuestions() {
      return visibleQuestions({ answers, known }, section).filter(
        (question) => answerTo(question, { answers, known }) === undefined,
      );
    }
  }
  return answers;
}

function yearsBefore(today: Date): Answers {
  const year = today.getUTCFullYear();
  return Object.fromEntries(Object.entries(yearsAgo).map(([id, ago]) => [id, String(year - ago)]));
}

function answerOf({ id: question, kind }: Question, given: Answers): Answer {
  const answer = given[question] ?? (kind === "yes_no" ? "no" : undefined);
  if (answer === undefined) throw new Error(`The demonstration has no answer to ${question}.`);
  return answer;
}
