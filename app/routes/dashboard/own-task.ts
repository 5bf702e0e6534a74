import { pluralise } from "#app/domain/shared/format.ts";

type OpenTasks = {
  /** Sections about the home that are left, if the seller can answer or confirm them now. */
  information?: { is_open: boolean; sections: number; left: number } | null;
  /** Number of documents to send. */
  documents: number;
};

/**
 * Returns a sentence about what the reader must do, next to the next step of the matter, such as
 * "You need to answer 15 sections about your home and send us 5 documents."; null if nothing.
 */
export function ownTask({ information, documents }: OpenTasks): string | null {
  const tasks = [
    information?.is_open ? informationTask(information) : null,
    documents > 0 ? `send us ${pluralise(documents, "document")}` : null,
  ].filter((task) => task !== null);
  return tasks.length > 0 ? `You need to ${tasks.join(" and ")}.` : null;
}

function informationTask({ sections, left }: { sections: number; left: number }) {
  if (left === 0) return "confirm your answers about your home";
  if (left === sections) return `answer ${pluralise(left, "section")} about your home`;
  return left === 1
    ? "answer the last section about your home"
    : `answer the last ${left} sections about your home`;
}
