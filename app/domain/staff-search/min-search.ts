/** Minimum number of characters that staff must type to search (I-063). */
export const MIN_SEARCH = 2;
