/** Where a part of a transaction cannot be read (K-022). */
export const FETCH_FAILURE = "There was an error while fetching the transaction details";
