import type { Option } from "./answers.ts";

/** What a field offers that can be of very many: offices, lawyer groups. */

/** So many fit into a select; of more, those that fit a text are asked for. */
export const MAX_OPTIONS = 100;

export type Choices = {
  /** All of few, in the order of their names. Of many, those that fit what was looked for; none before that. */
  options: Option[];
  /** Whether there are too many for a select. */
  many: boolean;
  /** Of many: more fit than are in `options`. */
  more: boolean;
  /** What was looked for. */
  find: string;
  /** The one that was chosen before, whether or not it is one of the options. */
  chosen: Option | null;
};
