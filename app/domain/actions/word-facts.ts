/** Types of the words of an email about an action, and of the facts that they depend on. */

import type { ShownValue } from "./action.ts";
import type { ActionReader } from "./notified.ts";

export type ActionWords = {
  subject: string;
  greeting: string;
  paragraphs: string[];
};

export type WordFacts = {
  reader: ActionReader;
  first_name: string | null;
  /** The whole address. */
  property: string;
  /** The address without town and postcode, for the subject. */
  street: string;
  /** Number of the matter, such as "F-10482". */
  reference: string;
  /** True if the solicitor of the reader’s side is emailed about the action too. */
  solicitor_is_emailed: boolean;
  before: readonly ShownValue[];
  after: readonly ShownValue[];
};
