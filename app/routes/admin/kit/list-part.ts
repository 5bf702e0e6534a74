/** What a list that goes on shows of itself: the rows after those before, and where the next ones are. */
export type ListPart<Row> = {
  rows: Row[];
  /** How many have been shown at its end. */
  shown: number;
  total: number;
  /** There are more than were counted. */
  more: boolean;
  /** The address of the next part; null at the end. */
  next: string | null;
};
