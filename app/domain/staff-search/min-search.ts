/** Minimum length of a search (I-063). */
export const MIN_SEARCH = 2;
