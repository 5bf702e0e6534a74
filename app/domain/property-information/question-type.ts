import type { DocumentKind } from "#app/domain/documents/document-kinds.ts";

/** The sections of the property information, in order. Each is one page. */
export const SECTIONS = {
  building: "Building and rooms",
  ownership: "Ownership and charges",
  council_tax: "Council tax",
  energy_certificate: "Energy certificate",
  electricity_and_heating: "Electricity, gas and heating",
  water_and_drainage: "Water and drainage",
  broadband: "Broadband and mobile signal",
  parking: "Parking and outside space",
  alterations: "Alterations and consents",
  guarantees: "Guarantees and insurance",
  condition: "Damp, asbestos and knotweed",
  boundaries: "Boundaries and rights of way",
  flooding: "Flooding, mining and planning",
  disputes: "Disputes and notices",
  moving: "Who lives there and what stays",
} as const;

export type SectionId = keyof typeof SECTIONS;

/** Value of “Not sure” for every kind of question. */
export const NOT_SURE = "not_sure";

/**
 * Kinds of questions. "yes_no" offers Yes, No and Not sure; "choice" one of several options;
 * "several" any number of them; "text" a paragraph; "short_text" one line; "email" an email
 * address; "whole_number" and "number" a number; "pence" an amount of money; "year" four digits;
 * "rooms" a paragraph with one room and its size in each line. Every kind may be answered with
 * `NOT_SURE`.
 */
export type QuestionKind =
  | "yes_no"
  | "choice"
  | "several"
  | "text"
  | "short_text"
  | "email"
  | "whole_number"
  | "number"
  | "pence"
  | "year"
  | "rooms";

/** A question is asked if the answer to an earlier question is one of these values. */
export type Condition = { question: string; is: readonly string[] };

/** Answers that the seller gave when they signed up. They are shown and not asked again. */
export const KNOWN_ANSWERS = ["tenure", "onward_purchase"] as const;
export type KnownAnswer = (typeof KNOWN_ANSWERS)[number];

export type Option = { value: string; label: string };

export type Question = {
  /** Stored in `property_answers.question`; snake_case and unique. */
  id: string;
  section: SectionId;
  words: string;
  /** Short name of the fact, as in “Council tax band: not answered”. */
  label: string;
  hint?: string;
  kind: QuestionKind;
  /** Options of "choice" and "several", without “Not sure”. */
  options?: readonly Option[];
  /** Smallest and largest value of "whole_number" and "number". */
  range?: readonly [number, number];
  /** The question is asked only if all conditions hold. */
  when?: readonly Condition[];
  /** A section is done without an answer to this question. */
  optional?: true;
  /** If sign-up has this answer, the page shows it and does not ask. */
  known?: KnownAnswer;
  /**
   * Path of the fact below /propertyPack of the PDTF schema, with 0 for the first item of a list.
   * Absent for facts that the schema lacks.
   */
  pdtf?: string;
  /** True if the schema lists "Not known" for this fact: the export of “Not sure”. */
  not_known?: true;
  /** True if each option is a separate fact below the path: Yes if chosen, otherwise No. */
  pdtf_each?: true;
  /** Documents that are requested, each if the answer is one of these values. */
  requests?: readonly { kind: DocumentKind; is: readonly string[] }[];
};

/** Answer as stored: text, or the chosen values of a question of the kind "several". */
export type Answer = string | readonly string[];

/** Answers of a matter by the ids of their questions. Unanswered questions are absent. */
export type Answers = Partial<Record<string, Answer>>;
