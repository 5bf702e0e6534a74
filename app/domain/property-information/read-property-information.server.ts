/** Reads what a matter’s sellers have answered about the property, and who has confirmed it. */

import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { selectSolicitor } from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";
import type { Answer, Answers } from "./question-type.ts";

/** An answer, with the seller who gave it. The answer is null if the seller removed it. */
type StoredAnswer = {
  question: string;
  answer: Answer | null;
  user_id: string;
  first_name: string;
  last_name: string;
  answered_at: string;
};

export type PropertyInformation = Awaited<ReturnType<typeof readPropertyInformation>>;

/**
 * Reads the property information of a sale for one of its sellers. Staff may read it too.
 * @throws NotFoundError, also for a home in a development, whose seller isn’t asked
 */
export async function readOwnPropertyInformation(
  db: Db,
  { id, reader }: { id: string; reader: Reader },
) {
  requireTransactionId(id);
  const row = await selectInformation(db)
    .where("transactions.id", "=", id)
    .where("transactions.type", "=", "resale")
    .where(saleIsCompleteSql())
    .$if(reader.type !== "admin", (query) => query.where(isSellerSql(reader.id)))
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id } });
  return toInformation(row);
}

/** Reads the property information of any matter, for staff and emails. @throws NotFoundError */
export async function readPropertyInformation(
  db: Db,
  reader: StaffReader | ServiceReader,
  id: string,
) {
  requireTransactionId(id);
  const row = await selectInformation(db)
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id } });
  return toInformation(row);
}

const MAX_DOCUMENTS = 100;

function selectInformation(db: Db) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("listed_transactions as listed", "listed.id", "transactions.id")
    .leftJoin("property_information as info", "info.transaction_id", "transactions.id")
    .select(["transactions.id", "transactions.number", "transactions.type"])
    .select(["transactions.asking_price_pounds"])
    .select(["transactions.onward_purchase", "properties.tenure", "properties.title_number"])
    .select(["info.confirmed_at", "info.share_agreed_at", "listed.instructed_on", "listed.stage"])
    .select("listed.ended_on")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectSolicitor("transactions.seller_lawyer_group_id").as("solicitor"))
    .select(SELLERS.as("sellers"))
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("users")
          .select(["users.id", "users.first_name", "users.last_name"])
          .whereRef("users.id", "=", "info.share_agreed_by"),
      ).as("share_agreed_by"),
      jsonArrayFrom(
        eb
          .selectFrom("property_answers as given")
          .innerJoin("users", "users.id", "given.answered_by")
          .select(["given.question", "given.answer", "given.answered_at"])
          .select(["users.id as user_id", "users.first_name", "users.last_name"])
          .whereRef("given.transaction_id", "=", "transactions.id")
          .orderBy("given.question"),
      ).as("answers"),
      jsonArrayFrom(
        eb
          .selectFrom("property_confirmations as own")
          .innerJoin("users", "users.id", "own.user_id")
          .select(["own.user_id", "own.name", "own.confirmed_at", "users.first_name"])
          .whereRef("own.transaction_id", "=", "transactions.id")
          .orderBy("own.confirmed_at")
          .orderBy("own.user_id"),
      ).as("confirmations"),
      jsonArrayFrom(
        eb
          .selectFrom("property_information_shares as share")
          .select((eb) => ["share.recipient", eb.fn.max("share.shared_at").as("shared_at")])
          .whereRef("share.transaction_id", "=", "transactions.id")
          .groupBy("share.recipient")
          .orderBy("share.recipient"),
      ).as("shares"),
      jsonArrayFrom(
        eb
          .selectFrom("document_requests as request")
          .select(["request.id", "request.kind", "request.title", "request.question"])
          .select(["request.status", "request.missing_reason", "request.due_on"])
          .whereRef("request.transaction_id", "=", "transactions.id")
          .where("request.purchase_intent_id", "is", null)
          .orderBy("request.created_at")
          .orderBy("request.id")
          .limit(MAX_DOCUMENTS),
      ).as("documents"),
    ]);
}

