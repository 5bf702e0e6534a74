/** What staff read when a lawyer group cannot be read or saved (L-028, L-029). */
export const FAILURES = {
  read: "There was an error fetching lawyer groups",
  write: "There was an error updating the lawyer group",
};
