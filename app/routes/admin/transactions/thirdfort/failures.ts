/** Where the identity checks of a matter cannot be read. */
export const FETCH_FAILURE = "There was an error fetching the thirdfort checks";
