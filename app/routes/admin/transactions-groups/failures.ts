/** Where the groups, or those that are begun, cannot be read. */
export const FETCH_FAILURE = "There was an error while fetching transactions groups";
