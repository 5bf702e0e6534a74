/** Message if a part of the matter’s page can’t be read (K-022). */
export const FETCH_FAILURE = "There was an error while fetching the transaction details";

/**
 * Message if the “buyer found” email can’t be sent, whether staff have just requested it or a later
 * attempt fails.
 */
export const BUYER_FOUND_FAILURE = "Failed to send buyer found email. Please try again.";

export const CHECKS_FAILURE = "There was an error fetching the thirdfort checks";

/** Messages if searches (O-027) or additional requests (O-046) can’t be read. */
export const SEARCHES_FAILURE = "Error fetching transaction searches";
export const REQUESTS_FAILURE = "Failed to load additional search requests";

/** Message if the property search report can’t be read (O-033). */
export const REPORT_FAILURE = "Failed to load property search report";
