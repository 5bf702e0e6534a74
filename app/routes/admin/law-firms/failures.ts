/** What staff read when a law firm cannot be read or saved (L-020). */
export const FAILURES = {
  read: "There was an error fetching the law firm",
  write: "There was an error saving the law firm",
};
