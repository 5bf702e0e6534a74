import { recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { queueInformationNews } from "./letters.server.ts";
import type { Answer, Answers } from "./question-type.ts";
import { answersOf, toAnswer } from "./read-property-information.server.ts";
import { refreshAnswerRequests } from "./requests-for-answers.server.ts";
import type { KnownAnswers } from "./visible-questions.ts";

/** Another seller’s answer to a question that this seller has also changed. */
export type OtherAnswer = {
  question: string;
  answer: Answer | null;
  first_name: string;
  answered_at: string;
};

/** Error for answers that another seller has changed since the page was opened. */
export class AnswersChangedError extends ConflictError {
  constructor(readonly others: readonly OtherAnswer[]) {
    super("Some answers have changed since you opened this page. Check them and save again");
  }
}

type AnswersToSave = {
  transaction_id: string;
  user_id: ReaderId;
  /** Answers that the page showed when it was opened; null for a question without one. */
  opened: Readonly<Record<string, Answer | null>>;
  /** Answers that were submitted, to questions of `opened`; null for a removed answer. */
  answers: Readonly<Record<string, Answer | null>>;
};

/**
 * Saves a seller’s answers to one section. Only answers that differ from those that the page showed
 * are saved. A change ends the confirmations of a property that isn’t fully confirmed yet; after
 * that, it is sent to the seller’s solicitor.
 * @returns true if an answer has changed
 * @throws NotFoundError for another’s matter; ConflictError once contracts have been exchanged;
 * AnswersChangedError if another seller changed the same answer
 */
export async function saveAnswers(
  trx: Db,
  { transaction_id, user_id, opened, answers }: AnswersToSave,
): Promise<boolean> {
  const { confirmed_at, known } = await lockOwnInformation(trx, { transaction_id, user_id });
  const stored = await trx
    .selectFrom("property_answers as given")
    .innerJoin("users", "users.id", "given.answered_by")
    .select(["given.question", "given.answer", "given.answered_at", "users.first_name"])
    .where("given.transaction_id", "=", transaction_id)
    .execute();
  const given = stored.map(({ answer, ...by }) => ({ ...by, answer: toAnswer(answer) }));
  const answerTo = (question: string) =>
    given.find((each) => each.question === question)?.answer ?? null;
  const mine = Object.entries(answers).filter(
    ([question, answer]) => !isSame(answer, opened[question] ?? null),
  );
  const changed = mine.filter(([question, answer]) => !isSame(answer, answerTo(question)));
  const others = given.filter(
    ({ question, answer }) =>
      changed.some(([name]) => name === question) && !isSame(answer, opened[question] ?? null),
  );
  if (others.length > 0) {
    throw new AnswersChangedError(
      others.map(({ answered_at, ...other }) => ({
        ...other,
        answered_at: answered_at.toISOString(),
      })),
    );
  }
  if (changed.length === 0) return false;
  const by = { answered_by: user_id, answered_at: new Date() };
  await trx
    .insertInto("property_information")
    .values({ transaction_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto("property_answers")
    .values(
      changed.map(([question, answer]) => ({
        ...by,
        transaction_id,
        question,
        answer: answer === null ? null : JSON.stringify(answer),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["transaction_id", "question"]).doUpdateSet((eb) => ({
        answer: eb.ref("excluded.answer"),
        answered_by: eb.ref("excluded.answered_by"),
        answered_at: eb.ref("excluded.answered_at"),
      })),
    )
    .execute();
  const before = answersOf(given);
  await refreshAnswerRequests(trx, {
    transaction_id,
    known,
    before,
    after: withChanges(before, changed),
  });
  await recordCustomerAudit(trx, {
    customer_id: user_id,
    action: "property_answers_saved",
    subject: { type: "transaction", id: transaction_id },
    fields: changed.map(([question]) => question),
  });
  if (confirmed_at === null) {
    await trx
      .deleteFrom("property_confirmations")
      .where("transaction_id", "=", transaction_id)
      .execute();
    return true;
  }
  await recordEvent(trx, {
    transaction_id,
    event_name: "property_information_changed",
    author: "seller",
    author_id: user_id,
  });
  await queueInformationNews(trx, transaction_id);
  return true;
}

/**
 * Locks a sale for one of its sellers.
 * @returns the answers known from sign-up, and when the sellers confirmed and agreed to share
 * @throws NotFoundError; ConflictError once contracts have been exchanged
 */
export async function lockOwnInformation(
  trx: Db,
  { transaction_id, user_id }: { transaction_id: string; user_id: ReaderId },
) {
  requireTransactionId(transaction_id);
  const known: KnownAnswers = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["properties.tenure", "transactions.onward_purchase"])
    .where("transactions.id", "=", transaction_id)
    .where("transactions.type", "=", "resale")
    .where(isSellerSql(user_id))
    .where(saleIsCompleteSql())
    .forNoKeyUpdate("transactions")
    .executeTakeFirstOrThrow(transactionNotFound);
  const { stage, ended_on } = await trx
    .selectFrom("listed_transactions")
    .select(["stage", "ended_on"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  if (ended_on !== null) {
    throw new ConflictError("Your sale has ended, so these answers can no longer be changed");
  }
  if (stage === "completion" || stage === "completed") {
    throw new ConflictError(
      "Contracts have been exchanged, so these answers can no longer be changed. If one is wrong, contact your solicitor",
    );
  }
  const information = await trx
    .selectFrom("property_information")
    .select(["confirmed_at", "share_agreed_at"])
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirst();
  return { known, ...(information ?? { confirmed_at: null, share_agreed_at: null }) };
}

function isSame(one: Answer | null, other: Answer | null) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withChanges(before: Answers, changed: [string, Answer | null][]): Answers {
  return answersOf([
    ...Object.entries(before).flatMap(([question, answer]) =>
      answer === undefined ? [] : [{ question, answer }],
    ),
    ...changed.map(([question, answer]) => ({ question, answer })),
  ]);
}
