/** Customers who can read a note that staff leave on a stage. */
export const NOTE_READERS = ["both", "seller", "buyer"] as const;
export type NoteReader = (typeof NOTE_READERS)[number];

export const NOTE_READER_LABELS: Record<NoteReader, string> = {
  both: "Sellers and buyers",
  seller: "Sellers only",
  buyer: "Buyers only",
};
