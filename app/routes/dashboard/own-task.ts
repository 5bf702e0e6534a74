import { pluralise } from "#app/domain/shared/format.ts";

type InformationTask = {
  is_open: boolean;
  sections: number;
  left: number;
  /** Such as "by Thursday 10 December" or "overdue since Thursday 10 December". */
  due: string | null;
  /** True if other sellers can answer too. */
  is_shared: boolean;
};

type OpenTasks = {
  /** Sections about the home that are left, if the seller can answer or confirm them now. */
  information?: InformationTask | null;
  /** Documents to send, the most urgent first. `due` is a day such as "Monday 14 December". */
  documents: readonly { title: string; due: string }[];
};

/**
 * Returns a sentence about what the reader must do, next to the next step of the matter, such as
 * "You need to finish 15 sections about your home (by Friday 4 May) and send us 1 document
 * (Lease, by Monday 14 May)."; null if nothing.
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

/** Documents that the sentence names. The others are counted. */
const NAMED = 5;

function documentsTask(documents: OpenTasks["documents"]) {
  if (documents.length === 0) return null;
  const named = documents.slice(0, NAMED);
  const rest = documents.length - named.length;
  const days = [...new Set(named.map(({ due }) => due))].map((due) => {
    const titles = named.filter((document) => document.due === due).map(({ title }) => title);
    return `${new Intl.ListFormat("en-GB").format(titles)}, by ${due}`;
  });
  const list = [...days, ...(rest > 0 ? [`${rest} more on your documents page`] : [])].join("; ");
  return `send us ${pluralise(documents.length, "document")} (${list})`;
}

function informationTask({ due, is_shared, ...progress }: InformationTask) {
  const task = sectionsTask(progress);
  const people = is_shared ? "you or another seller, " : "";
  return `${task} (${people}${due ?? "as soon as you can"})`;
}

function sectionsTask({ sections, left }: Pick<InformationTask, "sections" | "left">) {
  if (left === 0) return "confirm your answers about your home";
  if (left === sections) return `finish ${pluralise(left, "section")} about your home`;
  return left === 1
    ? "finish the last section about your home"
    : `finish the last ${left} sections about your home`;
}

/** Returns the reader’s task as a heading, such as "Finish 15 sections about your home". */
export function taskHeading(own_task: string): string {
  return own_task
    .replace(/^You need to (.)/, (_, first: string) => first.toUpperCase())
    .replace(/[.]$/, "");
}
