/** Message if a part of a transaction cannot be read (K-022). */
export const FETCH_FAILURE = "There was an error while fetching the transaction details";

/** Message if the “buyer found” email could not be sent, now or later. */
export const BUYER_FOUND_FAILURE = "Failed to send buyer found email. Please try again.";

export const CHECKS_FAILURE = "There was an error fetching the thirdfort checks";

/** Messages if searches (O-027) or additional requests (O-046) cannot be read. */
export const SEARCHES_FAILURE = "Error fetching transaction searches";
export const REQUESTS_FAILURE = "Failed to load additional search requests";

/** Message if the property search report cannot be read (O-033). */
export const REPORT_FAILURE = "Failed to load property search report";
