/** Messages if a law firm cannot be read or saved (L-020). */
export const FAILURES = {
  read: "There was an error fetching the law firm",
  write: "There was an error saving the law firm",
};

/** Messages if a lawyer group cannot be read or saved (L-028, L-029). */
export const GROUP_FAILURES = {
  read: "There was an error fetching lawyer groups",
  write: "There was an error updating the lawyer group",
};
