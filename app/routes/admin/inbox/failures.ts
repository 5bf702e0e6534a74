export const FETCH_FAILURE = "There was an error while fetching the conversation";
