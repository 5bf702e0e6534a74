/** Where users cannot be read. */
export const FETCH_FAILURE = "There was an error fetching users.";
