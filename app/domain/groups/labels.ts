import { pluralise } from "#app/domain/shared/format.ts";

/** Maximum number of units in a group (AMB-P02). */
export const MAX_UNITS = 200;

/** Returns a group's name in title case, even if it was typed in capitals (P-001). */
export function groupTitle(name: string): string {
  const calm = name === name.toUpperCase() ? name.toLowerCase() : name;
  return calm.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** Returns a count, such as "1 transaction" or "5 transactions". */
export function countTransactions(count: number): string {
  return pluralise(count, "transaction");
}

/**
 * Error messages for a group that could not be created, by the step that failed (P-047 to P-050).
 */
export const CREATION_FAILURES = {
  processing: "There was an error while processing transactions group",
  representative: "There was an error while creating representative",
  company: "There was an error while creating company",
  units: "There was an error while creating transactions group",
};

export type CreationStep = keyof typeof CREATION_FAILURES;
