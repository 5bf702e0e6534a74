import { counted } from "#app/domain/fields/words.ts";

/** The words for groups of transactions: several units of one developer. */

/** As many units as one group may have (AMB-P02). */
export const MAX_UNITS = 200;

/** A group's name in title case (P-001): each word begins with a capital; one typed in capitals is not shouted. */
export function groupTitle(name: string): string {
  const calm = name === name.toUpperCase() ? name.toLowerCase() : name;
  return calm.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** "1 transaction", "5 transactions". */
export function countTransactions(count: number): string {
  return counted(count, "transaction");
}

/** What staff read when a group cannot be made (P-047 to P-050). */
export const CREATION_FAILURES = {
  processing: "There was an error while processing transactions group",
  representative: "There was an error while creating representative",
  company: "There was an error while creating company",
  units: "There was an error while creating transactions group",
};

export type CreationStep = keyof typeof CREATION_FAILURES;
