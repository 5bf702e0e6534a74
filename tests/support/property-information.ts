import type { PropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import {
  type Answer,
  type Answers,
  NOT_SURE,
} from "#app/domain/property-information/question-type.ts";
import { visibleQuestions } from "#app/domain/property-information/visible-questions.ts";
import { saveAnswers } from "#app/domain/property-information/save-answers.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

type Change = Readonly<Record<string, Answer | null>>;

/** Saves answers as a seller who opened the page when these questions had the answers `opened`. */
export function saveAs(
  db: Db,
  user_id: ReaderId,
  transaction_id: string,
  answers: Change,
  opened: Change = {},
) {
  return db
    .transaction()
    .execute((trx) => saveAnswers(trx, { transaction_id, user_id, opened, answers }));
}

/** Returns “Not sure” for every question that is asked, with these answers to some of them. */
export function fullAnswers(
  known: { tenure: string; onward_purchase: string },
  given: Answers = {},
): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const { id } of visibleQuestions({ answers: {}, known })) answers[id] = NOT_SURE;
  for (const [id, answer] of Object.entries(given)) if (answer) answers[id] = answer;
  for (const { id } of visibleQuestions({ answers, known })) answers[id] ??= NOT_SURE;
  return answers;
}

/** Inserts confirmed property information whose seller has agreed to share it. */
export async function insertAgreedInformation(db: Db, transaction_id: string) {
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const at = new Date();
  await db
    .insertInto("property_information")
    .values({
      transaction_id,
      confirmed_at: at,
      share_agreed_at: at,
      share_agreed_by: seller_id,
    })
    .execute();
  await db
    .insertInto("property_answers")
    .values({
      transaction_id,
      question: "council_tax_band",
      answer: JSON.stringify("D"),
      answered_by: seller_id,
      answered_at: at,
    })
    .execute();
}

/** Property information of a house with one answer, as the emails read it. */
export function exampleInformation(change: Partial<PropertyInformation> = {}): PropertyInformation {
  const by = { user_id: "65a000000000000000000001", first_name: "Ada", last_name: "Byron" };
  const answered_at = "2026-11-20T09:00:00.000Z";
  return {
    id: "65a000000000000000000002",
    number: 10_482,
    type: "resale",
    asking_price_pounds: 300_000,
    title_number: "AV123456",
    known: { tenure: "Freehold", onward_purchase: "no" },
    address: {
      line_1: "1 Arch Street",
      line_2: null,
      line_3: null,
      post_town: "Bath",
      county: null,
      postcode: "BA1 1AA",
      country: "England",
      country_iso_2: "GB",
      uprn: null,
      district: null,
      building_number: null,
      building_name: null,
      sub_building_name: null,
      street: null,
      premise: null,
      organisation_name: null,
      po_box: null,
      latitude: null,
      longitude: null,
    },
    solicitor: null,
    sellers: [{ ...by, email: "ada@example.com", mobile: "+447400123456", has_confirmed: true }],
    instructed_on: "2026-11-10",
    ended_on: null,
    has_ended: false,
    confirmed_at: new Date("2026-11-21T09:00:00Z"),
    share_agreed_at: null,
    share_agreed_by: null,
    given: [{ question: "property_type", answer: "House", ...by, answered_at }],
    answers: { property_type: "House" },
    confirmations: [
      {
        user_id: by.user_id,
        name: "Ada Byron",
        confirmed_at: "2026-11-21T09:00:00Z",
        first_name: "Ada",
      },
    ],
    documents: [],
    shares: [],
    is_locked: false,
    is_open: false,
    is_offered: true,
    last_answered_at: answered_at,
    ...change,
  };
}
