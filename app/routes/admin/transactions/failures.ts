/** Where a part of a transaction cannot be read (K-022). */
export const FETCH_FAILURE = "There was an error while fetching the transaction details";

/** Said when the buyer found email could not be sent, at once or later. */
export const BUYER_FOUND_FAILURE = "Failed to send buyer found email. Please try again.";

/** Where the identity checks of a matter cannot be read. */
export const CHECKS_FAILURE = "There was an error fetching the thirdfort checks";

/** Where the searches of a matter cannot be read (O-027), and where the additional requests cannot (O-046). */
export const SEARCHES_FAILURE = "Error fetching transaction searches";
export const REQUESTS_FAILURE = "Failed to load additional search requests";

/** Where the report on the searches of a matter cannot be read (O-033). */
export const REPORT_FAILURE = "Failed to load property search report";
