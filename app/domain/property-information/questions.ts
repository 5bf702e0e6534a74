import type { Question, SectionId } from "./question-type.ts";
import { ALTERATIONS } from "./questions/alterations.ts";
import { BOUNDARIES_AND_RIGHTS } from "./questions/boundaries.ts";
import { BROADBAND, PARKING } from "./questions/broadband-and-parking.ts";
import { BUILDING } from "./questions/building.ts";
import { CONDITION } from "./questions/condition.ts";
import { COUNCIL_TAX, ENERGY_CERTIFICATE } from "./questions/council-tax-and-energy.ts";
import { DISPUTES_AND_NOTICES } from "./questions/disputes.ts";
import { FLOODING_MINING_AND_PLANNING } from "./questions/flooding.ts";
import { GUARANTEES_AND_INSURANCE } from "./questions/guarantees.ts";
import { LEASE_QUESTIONS } from "./questions/lease.ts";
import { MOVING } from "./questions/moving.ts";
import { OWNERSHIP_QUESTIONS } from "./questions/ownership.ts";
import { ELECTRICITY_AND_HEATING, WATER_AND_DRAINAGE } from "./questions/services.ts";

/**
 * All questions, in the order of their pages. A question comes after those that decide whether it
 * is asked. The words are our own: no text is from a form of the Law Society or from BASPI.
 */
export const QUESTIONS: readonly Question[] = [
  ...BUILDING,
  ...OWNERSHIP_QUESTIONS,
  ...LEASE_QUESTIONS,
  ...COUNCIL_TAX,
  ...ENERGY_CERTIFICATE,
  ...ELECTRICITY_AND_HEATING,
  ...WATER_AND_DRAINAGE,
  ...BROADBAND,
  ...PARKING,
  ...ALTERATIONS,
  ...GUARANTEES_AND_INSURANCE,
  ...CONDITION,
  ...BOUNDARIES_AND_RIGHTS,
  ...FLOODING_MINING_AND_PLANNING,
  ...DISPUTES_AND_NOTICES,
  ...MOVING,
];

const QUESTIONS_BY_ID = new Map(QUESTIONS.map((question) => [question.id, question]));

/** Returns the question with this id, or undefined if there is none. */
export function findQuestion(id: string): Question | undefined {
  return QUESTIONS_BY_ID.get(id);
}

/** Returns all questions of a section, in their order. */
export function questionsOf(section: SectionId): readonly Question[] {
  return QUESTIONS.filter((question) => question.section === section);
}
