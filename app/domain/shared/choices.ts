/** Options of a select field that may have very many options, such as offices or lawyer groups. */

import type { Option } from "./answers.ts";

/** Maximum number of options in a select field. If there are more, users search for an option. */
export const MAX_OPTIONS = 150;

export type Choices = {
  /**
   * All options, sorted by label, if there are at most MAX_OPTIONS. Otherwise only the options that
   * match the search text; without a search text, none.
   */
  options: Option[];
  many: boolean;
  /** True if more options match the search text than `options` contains. */
  more: boolean;
  find: string;
  /** The option that was chosen earlier, even if `options` does not contain it. */
  chosen: Option | null;
};
