/** Where the searches of a matter cannot be read (O-027), and where the additional requests cannot (O-046). */
export const SEARCHES_FAILURE = "Error fetching transaction searches";
export const REQUESTS_FAILURE = "Failed to load additional search requests";
