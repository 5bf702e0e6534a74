/** What is said when payments cannot be read, or what was said of one cannot be written. */
export const FETCH_FAILURE = "There was an error while fetching payments";
export const SAVE_FAILURE = "Failed to save the payment. Please try again.";
