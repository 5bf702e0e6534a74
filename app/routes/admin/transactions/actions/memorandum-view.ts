import { NEW_BUYER } from "#app/domain/actions/buyer-words.ts";
import { isOpenable, STATE_SENTENCES } from "#app/domain/documents/document-states.ts";
import type { readOpenMemorandum } from "#app/domain/memoranda/memoranda.server.ts";
import { sentenceDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";

type Memorandum = NonNullable<Awaited<ReturnType<typeof readOpenMemorandum>>>;

/** Returns the fields of “Agree a sale” as the agent’s memorandum has them. */
export function memorandumFields(memorandum: Memorandum): Record<string, string> {
  const { first_name, last_name, email, phone_number, agreed_price_pounds } = memorandum;
  return {
    purchase_intent_id: NEW_BUYER,
    ...{ first_name, last_name, email, phone_number },
    agreed_price_pounds: String(agreed_price_pounds),
  };
}

export type MemorandumCardView = {
  /** Such as "Laura Fenton, Hartley Vale, on Monday 30 November". */
  sent: string;
  file: { name: string; href: string | null; note: string };
  decline: string;
};

/** Returns what staff see of an agent’s memorandum. @param today such as "2026-12-01" */
export function memorandumCard(
  id: string,
  memorandum: Memorandum,
  today: string,
): MemorandumCardView {
  const { sent_by, office, sent_at, file_name, file_state, document_id } = memorandum;
  return {
    sent: `${sent_by}, ${office}, on ${sentenceDate(sent_at, today)}`,
    file: {
      name: file_name,
      href: isOpenable(file_state) ? paths.document(document_id) : null,
      note: STATE_SENTENCES[file_state],
    },
    decline: paths.admin.declineMemorandum(id, memorandum.id),
  };
}
