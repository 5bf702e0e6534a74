/** Fewer characters find nothing (I-063). */
export const MIN_SEARCH = 2;
