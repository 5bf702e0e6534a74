/** Where the report on the searches of a matter cannot be read (O-033). */
export const FETCH_FAILURE = "Failed to load property search report";
