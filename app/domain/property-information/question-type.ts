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
 * "several" any number of them; "text" a paragraph; "short_text" one line; "whole_number" and
 * "number" a number; "pence" an amount of money; "year" four digits. Every kind may be answered
 * with `NOT_SURE`.
 */
export type QuestionKind =
  | "yes_no"
  | "choice"
  | "several"
  | "text"
  | "short_text"
  | "whole_number"
  | "number"
  | "pence"
  | "year";

/** A question is asked if the answer to an earlier question is one of these values. */
export type Condition = { question: string; is: readonly string[] };

export type Question = {
  /** Stored in `property_answers.question`; snake_case and unique. */
  id: string;
  section: SectionId;
  words: string;
  hint?: string;
  kind: QuestionKind;
  /** Options of "choice" and "several", without “Not sure”. */
  options?: readonly { value: string; label: string }[];
  /** The question is asked only if all conditions hold. */
  when?: readonly Condition[];
  /** Path of the fact below /propertyPack of the PDTF schema; absent for facts that it lacks. */
  pdtf?: string;
  /** Document that is requested if the answer is one of these values. */
  requests?: { kind: DocumentKind; is: readonly string[] };
};

/** Answer as stored: text, or the chosen values of a question of the kind "several". */
export type Answer = string | readonly string[];

/** Answers of a matter by the ids of their questions. Unanswered questions are absent. */
export type Answers = Partial<Record<string, Answer>>;
