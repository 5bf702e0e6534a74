import {
  requestForAnswer,
  withdrawForAnswer,
} from "#app/domain/documents/request-documents.server.ts";
import type { Db } from "#db/connection.ts";
import type { Answers } from "./question-type.ts";
import { answerTo, type KnownAnswers, visibleQuestions } from "./visible-questions.ts";

/** Reason that sellers read when an answer no longer calls for a document. */
const ANSWER_CHANGED = "You’ve changed the answer that this document was for.";

/**
 * Requests the documents that the changed answers call for, and withdraws requests of answers that
 * no longer do. A question that is hidden by a changed answer calls for nothing.
 */
export async function refreshAnswerRequests(
  trx: Db,
  change: { transaction_id: string; known: KnownAnswers; before: Answers; after: Answers },
): Promise<void> {
  const { transaction_id, known, before, after } = change;
  const wanted = wantedDocuments({ answers: before, known });
  const wanted_now = wantedDocuments({ answers: after, known });
  for (const [question, { kinds }] of wanted) {
    const now = wanted_now.get(question)?.kinds ?? [];
    if (kinds.some((kind) => !now.includes(kind))) {
      await withdrawForAnswer(trx, { transaction_id, question, reason: ANSWER_CHANGED });
      wanted.delete(question);
    }
  }
  for (const [question, { kinds, words }] of wanted_now) {
    const known_kinds = wanted.get(question)?.kinds ?? [];
    for (const kind of kinds.filter((each) => !known_kinds.includes(each))) {
      const purpose = `Your buyer’s solicitor will need this because of your answer to “${words}”`;
      await requestForAnswer(trx, { transaction_id, question, kind, purpose });
    }
  }
}

/** Returns the kinds of documents that the answers call for, by question. */
function wantedDocuments(given: { answers: Answers; known: KnownAnswers }) {
  return new Map(
    visibleQuestions(given).flatMap((question) => {
      const answer = [answerTo(question, given) ?? []].flat();
      const kinds = (question.requests ?? [])
        .filter(({ is }) => answer.some((value) => is.includes(value)))
        .map(({ kind }) => kind);
      return kinds.length > 0 ? [[question.id, { kinds, words: question.words }] as const] : [];
    }),
  );
}