/** A seller who can sign in. The id is null for a co-seller who hasn’t signed in yet. */
type SellerWhoAnswers = {
  user_id: string | null;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string | null;
  has_confirmed: boolean;
};

/** Selects the sellers who can sign in: each mailbox once, and no owners who are represented. */
export const SELLERS = sql<SellerWhoAnswers[]>`(
  select json_agg(json_build_object(
    'user_id', person.user_id, 'first_name', person.first_name, 'last_name', person.last_name,
    'email', person.email, 'mobile', person.phone_number,
    'has_confirmed', exists (select from property_confirmations as own
      where own.transaction_id = transactions.id and own.user_id = person.user_id))
    order by person.position)
  from (
    select distinct on (people.email) people.*, account.id as user_id
    from (
      select email, first_name, last_name, phone_number, -1 as position
      from users where users.id = transactions.seller_id
      union all
      select email, first_name, last_name, phone_number, position from parties
      where parties.transaction_id = transactions.id and kind = 'seller' and email is not null
    ) as people
    left join users as account on account.email = people.email and account.type = 'customer'
    order by people.email, people.position
  ) as person)`;

type Row = Awaited<ReturnType<ReturnType<typeof selectInformation>["executeTakeFirstOrThrow"]>>;

function toInformation(row: Row) {
  const { stage, answers, onward_purchase, tenure, ...info } = row;
  const given = answers.map(({ answer, ...by }): StoredAnswer => ({
    ...by,
    answer: toAnswer(answer),
  }));
  return {
    ...info,
    known: { tenure, onward_purchase },
    given,
    answers: answersOf(given),
    /**
     * True once contracts have been exchanged, because buyers rely on the answers from then on, and
     * once staff have ended the matter.
     */
    is_locked: isLocked(row),
    /** True once staff have ended the matter. */
    has_ended: row.ended_on !== null,
    /** True while the sellers are asked to answer: they have a solicitor, and no contract pack. */
    is_open: row.type === "resale" && row.confirmed_at === null && WITH_SELLERS.includes(stage),
    /**
     * True if the sellers’ dashboard has a link. Sellers with a pack aren’t asked to begin, and
     * after the exchange unconfirmed answers are of no use to anyone.
     */
    is_offered:
      row.type === "resale" &&
      row.ended_on === null &&
      (BEFORE_PACK.includes(stage) ||
        (given.length > 0 && (!isLocked(row) || row.confirmed_at !== null))),
    /** Time of the last change, as text, which a confirmation has to name. */
    last_answered_at: given.reduce(
      (last, { answered_at }) => (answered_at > last ? answered_at : last),
      "",
    ),
  };
}

const isLocked = ({ stage, ended_on }: Pick<Row, "stage" | "ended_on">) =>
  stage === "completion" || stage === "completed" || ended_on !== null;

/** Stages in which the contract pack waits for the answers (stages/current-step.ts). */
const WITH_SELLERS: readonly (string | null)[] = ["identity", "searches", "contract_pack"];

const BEFORE_PACK: readonly (string | null)[] = ["not_instructed", "instructed", ...WITH_SELLERS];

/** Returns true if this seller has confirmed the answers, which the others may still have to do. */
export const isConfirmedBy = (
  { confirmations }: Pick<PropertyInformation, "confirmations">,
  user_id: string,
): boolean => confirmations.some((own) => own.user_id === user_id);

/** Returns the answers by question, without answers that were removed. */
export function answersOf(given: readonly Pick<StoredAnswer, "question" | "answer">[]): Answers {
  return Object.fromEntries(
    given.flatMap(({ question, answer }) => (answer === null ? [] : [[question, answer]])),
  );
}

/** Returns a stored answer. The table has a check that it is text or a list. */
export function toAnswer(stored: Json | null): Answer | null {
  if (typeof stored === "string") return stored;
  if (!Array.isArray(stored)) return null;
  return stored.filter((value) => typeof value === "string");
}
