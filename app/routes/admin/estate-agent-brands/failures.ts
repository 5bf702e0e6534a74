/** Said of a brand when the failure has no words of its own, spelt as the specification has it (M-075, AMB-M02). */
export const SAVE_FAILURE = "There was an errror saving the brand";

/** Misspelt as in the specification (M-076, AMB-M02). */
export const DELETE_FAILURE = "There was an errror deleting the brand";

/** Where the list cannot be read (M-074). */
export const FETCH_FAILURE = "There was an error fetching the brands";
