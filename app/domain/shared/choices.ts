import type { Option } from "./answers.ts";

/** Options of a field that can have very many, such as offices or lawyer groups. */

/** Maximum options of a select. Above that, the field is searched. */
export const MAX_OPTIONS = 100;

export type Choices = {
  /**
   * All options if there are few, sorted by label. Otherwise only the matches, and none before a
   * search.
   */
  options: Option[];
  many: boolean;
  /** True if more options match than `options` has. */
  more: boolean;
  find: string;
  /** Earlier choice, even if `options` does not include it. */
  chosen: Option | null;
};
