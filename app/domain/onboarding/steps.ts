/** The steps of sellers and of buyers, which differ in its last step only, and which of them somebody may open. */

type Steps<Last extends string> = readonly [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  Last,
];

export type Matter = { terms_accepted: boolean; complete: boolean };

/** What has been done so far. `matter` is the one that is being worked on; null when there is none yet. */
export type Progress = {
  /** The person has given an address to write to. */
  person_complete: boolean;
  matter: Matter | null;
};

/** @returns where an incomplete matter goes on; null when there is nothing left to do. */
export function resumeAt<Last extends string>(
  [, , , terms, last]: Steps<Last>,
  matter: Matter,
): "terms-and-conditions" | Last | null {
  if (matter.complete) return null;
  return matter.terms_accepted ? last : terms;
}

/** @returns the first step that is not done; null when all are (AMB-C15). */
export function firstUnfinished<Last extends string>(
  steps: Steps<Last>,
  { person_complete, matter }: Progress,
): Steps<Last>[number] | null {
  if (matter?.complete) return null;
  if (!person_complete) return "about-you";
  return matter ? resumeAt(steps, matter) : "about-the-property";
}

/**
 * Whether somebody may open a step (AMB-C15): any earlier one while the matter is incomplete; a later one leads to the
 * first unfinished; once the matter is complete, none.
 *
 * @returns where to go stepRequiredFirst, or null when the step may be opened.
 */
export function stepRequiredFirst<Last extends string>(
  steps: Steps<Last>,
  step: Steps<Last>[number],
  progress: Progress,
): Steps<Last>[number] | "done" | null {
  const first = firstUnfinished(steps, progress);
  if (first === null) return "done";
  return steps.indexOf(step) > steps.indexOf(first) ? first : null;
}
