import { pluralise } from "#app/domain/shared/format.ts";

type OpenTasks = {
  /** Sections about the home that are left, if the seller can answer or confirm them now. */
  information?: { is_open: boolean; sections: number; left: number } | null;
  /** Documents to send, the most urgent first. `due` is a day such as "Monday 14 December". */
  documents: readonly { title: string; due: string }[];
};

/**
 * Returns a sentence about what the reader must do, next to the next step of the matter, such as
 * "You need to answer 15 sections about your home and send us 2 documents (the first by Monday 14
 * December)."; null if nothing.
 */
export function ownTask({ information, documents }: OpenTasks): string | null {
  const tasks = [
    information?.is_open ? informationTask(information) : null,
    documentsTask(documents),
  ].filter((task) => task !== null);
  return tasks.length > 0 ? `You need to ${tasks.join(" and ")}.` : null;
}

function documentsTask(documents: OpenTasks["documents"]) {
  const [first, ...others] = documents;
  if (!first) return null;
  const count = pluralise(documents.length, "document");
  return others.length === 0
    ? `send us ${count} (${first.title}, by ${first.due})`
    : `send us ${count} (the first by ${first.due})`;
}

function informationTask({ sections, left }: { sections: number; left: number }) {
  if (left === 0) return "confirm your answers about your home";
  if (left === sections) return `answer ${pluralise(left, "section")} about your home`;
  return left === 1
    ? "answer the last section about your home"
    : `answer the last ${left} sections about your home`;
}
