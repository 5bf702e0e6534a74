/** Where an estate agent cannot be read (M-061), and where a change cannot be saved (M-062). */
export const FAILURES = {
  read: "There was an error while fetching the estate agent details",
  write: "There was an error while updating the estate agent details",
};
