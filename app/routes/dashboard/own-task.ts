import { pluralise } from "#app/domain/shared/format.ts";

type InformationTask = {
  is_open: boolean;
  sections: number;
  left: number;
  /** Such as "by Thursday 10 December" or "this was due on Thursday 10 December". */
  due: string | null;
};

type OpenTasks = {
  /** Sections about the home that are left, if the seller can answer or confirm them now. */
  information?: InformationTask | null;
  /** Documents to send, the most urgent first. `due` is a day such as "Monday 14 December". */
  documents: readonly { title: string; due: string }[];
};

/**
 * Returns a sentence about what the reader must do, next to the next step of the matter, such as
 * "You need to answer 15 sections about your home (by Friday 4 May) and send us 2 documents (the
 * first by Monday 14 May)."; null if nothing.
 */
export function ownTask({ information, documents }: OpenTasks): string | null {
  const tasks = [
    information?.is_open ? informationTask(information) : null,
    documentsTask(documents),
  ].filter((task) => task !== null);
  return tasks.length > 0 ? `You need to ${tasks.join(" and ")}.` : null;
}

/**
 * Returns a sentence about the documents that a seller can send while the sale has no buyer after a
 * fall-through; null if there are none.
 */
export function documentsMeanwhile(documents: OpenTasks["documents"]): string | null {
  if (documents.length === 0) return null;
  return `You can send us ${pluralise(documents.length, "document")} now. Your next buyer’s solicitor will need ${documents.length === 1 ? "it" : "them"}.`;
}

function documentsTask(documents: OpenTasks["documents"]) {
  const [first, ...others] = documents;
  if (!first) return null;
  const count = pluralise(documents.length, "document");
  return others.length === 0
    ? `send us ${count} (${first.title}, by ${first.due})`
    : `send us ${count} (the first by ${first.due})`;
}

function informationTask({ due, ...progress }: InformationTask) {
  const task = sectionsTask(progress);
  return `${task} (${due ?? "as soon as you can"})`;
}

function sectionsTask({ sections, left }: Pick<InformationTask, "sections" | "left">) {
  if (left === 0) return "confirm your answers about your home";
  if (left === sections) return `answer ${pluralise(left, "section")} about your home`;
  return left === 1
    ? "answer the last section about your home"
    : `answer the last ${left} sections about your home`;
}

/** Returns the reader’s task as a heading, such as "Answer 15 sections about your home". */
export function taskHeading(own_task: string): string {
  return own_task
    .replace(/^You need to (.)/, (_, first: string) => first.toUpperCase())
    .replace(/[.]$/, "");
}
